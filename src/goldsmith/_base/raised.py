"""What code that is not ours raised, in one line."""

from __future__ import annotations

_LONGEST_MESSAGE = 500


def told(error: BaseException, *, file: str = "") -> str:
    """Return type and message of an exception, and where it was raised: ``ValueError: no part (cards.py:12)``.

    The line is the last one of `file` that led to it, where any did; else the last line of all.
    """
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}" + _place(error.filename or "", error.lineno or 0)
    name, line = raised_at(error, file=file)
    try:
        message = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - an exception that cannot even say what it is
        message = ""
    return f"{type(error).__name__}: {message}".removesuffix(": ")[:_LONGEST_MESSAGE] + _place(name, line)


def raised_at(error: BaseException, *, file: str = "") -> tuple[str, int]:
    """Return file and line that `told` names; an empty text and 0 where nothing is known."""
    if isinstance(error, SyntaxError):
        return error.filename or "", error.lineno or 0
    last, own = ("", 0), ("", 0)
    step = error.__traceback__
    while step is not None:
        last = (step.tb_frame.f_code.co_filename, step.tb_lineno)
        own = last if file and last[0] == file else own
        step = step.tb_next
    return own if own[1] else last


def _place(file: str, line: int) -> str:
    name = file.replace("\\", "/").rpartition("/")[2]
    return f" ({name}:{line})" if name and line else ""
