"""The floors of the house hold, and the contracts that say so catch a breach of each kind."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from tests.architecture.house import PACKAGE, ROOT

CONTRACTS = ROOT / "importlinter.toml"

# Rooms that do their work through files, clocks or loops; every other room computes.
WORKING_ROOMS = {"runner", "ondisk"}

BREACHES = {
    "floors": ("stats/_breach.py", "import goldsmith.records"),
    "pure": ("gates/_breach.py", "import pathlib"),
    "vendors": ("runner/_breach.py", "import aiohttp"),
    "databases": ("runner/_breach_sqlalchemy.py", "import sqlalchemy"),
    "serving": ("runner/_breach_starlette.py", "import starlette"),
    "mail": ("runner/_breach_smtplib.py", "import smtplib"),
    "langchain": ("adapters/systems/_breach_langchain_core.py", "import langchain_core"),
    "llama-index": ("adapters/systems/_breach_llama_index.py", "import llama_index"),
    "pdf": ("adapters/parsers/_breach_pypdfium2.py", "import pypdfium2"),
    "xlsx": ("adapters/workbooks/_breach_openpyxl.py", "import openpyxl"),
    "html": ("adapters/parsers/_breach_lxml.py", "import lxml"),
    "docx": ("adapters/parsers/_breach_docx.py", "import docx"),
    "front-door": ("tables/_breach.py", "import goldsmith"),
    "acyclic": ("lint/_breach.py", "import goldsmith.lint._there"),
}


def contracts() -> list[dict[str, Any]]:
    document = tomllib.loads(CONTRACTS.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = document["tool"]["importlinter"]["contracts"]
    return found


def contract(name: str) -> dict[str, Any]:
    return next(one for one in contracts() if one["id"] == name)


def rooms() -> set[str]:
    """Return every name on a floor, those that may still be absent included."""
    return set(re.findall(r"\w+", " ".join(contract("floors")["layers"])))


def pure_rooms() -> set[str]:
    """Return the rooms that must compute only: the floor of the rooms, and all floors below it down to the nouns."""
    layers: list[str] = contract("floors")["layers"]
    floor_of_rooms = next(index for index, layer in enumerate(layers) if "ondisk" in layer)
    named = set(re.findall(r"\w+", " ".join([layers[floor_of_rooms], *layers[floor_of_rooms + 1 : -2]])))
    return named - WORKING_ROOMS - {"ports"}


def copy_of_the_house(folder: Path) -> Path:
    """Copy the package, with an empty room wherever a contract names one that has no code yet."""
    copy = folder / "goldsmith"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for room in rooms():
        if not (copy / f"{room}.py").exists() and not (copy / room / "__init__.py").exists():
            (copy / room).mkdir(exist_ok=True)
            (copy / room / "__init__.py").touch()
    (copy / "__init__.py").touch()
    return copy


def lint_imports(folder: Path) -> str:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, CONTRACTS, "--no-cache", "--no-logo"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_every_contract_is_kept(tmp_path: Path) -> None:
    copy_of_the_house(tmp_path)

    report = lint_imports(tmp_path)

    assert f"Contracts: {len(contracts())} kept, 0 broken." in report, report


def test_a_planted_breach_of_each_contract_is_caught(tmp_path: Path) -> None:
    copy = copy_of_the_house(tmp_path)
    for place, line in BREACHES.values():
        (copy / place).write_text(f"{line}\n", encoding="utf-8")
    (copy / "lint" / "_there.py").write_text("import goldsmith.lint._breach\n", encoding="utf-8")

    report = lint_imports(tmp_path)

    assert set(BREACHES) == {one["id"] for one in contracts()}
    assert f"Contracts: 0 kept, {len(BREACHES)} broken." in report, report


def test_every_room_that_computes_is_held_to_it() -> None:
    present = {f"goldsmith.{room}" for room in pure_rooms() if (PACKAGE / room).is_dir()}
    held = set(contract("pure")["source_modules"])

    assert sorted(present - held) == [], "add these to the contract 'pure'"
