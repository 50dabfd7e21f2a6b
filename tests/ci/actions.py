"""A composite action of GitHub carried out as GitHub does it: step by step, with the values of its expressions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
_EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
FORK = "github.event.pull_request.head.repo.fork == true || github.actor == 'dependabot[bot]'"


@dataclass(kw_only=True)
class Carried:
    """What the action left behind."""

    status: int = 0
    """Of the first step that failed."""
    ran: list[str] = field(default_factory=list)
    log: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)


def carry_out(
    project: Path,
    inputs: Mapping[str, str] = {},
    *,
    environment: Mapping[str, str] = {},
    fork: bool = False,
) -> Carried:
    """Carry out every shell step but the installation, in `project`; after a failed step, none."""
    runner = project.parent / "runner"
    runner.mkdir(exist_ok=True)
    (runner / "goldsmith").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m goldsmith "$@"\n', encoding="utf-8")
    (runner / "goldsmith").chmod(0o755)
    (runner / "python").unlink(missing_ok=True)
    (runner / "python").symlink_to(sys.executable)
    values = {f"inputs.{name}": str(item.get("default", "")) for name, item in ACTION["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    values |= {"runner.temp": str(runner), FORK: str(fork).lower(), "github.action_path": str(ROOT)}
    carried = Carried()
    for step in ACTION["runs"]["steps"]:
        if "run" in step and step["id"] != "install":
            _run(step, values, runner, project, environment, carried)
            if carried.status:
                break
    summary = runner / "summary.md"
    carried.summary = summary.read_text(encoding="utf-8") if summary.exists() else ""
    return carried


def _run(
    step: Mapping[str, Any],
    values: Mapping[str, str],
    runner: Path,
    project: Path,
    environment: Mapping[str, str],
    carried: Carried,
) -> None:
    output = runner / f"{step['id']}.output"
    own = {name: _filled(str(text), values) for name, text in step.get("env", {}).items()}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=project / _filled(step["working-directory"], values),
        env={
            "PATH": f"{runner}:{os.defpath}",
            "PYTHONPATH": str(ROOT / "src"),
            "HOME": str(runner),
            "CI": "true",
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(runner / "summary.md"),
            **own,
            **environment,
        },
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    carried.ran.append(step["id"])
    carried.log += done.stdout + done.stderr
    carried.status = done.returncode
    if output.exists():
        lines = output.read_text(encoding="utf-8").splitlines()
        carried.outputs |= {f"{step['id']}.{name}": value for name, _, value in (line.partition("=") for line in lines)}


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _EXPRESSION.sub(lambda found: values[found[1]], text)
