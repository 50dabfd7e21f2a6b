"""The core stays small, and a fresh install is the one that was tested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.house import ROOT

PACKAGES = 22
MEGABYTES = 150


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def with_what_they_need(requirements: Iterable[str]) -> set[str]:
    """Return the names of the packages that these requirements bring to this machine."""
    waiting, found = [Requirement(text) for text in requirements], set()
    while waiting:
        requirement = waiting.pop()
        name = str(canonicalize_name(requirement.name))
        if name not in found:
            found.add(name)
            needed = map(Requirement, distribution(name).requires or ())
            waiting.extend(one for one in needed if applies(one, requirement.extras or {""}))
    return found


def applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def pinned() -> set[str]:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return {str(canonicalize_name(name)) for name in re.findall(r"^([\w.-]+)==[\w.]+$", text, re.MULTILINE)}


def installed_bytes(name: str) -> int:
    """Return the size of an installed package without the bytecode that Python adds."""
    files = (Path(str(file.locate())) for file in distribution(name).files or () if file.suffix != ".pyc")
    return sum(file.stat().st_size for file in files if file.is_file())


def test_the_core_brings_few_packages() -> None:
    packages = with_what_they_need(project()["dependencies"])

    assert 1 + len(packages) <= PACKAGES, sorted(packages)


def test_the_core_stays_small_on_disk() -> None:
    sizes = {name: installed_bytes(name) for name in with_what_they_need(project()["dependencies"])}

    assert sum(sizes.values()) <= MEGABYTES * 1_000_000, sizes


def test_every_package_that_we_install_has_an_exact_version() -> None:
    declared = project()
    packages = with_what_they_need([*declared["dependencies"], *declared["optional-dependencies"]["test"]])

    assert sorted(packages - pinned()) == []


def test_every_requirement_is_bounded_above_or_is_a_stub() -> None:
    declared = [*project()["dependencies"], *project()["optional-dependencies"]["test"]]
    unbounded = [text for text in declared if "<" not in text and not text.startswith("types-")]

    assert unbounded == []
