"""How a figure is written, everywhere alike."""

from __future__ import annotations

import unicodedata

REASONS = {
    "not_applicable": "not asked",
    "not_observed": "not shown by the system",
    "needs_judge": "needs a judge",
    "system_failed": "failed",
    "not_answered": "not answered",
}
"""Why there is no value, in words."""


def value(number: float | None, unit: str) -> str:
    """Return a value in its unit; a dash where there is none."""
    if number is None:
        return "-"
    match unit:
        case "share":
            return f"{number:.2f}"
        case "ms":
            return f"{number:.0f} ms" if number < 10_000 else f"{number / 1000:.1f} s"
        case "tokens":
            return f"{number:.0f}"
        case "usd":
            return f"${number:.4f}"
        case _:
            return f"{number:.2f}".rstrip("0").rstrip(".")


def change(number: float | None, unit: str, interval: tuple[float, float] | None) -> str:
    """Return a signed change with its 95 % interval."""
    if number is None:
        return "-"
    text = _signed(number, unit)
    if interval is None:
        return text
    return f"{text} [{_signed(interval[0], unit)}, {_signed(interval[1], unit)}]"


def _signed(number: float, unit: str) -> str:
    places = 0 if unit in {"ms", "tokens"} else 4 if unit == "usd" else 2
    rounded = round(number, places) + 0.0
    return f"{rounded:+.{places}f}"


def percent(share: float) -> str:
    """Return a share as whole per cent."""
    return f"{share * 100:.0f} %"


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shown(text: str, width: int) -> str:
    """Return `text` on one line of at most `width` characters, with nothing in it that could move the cursor."""
    line = " ".join(text.split())
    safe = "".join(char if _is_plain(char) else f"\\u{ord(char):04x}" for char in line)
    return safe if len(safe) <= width else safe[: max(width - 1, 1)] + "…"


def _is_plain(char: str) -> bool:
    # Control and format characters (bidirectional marks among them) would reorder or hide what stands beside them.
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"} or char in "\u200c\u200d"
