"""Without the packages of the extra the line to type is told."""

from __future__ import annotations

from pathlib import Path

from tests.architecture.house import python

PROGRAM = """
import sys
for name in ("starlette", "uvicorn", "anyio", "python_multipart"):
    sys.modules[name] = None
from goldsmith.adapters.serving import serve
from goldsmith.errors import MissingExtraError
try:
    serve([], host="127.0.0.1", port=0, ready=print)
except MissingExtraError as error:
    print(error.message, "|", error.next_step)
"""


def test_without_the_packages_the_line_to_type_is_told(tmp_path: Path) -> None:
    assert python(PROGRAM, folder=tmp_path) == (
        "serving pages needs the package 'starlette', which is not installed | pip install 'goldsmith-rag[serve]'\n"
    )
