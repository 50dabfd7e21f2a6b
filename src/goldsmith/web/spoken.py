"""Errors of the house in the language of a page: the ones that a reviewer meets, by how their sentence begins."""

from __future__ import annotations

from goldsmith.errors import GoldsmithError
from goldsmith.web.label_form import told_error
from goldsmith.web.visit import Visit

SPOKEN: tuple[tuple[str, str], ...] = (
    ("you said something on this case in another tab", "error.other_tab"),
    ("this case was changed in another tab", "error.other_tab"),
    ("your evidence is in already", "error.said_already"),
    ("your label is in already", "error.said_already"),
    ("your place at this case went to somebody else", "error.place_lost"),
    ("the case was changed and opened for review anew", "error.opened_anew"),
    ("the case was opened for review anew", "error.opened_anew"),
    ("many people say things about this case", "error.crowded"),
    ("many people reach for the same cases", "error.crowded"),
    ("there is nothing for you to do under this address", "error.nothing_here"),
    ("there is no such source for you", "error.no_source"),
    ("this cannot be taken back", "error.not_back"),
    ("something was said about this case since you opened it", "error.overtaken"),
    ("somebody else checked this case", "error.overtaken"),
    ("evidence comes first", "error.evidence_first"),
    ("a comment has from 1 to", "error.remark_length"),
    ("a reason of", "error.too_long"),
    ("a draft of", "error.too_long"),
    ("this form was not made by a page of the workbench", "error.no_form"),
    ("the label judges a claim twice", "error.no_form"),
)
"""How the sentence of an error begins, and the words that say it and what to do."""


def spoken(visit: Visit, error: GoldsmithError) -> str | None:
    """Return an error in the language of the visit; None: it has no words there, or the language is its own."""
    if visit.language == "en":
        return None
    return next((visit.say(key) for start, key in SPOKEN if error.message.startswith(start)), None)


def spoken_errors(visit: Visit, error: GoldsmithError) -> tuple[str, ...]:
    """Return the lines that a form shows of an error that it could not foresee."""
    words = spoken(visit, error)
    if words is None:
        return tuple(line for line in told_error(error) if line)
    return (words, *(str(problem) for problem in error.problems))
