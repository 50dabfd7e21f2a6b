"""How a figure is written, everywhere alike."""

from __future__ import annotations

REASONS = {
    "not_applicable": "not asked",
    "not_observed": "not shown by the system",
    "needs_judge": "needs a judge",
    "system_failed": "failed",
    "not_answered": "not answered",
    "measure_failed": "the measure failed",
}
"""Why there is no value, in words."""

_FEW_MS = 10
"""Below it a whole millisecond would hide what changed."""
_WHOLE_MS = 10_000


def value(number: float | None, unit: str, *, places: int = 2) -> str:
    """Return a value in its unit; a dash where there is none.

    Shares and counts are rounded to `places`; what is not 0 or 1 is never written as if it were.
    """
    if number is None:
        return "-"
    match unit:
        case "share":
            return _rounded(number, places)
        case "ms":
            if number < _FEW_MS:
                return f"{number:.1f} ms"
            return f"{number:.0f} ms" if number < _WHOLE_MS else f"{number / 1000:.1f} s"
        case "tokens":
            return f"{number:.0f}"
        case "usd":
            return f"${number:.4f}"
        case _:
            text = _rounded(number, places)
            return text.rstrip("0").rstrip(".") if "." in text else text


def _rounded(exact: float, places: int) -> str:
    # Means are sums of floats: what differs from 1 by their noise is 1.
    number = round(exact, 9)
    for digits in (places, places + 2):
        text = f"{number:.{digits}f}"
        if float(text) not in {0.0, 1.0} or float(text) == number:
            return text.removeprefix("-") if float(text) == 0 else text
    # A mean over very many cases in which all but one are alike.
    edge = 10.0 ** -(places + 2)
    if abs(number) < edge:
        return f"<{edge:.{places + 2}f}" if number > 0 else f">-{edge:.{places + 2}f}"
    return f"<{1:.{places}f}" if number < 1 else f">{1:.{places}f}"


def score(number: float | None, unit: str, reason: str) -> str:
    """Return one score: its value, or ``n/a`` with the reason in words."""
    return value(number, unit) if number is not None else f"n/a ({REASONS.get(reason, reason.replace('_', ' '))})"


def change(number: float | None, unit: str, interval: tuple[float, float] | None = None) -> str:
    """Return a signed change, such as ``-0.07 [-0.13, -0.02]`` with its 95 % interval; a dash where there is none."""
    if number is None:
        return "-"
    text = _signed(number, unit)
    return text if interval is None else f"{text} {signed_range(interval, unit)}"


def signed_range(interval: tuple[float, float], unit: str) -> str:
    """Return the interval of a change."""
    return f"[{_signed(interval[0], unit)}, {_signed(interval[1], unit)}]"


def value_range(interval: tuple[float, float] | None, unit: str) -> str:
    """Return the interval of a value; nothing where there is none."""
    return "" if interval is None else f"[{value(interval[0], unit)}, {value(interval[1], unit)}]"


def _signed(number: float, unit: str) -> str:
    few = unit == "ms" and abs(number) < _FEW_MS
    places = 1 if few else 0 if unit in {"ms", "tokens"} else 4 if unit == "usd" else 2
    rounded = round(number, places)
    return f"{rounded:+.{places}f}" if rounded else f"{0:.{places}f}"


def percent(share: float) -> str:
    """Return a share as per cent: whole, or with two digits that count where it is below one."""
    return f"{share * 100:.0f} %" if share == 0 or share >= 0.01 else f"{share * 100:.2g} %"


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
