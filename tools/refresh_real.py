"""Refresh cases on a handbook that really changed, and hold what is asked against labels made by hand.

    python tools/refresh_real.py FOLDER [--cases]

FOLDER holds the snapshots, one folder a date. For each half of tests/real_data/handbook and each later snapshot: freeze
both, pin the cases, plan the refresh, and count impact by truth. A pair (case, later date) is *changed* where the label
says that the evidence is another (its quote, or other words of its own section as a reader sees them), or that an
unanswered question is answered now.

What must hold: every changed pair is asked about singly (recall 1.0), no more than a third of the cases of the drawn
sample are asked over a year of ordinary editing (2023 to 2024), and no more than a tenth of all pairs are asked without
a change. A revision in which half of the evidence changed must ask about half: the shares are printed. The last line is
PASS or what failed. `--cases` names every pair that was missed, asked without need, or named otherwise than labelled.

Two more lines are printed and fail nothing: how many changed quotes are named as what they are (a split as a split),
and how many of the labelled rival passages (another page says the same now) are named. A pair that is asked about for
its labelled rival has no change of its own and still counts as asked without one.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from goldsmith.ondisk.revisions import load_revision
from goldsmith.records.refresh import CaseImpact, RefreshPlan
from goldsmith.workflows.check import fix_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.refresh import plan_refresh

HANDBOOK = Path(__file__).resolve().parent.parent / "tests" / "real_data" / "handbook"
NAMED = {
    "section": "section_changed",
    "edited": "quote_edited",
    "split": "quote_split",
    "crossed": "quote_crossed",
    "gone": "quote_gone",
}
"""What a label is called by the plan."""
CHANGED = frozenset(NAMED)
MOST_ASKED = 0.30
"""Share of the drawn cases that a year of ordinary editing may ask about."""
MOST_UNNEEDED = 0.10
"""Share of all pairs that may be asked about without a change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One case on its way to one later snapshot: what is true, and what the plan says."""

    case: str
    start: str
    to: str
    truth: str
    changed: bool
    drawn: bool
    merged: bool
    """Its own section is one with another now."""
    rival: bool
    """A page that did not say it before says the same now."""
    impact: CaseImpact

    @property
    def asked(self) -> bool:
        """Whether a person is asked about the case by itself."""
        return self.impact.asking == "single"

    @property
    def named(self) -> bool:
        """Whether the plan calls what became of the evidence by its name."""
        return self.impact.impact == NAMED.get(self.truth)

    @property
    def names_rival(self) -> bool:
        """Whether a rival passage is among the reasons."""
        return any(reason.impact == "rival_passage" for reason in self.impact.reasons)

    @property
    def name(self) -> str:
        """How the pair is called in a list."""
        return f"{self.case} {self.start}->{self.to}"


def pairs(folder: Path) -> tuple[Pair, ...]:
    """Return every labelled pair with its impact."""
    labels = [json.loads(line) for name in ("truth.jsonl", "truth-2023.jsonl") for line in _lines(HANDBOOK / name)]
    moves = sorted({(label["from"], label["to"]) for label in labels})
    planned = {move: _planned(folder, *move) for move in moves}
    found = []
    for label in labels:
        plan, drawn = planned[label["from"], label["to"]]
        impact = next(one for one in plan.impacts if one.case == label["case"])
        found.append(
            Pair(
                case=label["case"],
                start=label["from"],
                to=label["to"],
                truth=_truth(label),
                changed=label["evidence"] in CHANGED or bool(label.get("answered_now")),
                drawn=label["case"] in drawn,
                merged=bool(label.get("merged")),
                rival=bool(label.get("rival")),
                impact=impact,
            )
        )
    return tuple(found)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _truth(label: Mapping[str, object]) -> str:
    if label["evidence"] != "none":
        return str(label["evidence"])
    return "answered now" if label["answered_now"] else "unanswered"


def _planned(folder: Path, start: str, to: str) -> tuple[RefreshPlan, frozenset[str]]:
    """Return the plan of one half for one later snapshot, and which of its cases were drawn."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        cases = root / "golden" / "cases"
        cases.mkdir(parents=True)
        shutil.copy(HANDBOOK / f"golden-{start}.yaml", cases)
        (root / "golden" / "set.yaml").write_text(f"name: handbook\ncorpus: {{label: '{start}'}}\n", encoding="utf-8")
        for label in (start, to):
            options = FreezeOptions(label=label, ignore_front_matter=("*",))
            freeze(folder / f"{label}-01-01", root=root, options=options)
        project, _ = fix_set(lambda: open_project(root))
        drawn = frozenset(case.id for case in project.golden.cases if "drawn" in case.tags)
        return plan_refresh(project, load_revision(root, to)), drawn


def report(found: Sequence[Pair], *, cases: bool) -> Iterator[str]:
    """Yield the tables and, last, PASS or what failed."""
    for move, held in sorted(_by_move(found).items()):
        yield from _table(f"{move[0]} -> {move[1]}", held)
    yield from _table("all", found)
    changed = [pair for pair in found if pair.changed]
    missed = [pair for pair in changed if not pair.asked]
    unneeded = [pair for pair in found if pair.asked and not pair.changed]
    year = [pair for pair in found if (pair.start, pair.to) == ("2023", "2024") and pair.drawn]
    share = sum(pair.asked for pair in year) / len(year)
    yield f"recall on changed evidence   {len(changed) - len(missed)} of {len(changed)}"
    yield f"asked over one year, drawn   {sum(pair.asked for pair in year)} of {len(year)} = {share:.0%}"
    yield f"asked without a change       {len(unneeded)} of {len(found)} = {len(unneeded) / len(found):.0%}"
    quoted = [pair for pair in found if pair.truth in NAMED]
    rivals = [pair for pair in found if pair.rival]
    yield f"changed quotes, named so     {sum(pair.named for pair in quoted)} of {len(quoted)}"
    yield f"rival passages named         {sum(pair.names_rival for pair in rivals)} of {len(rivals)}"
    if cases:
        yield from (f"  missed    {pair.name}: {pair.truth}, {pair.impact.impact}" for pair in missed)
        yield from (f"  unneeded  {pair.name}: {pair.truth}, {pair.impact.impact}" for pair in unneeded)
        otherwise = [pair for pair in quoted if pair.asked and not pair.named]
        yield from (f"  otherwise {pair.name}: {pair.truth}, {pair.impact.impact}" for pair in otherwise)
    failed = [f"missed: {', '.join(pair.name for pair in missed)}"] if missed else []
    failed += [f"asked over one year: {share:.0%}, at most {MOST_ASKED:.0%}"] if share > MOST_ASKED else []
    if len(unneeded) / len(found) > MOST_UNNEEDED:
        failed.append(f"asked without a change: {len(unneeded)} of {len(found)}, at most {MOST_UNNEEDED:.0%}")
    yield "; ".join(failed) or "PASS"


def _by_move(found: Sequence[Pair]) -> dict[tuple[str, str], list[Pair]]:
    held: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in found:
        held[pair.start, pair.to].append(pair)
    return held


def _table(title: str, found: Sequence[Pair]) -> Iterator[str]:
    counts = Counter((pair.impact.impact, pair.truth) for pair in found)
    truths = [name for name in _TRUTHS if any(pair.truth == name for pair in found)]
    asking = {pair.impact.impact: pair.impact.asking for pair in found}
    asked = sum(pair.asked for pair in found)
    changed = sum(pair.changed for pair in found)
    yield f"{title}: {len(found)} pairs, {changed} changed, {asked} asked ({asked / len(found):.0%})"
    yield f"  {'impact':<20} {'asking':<7}" + "".join(f"{name:>14}" for name in truths)
    for impact in sorted(asking, key=lambda name: (_ASKING.index(asking[name]), name)):
        row = "".join(f"{counts[impact, truth] or '·':>14}" for truth in truths)
        yield f"  {impact:<20} {asking[impact]:<7}{row}"
    yield ""


_TRUTHS = ("intact", "elsewhere", "section", "edited", "split", "crossed", "gone", "unanswered", "answered now")
_ASKING = ("single", "bulk", "none")


def main(argv: Sequence[str]) -> int:
    """Print the report; 0 where it ends in PASS."""
    if len(argv) < 2 or argv[1].startswith("-"):
        print(__doc__)
        return 2
    folder = Path(argv[1])
    started = datetime.now(UTC)
    lines = list(report(pairs(folder), cases="--cases" in argv))
    print("\n".join(lines[:-1]))
    print(f"time   {(datetime.now(UTC) - started).total_seconds():.1f} s")
    print(lines[-1])
    return 0 if lines[-1] == "PASS" else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv))
