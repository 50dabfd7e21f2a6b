"""A proposed case as a form: what stands in its fields, the marks, and the proposal that they make."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import cast, get_args

from goldsmith.ports.pages import Call
from goldsmith.records.vocabulary import AXES, Answerability, Behaviour
from goldsmith.web.marking import Marked, data_in, dense, is_text, mark_from, posted
from goldsmith.web.visit import LANGUAGES, Visit
from goldsmith.workflows.review_write import Proposal, Remarked

TEXTS = (
    "question", "answer", "required", "optional", "prohibited", "must_ask", "must_point_to", "user", "tenant", "roles",
    "tags", "name",
)  # fmt: skip
CHOICES = ("answerability", "behaviour", "refusal_reason", "job", "risk", "language", "origin", "judged")
ANSWERABILITY = ("supported", "ambiguous", "unsupported")
BEHAVIOUR = ("answer", "clarify", "refuse", "escalate", "fail_safely")
REASONS = ("not_found", "not_permitted", "out_of_scope", "unsafe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The content of the form."""

    fields: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[Marked, ...] = ()
    missing: tuple[str, ...] = ()
    """Words that were entered by hand and do not stand in their passage."""

    @property
    def json(self) -> str:
        """What is kept as a draft."""
        held = {"fields": dict(self.fields), "marks": [asdict(mark) for mark in self.marks]}
        return json.dumps(held, sort_keys=True)

    def text(self, name: str) -> str:
        """Return what stands in a field."""
        return self.fields.get(name, "").strip()

    def lines(self, name: str) -> tuple[str, ...]:
        """Return what stands in a field, one thing a line."""
        return tuple(line for line in (one.strip() for one in self.text(name).splitlines()) if line)


def written_in(call: Call) -> Written:
    """Return what stands in a form that was sent."""
    read = posted(call)
    fields = {name: call.posted(name).replace("\r\n", "\n") for name in (*TEXTS, *CHOICES) if call.posted(name)}
    return Written(fields=fields, marks=read.marks, missing=read.missing)


def written_before(draft: str | None, *, language: str) -> Written:
    """Return what a draft holds; an empty form without one, or for what no page of ours wrote."""
    held = _read(draft)
    if held is None:
        return Written(fields={"language": language})
    fields, marks = held.get("fields"), held.get("marks")
    found = [mark_from(item) for item in marks] if isinstance(marks, list) else []
    return Written(
        fields={str(key): value for key, value in fields.items() if is_text(key) and is_text(value)}
        if isinstance(fields, dict)
        else {},
        marks=dense(mark for mark in found if mark is not None),
    )


def proposal_of(written: Written) -> Proposal:
    """Return the proposal that the fields make."""
    answerability, behaviour = written.text("answerability"), written.text("behaviour")
    return Proposal(
        question=written.text("question"),
        answerability=cast("Answerability", answerability) if answerability in ANSWERABILITY else "unstated",
        behaviour=cast("Behaviour", behaviour) if behaviour in get_args(Behaviour) else "unstated",
        marks=tuple(mark.given for mark in written.marks),
        answer=written.text("answer"),
        required=written.lines("required"),
        optional=written.lines("optional"),
        prohibited=written.lines("prohibited"),
        matched=not written.text("judged"),
        must_ask=written.lines("must_ask"),
        must_point_to=written.lines("must_point_to"),
        refusal_reason=_one_of(written, "refusal_reason", REASONS),
        user=written.text("user"),
        tenant=written.text("tenant"),
        roles=tuple(_listed(written.text("roles"))),
        job=_one_of(written, "job", AXES["job"]),
        risk=_one_of(written, "risk", AXES["risk"]),
        language=written.text("language") or None,
        origin=_one_of(written, "origin", AXES["origin"]),
        tags=tuple(_listed(written.text("tags"))),
        name=written.text("name"),
    )


def unfinished(written: Written) -> Iterator[Remarked]:
    """Yield what a proposal lacks before any rule can say something of it."""
    if not written.text("question"):
        yield Remarked(code="no_question", field="question", hard=True)
    if not written.text("answerability"):
        yield Remarked(code="no_answerability", field="answerability", hard=True)
    if not written.text("behaviour"):
        yield Remarked(code="no_behaviour", field="behaviour", hard=True)
    if written.text("answerability") == "supported" and not written.marks:
        yield Remarked(code="no_evidence", field="evidence", hard=True)
    if written.text("behaviour") == "clarify" and not written.lines("must_ask"):
        yield Remarked(code="no_must_ask", field="must_ask", hard=False)
    name = written.text("name")
    if name and not all(one.isalnum() or one in "-_." for one in name):
        yield Remarked(code="bad_name", field="name", hard=True)


def languages_of(visit: Visit) -> tuple[str, ...]:
    """Return the languages in which cases are written: those of the set, then those of the pages."""
    own = sorted({case.language for case in visit.desk.project.golden.cases if case.language})
    return tuple(dict.fromkeys((*own, *LANGUAGES)))


def told(visit: Visit, written: Written) -> str:
    """Return what was entered in words, one thing a line: for two versions to be held against each other."""
    marks = [f"{visit.say('case.need', n=mark.need + 1)}: {mark.quote or ''}" for mark in written.marks]
    texts = [written.text(name) for name in TEXTS if written.text(name)]
    return "\n".join([*texts[:1], *marks, *texts[1:]])


def _one_of(written: Written, name: str, words: tuple[str, ...]) -> str | None:
    value = written.text(name)
    return value if value in words else None


def _listed(text: str) -> Iterator[str]:
    yield from dict.fromkeys(
        part.strip() for part in text.replace("，", ",").replace("、", ",").split(",") if part.strip()
    )


def _read(text: str | None) -> dict[str, object] | None:
    held = data_in(text) if text is not None else None
    return held if isinstance(held, dict) else None
