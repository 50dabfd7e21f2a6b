"""What code that is not ours raised, in one line."""

from __future__ import annotations

from collections.abc import Iterator

_LONGEST_MESSAGE = 1_000
_HOUSE = __file__.removesuffix("raised.py").removesuffix("_base/").removesuffix("_base\\")
"""The folder of our own code."""


def told(error: BaseException, *, file: str = "") -> str:
    """Return type and message of an exception, and where it was raised: ``ValueError: no part (cards.py:12)``.

    The place is the one that `raised_at` returns.
    """
    place = _place(*raised_at(error, file=file))
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}{place}"
    try:
        message = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - an exception that cannot even say what it is
        message = ""
    return f"{type(error).__name__}: {message}".removesuffix(": ")[:_LONGEST_MESSAGE] + place


def raised_at(error: BaseException, *, file: str = "") -> tuple[str, int]:
    """Return file and line where a person should look; an empty text and 0 where nothing is known.

    That is the last line of `file` that led to the exception, where any did; else the last that stands neither in our
    own code nor in an installed package; else the last of all.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    lines = tuple(_lines(error))
    own = tuple(line for line in lines if line[0] == file)
    theirs = tuple(line for line in lines if not line[0].startswith((_HOUSE, "<frozen")) and "importlib" not in line[0])
    outside = tuple(line for line in theirs if "site-packages" not in line[0])
    return (own or outside or theirs or lines or (("", 0),))[-1]


def _lines(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield file and line of every step that led to an exception, the innermost last."""
    step = error.__traceback__
    while step is not None:
        yield step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next


def _place(file: str, line: int) -> str:
    name = file.replace("\\", "/").rpartition("/")[2]
    return f" ({name}:{line})" if name and line else ""
