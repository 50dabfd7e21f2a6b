"""Sign-offs in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.sign_off import SignOff, SignOffChecked
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import shown, wrapped

_WIDEST = 80
_STATES = {
    "holds": "the run is what was signed",
    "changed": "THE RUN IS NO LONGER WHAT WAS SIGNED",
    "gone": "the run is not here, so nothing can be compared",
}


def render_sign_off(item: SignOff, *, width: int) -> str:
    """Return what was signed, and what the statement does not cover."""
    lines = [*wrapped(item.statement, width, head=f"{_who(item)}: ", indent=2)]
    lines.append(f"  run {item.run} of {item.system} ({item.verdict}), {item.run_digest[:19]}…")
    lines += [f"  {gate}: {status.replace('_', ' ')}" for gate, status in item.gates]
    lines += list(_unseen(item, width))
    return "\n".join([*lines, "", "Next: commit signoffs.jsonl"])


def _who(item: SignOff) -> str:
    return shown(f"{item.person}, {item.role}", _WIDEST)


def _unseen(item: SignOff, width: int) -> Iterator[str]:
    if not item.guarded:
        yield "  no case denies anything to whoever asks: nothing is said of access"
        return
    if not item.not_observed:
        yield f"  every channel was observed on {count(item.guarded, 'guarded case')}"
        return
    told = ", ".join(f"{channel} ({count(cases, 'case')})" for channel, cases in item.not_observed)
    yield from wrapped(
        f"{told}: the statement does not cover what shows there", width, head="  not observed: ", indent=4
    )


def render_sign_offs(items: Sequence[SignOffChecked], *, width: int) -> str:
    """Return every statement with whether it still holds."""
    if not items:
        return "nobody has signed a run off yet"
    return "\n".join(line for item in items for line in _checked(item, width))


def _checked(item: SignOffChecked, width: int) -> Iterator[str]:
    held = item.sign_off
    yield from wrapped(held.statement, width, head=f"{held.at[:10]}  {_who(held)}: ", indent=12)
    yield f"            run {held.run} ({held.verdict}): {_STATES[item.state]}"
