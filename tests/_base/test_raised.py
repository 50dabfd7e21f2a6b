"""Where a person should look when code that is not ours raised something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldsmith._base.raised import raised_at, told


class Wordless(Exception):  # noqa: N818 - it says nothing, not even that it is an error
    """Cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


def ran(*files: str, error: str = "ValueError('no part')") -> Exception:
    """Return what is raised by the second line of the last file, each file calling the next one."""
    inner: Callable[[], object] | None = None
    for file in reversed(files):
        body = f"raise {error}" if inner is None else "inner()"
        scope = {"inner": inner, "Wordless": Wordless}
        exec(compile(f"def called():\n    {body}\n", file, "exec"), scope)  # noqa: S102 - our own two lines
        inner = scope["called"]
    try:
        assert inner is not None
        inner()
    except Exception as error_raised:  # noqa: BLE001 - whatever it is
        return error_raised
    raise AssertionError(files)


def test_the_line_of_the_named_file_counts_wherever_it_was_raised() -> None:
    error = ran("/a/app.py", "/a/parts.py")

    assert told(error, file="/a/app.py") == "ValueError: no part (app.py:2)"
    assert told(error) == "ValueError: no part (parts.py:2)"


def test_a_line_outside_installed_packages_counts_before_one_inside() -> None:
    error = ran("/a/app.py", "/v/site-packages/vendor/core.py")

    assert raised_at(error) == ("/a/app.py", 2)
    assert raised_at(error, file="/a/other.py") == ("/a/app.py", 2)


def test_messages_are_one_line_of_bearable_length_whatever_they_hold() -> None:
    assert told(ran("a.py", error="ValueError('one\\n   two')")) == "ValueError: one two (a.py:2)"
    assert told(ran("a.py", error="ValueError('x' * 2000)")) == "ValueError: " + "x" * 988 + " (a.py:2)"
    assert told(ran("a.py", error="Wordless()")) == "Wordless (a.py:2)"
    assert told(ValueError("never raised")) == "ValueError: never raised"


def test_a_file_that_cannot_be_read_as_python_is_told_by_its_own_line() -> None:
    with pytest.raises(SyntaxError) as raised:
        compile("a = 1\nb =\n", "/a/app.py", "exec")

    assert told(raised.value, file="/a/other.py") == "SyntaxError: invalid syntax (app.py:2)"
