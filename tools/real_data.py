"""Run the commands of a page of the documentation, hold what they print against the page, and print the figures.

Without a page: docs/real-data.md on the public data (GOLDSMITH_SHARED, or a folder `shared` beside the repository).
`--write` puts what the commands print today into the page; a look at the diff is then the review. A block that leaves
lines out keeps those that begin as before.

How a page is read: a fenced block after a line that ends in a file name in backticks and a colon is that file; in a
`console` block each line after ``$ `` is a command and what follows is what it prints, where a line ``[…]`` stands for
any lines. Only `goldsmith` commands are run.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "real-data.md"
INSIDE = Path("anthropic-docs-rag", "skills", "retrieval_augmented_generation")
LEFT_OUT = "[…]"
MEASURES = ("precision", "recall", "reciprocal_rank")

_FENCE = re.compile(r"^(?P<indent> *)```(?P<word>\w*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`(?P<path>[\w./-]+\.\w+)`[^`\n]*:$")
_CLOCK = ("latency_ms", "time_to_first_token_ms")
"""A line with one of these depends on the machine: it is not compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file that the page shows."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that the page shows, and what it says that the command prints."""

    line: str
    printed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A command that was run."""

    command: Command
    printed: str
    status: int

    @property
    def as_told(self) -> bool:
        """Whether it printed what the page says; a command that could not be used never does."""
        return self.status in {0, 1, 3} and alike(self.command.printed, self.printed)


def read_walk(page: str) -> tuple[Written | Command, ...]:
    """Return the files and commands of a page in order."""
    steps: list[Written | Command] = []
    for block in _FENCE.finditer(page):
        if block["word"] == "console":
            steps += _commands(block["body"])
            continue
        before = page[: block.start()].rstrip().rpartition("\n")[2]
        named = _FILE.search(before)
        if named is not None:
            steps.append(Written(path=named["path"], text=block["body"]))
    return tuple(steps)


def _commands(block: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        yield Command(line=line.strip(), printed=_trimmed(printed))


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).strip("\n")


def alike(told: str, printed: str) -> bool:
    """Say whether `printed` is what a page tells, where ``[…]`` stands for any lines."""
    wanted, found = _comparable(told), _comparable(printed)
    pattern = "".join(r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(f"{line}\n") for line in wanted)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found)) is not None


def _comparable(text: str) -> list[str]:
    return [line for line in _trimmed(text).splitlines() if not any(name in line for name in _CLOCK)]


def run_walk(
    steps: tuple[Written | Command, ...], folder: Path, tell: Callable[[str], None] = lambda _: None
) -> Iterator[Ran]:
    """Write the files and run the commands of a walk in `folder`, in order; `tell` hears what they print."""
    where = folder
    for step in steps:
        if isinstance(step, Written):
            path = where / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8", newline="\n")
            continue
        tell(f"$ {step.line}")
        words = shlex.split(step.line, comments=True)
        if words[0] == "cd":
            where = where / words[1]
            continue
        done = goldsmith(words, where)
        tell(done.stdout)
        yield Ran(command=step, printed=_trimmed(done.stdout), status=done.returncode)


def goldsmith(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one `goldsmith` command of this very checkout in `folder`."""
    assert words[0] == "goldsmith", f"only goldsmith is run, not {words[0]}"
    # In CI reports hold ids only; these pages are written as a person sees them.
    own = {name: value for name, value in os.environ.items() if not name.startswith("GOLDSMITH_") and name != "CI"}
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), own.get("PYTHONPATH"))))
    return subprocess.run(
        [sys.executable, "-m", "goldsmith", *words[1:]],
        cwd=folder,
        env=own | {"PYTHONPATH": path, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def rewritten(page: str, ran: list[Ran]) -> str:
    """Return the page with what the commands printed; a shortened block stays shortened."""
    done = ""
    for item in ran:
        before, line, page = page.partition(f"$ {item.command.line}\n")
        told = item.command.printed
        done += before + line
        if not item.as_told:
            page = f"{shortened_as(told, item.printed)}\n" + page.removeprefix(f"{told}\n" if told else "")
    return done + page


def shortened_as(told: str, printed: str) -> str:
    """Return of `printed` the lines that begin as those of `told` do, in order, if `told` leaves lines out."""
    if LEFT_OUT not in told.splitlines():
        return printed
    rest = [line for line in told.splitlines() if line != LEFT_OUT]
    kept: list[str] = []
    for line in printed.splitlines():
        place = next((at for at, old in enumerate(rest) if _beginning(old) == _beginning(line)), None)
        if place is not None:
            kept.append(line)
            rest = rest[place + 1 :]
        elif kept[-1:] != [LEFT_OUT]:
            kept.append(LEFT_OUT)
    return "\n".join(kept)


def _beginning(line: str) -> tuple[str, ...]:
    """Return the first word of a line, and the second behind a mark of one character."""
    words = line.split()
    return tuple(words[:2] if words and len(words[0]) == 1 else words[:1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What the walk must come to: means over the answered cases and over all, and how many were answered."""

    answered: int
    means: tuple[float, float, float]
    over_all: tuple[float, float, float]


EXPECTED = {
    "0001-base": Figures(answered=99, means=(0.4259, 0.6557, 0.7340), over_all=(0.4217, 0.6492, 0.7267)),
    "0002-level-two": Figures(answered=100, means=(0.4500, 0.7092, 0.7733), over_all=(0.4500, 0.7092, 0.7733)),
    "0003-level-three": Figures(answered=100, means=(0.4533, 0.7092, 0.8383), over_all=(0.4533, 0.7092, 0.8383)),
}
FAILURE = "pickle data was truncated"
MOVED = {"recall": (6, 14), "reciprocal_rank": (5, None)}
"""Falls and rises from base to level three; None: not held against anything."""
PAIRED = 99


def figures(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield a line for each figure of the walk that ran in `folder`, and whether it is as expected."""
    yield f"{'':<26}{'cases':>9}{'precision':>11}{'recall':>9}{'reciprocal rank':>17}", True
    verdicts = {run: _record(folder, "report", run) for run in EXPECTED}
    for run, expected in EXPECTED.items():
        yield from _of_run(run.partition("-")[2], verdicts[run], expected)
    comparison = verdicts["0003-level-three"]["comparison"]
    yield f"base -> level-three: {comparison['common']} paired", comparison["common"] == PAIRED
    for effect in comparison["effects"]:
        if effect["measure"] in MOVED:
            falls, rises = MOVED[effect["measure"]]
            right = effect["falls"] == falls and rises in {None, effect["rises"]}
            yield f"  {effect['measure']} falls in {effect['falls']} cases and rises in {effect['rises']}", right
    yield from _causes(comparison["regressions"])


def _of_run(name: str, verdict: dict[str, Any], expected: Figures) -> Iterator[tuple[str, bool]]:
    held = {item["measure"]: item for item in verdict["summaries"]}
    means = tuple(held[measure]["mean"] for measure in MEASURES)
    over_all = tuple(held[measure]["mean_over_all"] for measure in MEASURES)
    yield (
        _row(name, verdict["answered"], means),
        (verdict["answered"] == expected.answered and _rounded(means) == _rounded(expected.means)),
    )
    yield (
        _row(f"{name}, over all 100", len(verdict["cases"]), over_all),
        (_rounded(over_all) == _rounded(expected.over_all)),
    )
    if verdict["failed"]:
        told = [item["answer"] for item in verdict["cases"] if FAILURE in item["answer"]]
        yield f"  {verdict['failed']} without an answer: {'; '.join(told)}", len(told) == verdict["failed"] == 1


def _row(name: str, answered: int, means: tuple[float, ...]) -> str:
    precision, recall, rank = _rounded(means)
    return f"{name:<26}{answered:>9}{precision:>11}{recall:>9}{rank:>17}"


def _rounded(values: tuple[float, ...]) -> tuple[str, ...]:
    return tuple(f"{value:.4f}" for value in values)


def _causes(regressions: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    for item in regressions:
        fell = ", ".join(f"{name} {before:.4f} -> {now:.4f}" for name, before, now in item["falls"])
        why = "; ".join(cause["message"] for cause in item["causes"])
        yield f"  {item['case']}  {fell}\n    {why or 'NO CAUSE'}", bool(why)
    for measure in MOVED:
        told = sum(1 for item in regressions if measure in {name for name, _, _ in item["falls"]})
        yield f"  {told} falls of {measure} have their cause above", told == MOVED[measure][0]


def _record(folder: Path, command: str, run: str) -> dict[str, Any]:
    done = goldsmith(["goldsmith", command, run, "--json"], folder)
    held: dict[str, Any] = json.loads(done.stdout)
    return held


def lay_out(folder: Path, shared: Path) -> None:
    """Copy the public data into `folder`. Exits with 2 where they are not there."""
    source = shared / "data" / INSIDE
    if not source.is_dir():
        print(f"no public data at {source}\n  Next: fetch them as docs/real-data.md says, then set GOLDSMITH_SHARED")
        sys.exit(2)
    for path in sorted(source.rglob("*.json")):
        target = folder / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def main() -> None:
    """Run the walk; exit with 1 where a command prints something else than the page, or a figure differs."""
    given = [word for word in sys.argv[1:] if word != "--write"]
    page = Path(given[0]).resolve() if given else PAGE
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if page == PAGE:
            lay_out(folder, Path(os.environ.get("GOLDSMITH_SHARED") or ROOT.parent / "shared"))
        ran = list(run_walk(read_walk(text), folder, print))
        told = list(figures(folder)) if page == PAGE else []
    if "--write" in sys.argv:
        page.write_text(rewritten(text, ran), encoding="utf-8", newline="\n")
    wrong = [f"`{item.command.line}` prints something else than the page" for item in ran if not item.as_told]
    wrong += [f"not as expected: {line}" for line, right in told if not right]
    print("\n".join([*(line for line, _ in told), "", *wrong]) if wrong else "\n".join(line for line, _ in told))
    print("" if wrong else f"\n{len(ran)} commands print what the page says, and every figure is as expected")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
