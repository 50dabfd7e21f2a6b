"""The text forms of TREC.

Judgements are lines of ``question iteration document grade``, results lines of ``question Q0 document rank score tag``.
Fields stand between blanks; empty lines and lines that begin with ``#`` say nothing; what follows the fifth field of a
result is its tag. Every line that cannot be read is a problem with its number.
"""

from __future__ import annotations

import re

import numpy as np

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.tables.rank_columns import JudgementColumns, RunColumns

_PROBLEM_LIMIT = 100
_INTEGER = re.compile(r"[+-]?\d{1,18}")


def parse_qrels(text: str) -> JudgementColumns:
    """Return the judgements in `text`. Raises InvalidFileError with every line that is none (the first hundred)."""
    questions, documents, grades, lines = [], [], [], []
    problems: list[Problem] = []
    for number, fields in _rows(text):
        if len(fields) != 4:
            problems.append(_problem(number, f"a judgement has 4 fields, this line has {len(fields)}"))
        elif not _INTEGER.fullmatch(fields[3]):
            problems.append(_problem(number, f"the grade {fields[3]!r} is not a whole number"))
        else:
            questions.append(fields[0])
            documents.append(fields[2])
            grades.append(int(fields[3]))
            lines.append(number)
    _raise(problems, "judgements")
    return JudgementColumns(
        query=np.array(questions, dtype=np.str_),
        document=np.array(documents, dtype=np.str_),
        grade=np.array(grades, np.int64),
        line=np.array(lines, np.int64),
    )


def parse_run(text: str) -> RunColumns:
    """Return the results in `text`. Raises InvalidFileError with every line that is none (the first hundred).

    A score that is not a number ("nan") is refused; the stated rank is not read, as trec_eval does not.
    """
    questions, documents, scores, lines = [], [], [], []
    problems: list[Problem] = []
    for number, fields in _rows(text):
        if len(fields) < 5:
            problems.append(_problem(number, f"a result has 6 fields, this line has {len(fields)}"))
            continue
        score = _number(fields[4])
        if score is None:
            message = f"question {fields[0]!r}, document {fields[2]!r}: the score {fields[4]!r} is not a number"
            problems.append(_problem(number, message))
            continue
        questions.append(fields[0])
        documents.append(fields[2])
        scores.append(score)
        lines.append(number)
    _raise(problems, "results")
    return RunColumns(
        query=np.array(questions, dtype=np.str_),
        document=np.array(documents, dtype=np.str_),
        score=np.array(scores, np.float64),
        line=np.array(lines, np.int64),
    )


def _rows(text: str) -> list[tuple[int, list[str]]]:
    lines = text.removeprefix("\ufeff").split("\n")
    split = ((number, line.split()) for number, line in enumerate(lines, start=1))
    return [(number, fields) for number, fields in split if fields and not fields[0].startswith("#")]


def _number(written: str) -> float | None:
    try:
        value = float(written)
    except ValueError:
        return None
    # Python also reads 1_000, which is a number in no such file.
    return None if value != value or "_" in written else value  # noqa: PLR0124 - only NaN differs from itself


def _problem(line: int, message: str) -> Problem:
    return Problem(message=message, line=line, mend="mend or remove this line")


def _raise(problems: list[Problem], what: str) -> None:
    if problems:
        raise InvalidFileError(f"{len(problems)} lines are no {what}", problems=tuple(problems[:_PROBLEM_LIMIT]))
