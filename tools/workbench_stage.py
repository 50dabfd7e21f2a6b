"""A help desk in the middle of its reviews, for the pictures of the documentation: the same at each call.

Seven people, cases that are open, begun, disputed, settled and applied, a batch that is being checked and one that went
back, a document that changed, marked sentinels, two runs. Nothing follows from a clock or from chance but the opaque
names of cases and documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ondisk.revisions import load_revision
from goldsmith.ports.system import System
from goldsmith.records.case import Case
from goldsmith.records.decision import Confirmations
from goldsmith.records.workbench import (
    ClaimWord,
    EvidenceGiven,
    Labelled,
    Mark,
    Practised,
    SampleChecked,
    SampleEvidence,
)
from goldsmith.text.spans import Span
from goldsmith.wiring import open_system
from goldsmith.workflows.demo import demonstrate
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.refresh import plan_refresh
from goldsmith.workflows.review_apply import apply_reviews
from goldsmith.workflows.review_batch import Quality, close_if_decided, draw_batch
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Sent
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_practice import lessons
from goldsmith.workflows.review_resolve import dispute_of, follow
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sentinels import mark_sentinels
from goldsmith.workflows.review_sources import text_in
from goldsmith.workflows.run import Asking

START = datetime(2026, 9, 14, 8, 30, tzinfo=UTC)
PEOPLE = """

[workbench]
url = "https://reviews.example.org"
second_share = 0.5

[people.mira]
roles = ["evaluation_owner"]
tenant = "eu"
principals = ["support-eu", "support-us", "people-team"]
email = "mira@example.org"
hours_per_week = 4.0

[people.anna]
tenant = "eu"
principals = ["support-eu"]
languages = ["en", "ru", "zh"]
hours_per_week = 2.0
email = "anna@example.org"

[people.ben]
tenant = "eu"
principals = ["support-eu"]
hours_per_week = 3.0

[people.clara]
tenant = "eu"
principals = ["support-eu"]
hours_per_week = 1.5

[people.dan]
tenant = "us"
principals = ["support-us"]
hours_per_week = 1.0

[people.sam]
roles = ["security_owner"]
tenant = "eu"
principals = ["support-eu"]

[people.pia]
roles = ["product_owner"]
"""
ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
SENTINELS = ("returns-window-eu", "recall-scald", "discount-code-injection", "warranty-length")
TO_SHOW = "returns-receipt-and-payout"
"""The case that is marked and decided in the pictures."""
APPLIED = ("kettle-vinegar", "returns-no-receipt-typo")
RETURNED = ("oven-code-e3", "kettle-switches-off", "app-audit", "loan-oven-days", "loan-collection-fee")
CHECKED = (
    "warranty-length", "warranty-second-hand", "warranty-claim-answer-time", "care-plans-compared",
    "returns-postage-free",
)  # fmt: skip
DISPUTED, DECIDED = "returns-opened-deduction", "shipping-standard-or-express"
APART = "warranty-canteen"
OPENED = (
    *APPLIED, *RETURNED, *CHECKED, DISPUTED, DECIDED, APART, TO_SHOW, *SENTINELS, "returns-holiday-gift",
    "returns-steps-eu", "returns-days-ru", "care-plan-downgrade", "repair-price-oven", "steam-dishwasher",
    "kettle-burning-smell", "descaling-acid-ru", "first-brook-filter", "mixer-watts", "madrid-shop",
    "window-stock-injection",
)  # fmt: skip
CHANGES = {
    "policies/returns-2026.md": (
        ("within 30 days of delivery", "within 28 days of delivery"),
        ("The 30 days", "The 28 days"),
    ),
    "policies/warranty-2026.md": (("answers within 5 working days", "answers within 3 working days"),),
}


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.moment = START

    def __call__(self) -> datetime:
        return self.moment

    def move(self, minutes: float) -> None:
        """Let time pass."""
        self.moment += timedelta(minutes=minutes)


class Stage:
    """The desk, and what is said at it."""

    def __init__(self, root: Path) -> None:
        """Lay the example out in `root`, run both of its systems, and open its reviews."""
        self.clock = Clock()
        demonstrate(root, ask=_ask, now=START - timedelta(days=3), tell=lambda _: None)
        settings = root / "goldsmith.toml"
        settings.write_text(settings.read_text(encoding="utf-8") + PEOPLE, encoding="utf-8")
        mark_sentinels(open_project(root), SENTINELS)
        self.desk = Desk(open_project(root), MemoryReviewStore(), now=self.clock)
        self.cases = {case.id: case for case in self.desk.project.golden.cases}
        open_reviews(self.desk, person=self.desk.person("mira"), cases=tuple(dict.fromkeys(OPENED)), trigger="audit")

    def handle(self, case: str) -> str:
        """Return the opaque name of a case."""
        return handle_for(self.desk, case)

    def marks(self, case: str, *quotes: str) -> tuple[Mark, ...]:
        """Return marks of `quotes`, each a need of its own; without any, those that the author of the case made."""
        held = self.cases[case]
        if quotes:
            documents = list(dict.fromkeys(item.document for need in held.evidence for item in need.any_of))
            return tuple(self._mark(place, documents, quote) for place, quote in enumerate(quotes))
        return tuple(
            self._mark(place, [item.document], item.quote)
            for place, need in enumerate(held.evidence)
            for item in need.any_of[:1]
            if item.quote
        )

    def _mark(self, need: int, documents: Iterable[str | None], quote: str) -> Mark:
        for document in documents:
            text = text_in(self.desk, document or "")
            start = text.text.find(quote)
            if document and start >= 0:
                span = Span(start, start + len(quote))
                return Mark(
                    need=need, document=document, start=span.start, end=span.end, quote=quote,
                    chunks=text.names_under(span),
                )  # fmt: skip
        message = f"no document of the case says {quote!r}"
        raise LookupError(message)

    def says(self, who: str, case: str, label: Labelled | None = None, *, minutes: float = 4) -> None:
        """Let somebody give evidence, then their label; without one they agree with the author."""
        word = label or approval(self.cases[case], self.marks(case))
        self.gives(who, case, word.marks)
        self.clock.move(minutes)
        self.desk.say(who, f"case:{case}", replace(word, seconds=60.0 * minutes))

    def gives(self, who: str, case: str, marks: tuple[Mark, ...]) -> None:
        """Let somebody give evidence."""
        self.clock.move(1)
        self.desk.say(who, f"case:{case}", EvidenceGiven(round=1, marks=marks, prelabel_shown=False))

    def agree(self, *cases: str) -> None:
        """Let as many people as a case needs say the same of it."""
        for at, case in enumerate(cases):
            one = self.desk.bench().round_of(case)
            needed = one.opened.needed if one is not None else 1
            for who in (("anna", "ben") if at % 2 else ("ben", "anna"))[:needed]:
                self.says(who, case, minutes=3 + at % 3)

    def checks(self, name: str, case: str, label: Labelled) -> None:
        """Let the third reviewer check one case of a batch."""
        self.clock.move(4)
        evidence = EvidenceGiven(round=1, marks=label.marks, prelabel_shown=False)
        self.desk.say("clara", f"batch:{name}", SampleEvidence(case=case, evidence=evidence))
        self.desk.say("clara", f"batch:{name}", SampleChecked(case=case, label=label))


def staged(root: Path) -> Stage:
    """Return the whole scene."""
    stage = Stage(root)
    _settle(stage)
    _differ(stage)
    _draw(stage)
    _change(stage, root)
    stage.says("anna", "repair-price-oven")
    stage.gives("anna", "returns-holiday-gift", stage.marks("returns-holiday-gift"))
    handbook = handbook_of(stage.desk.project).digest
    for lesson, right in zip(lessons(stage.desk, stage.desk.person("anna")), (True, False), strict=False):
        fact = Practised(example=lesson.exercise.name, right=right, handbook_digest=handbook)
        stage.desk.say("anna", "person:anna", fact)
    stage.clock.move(2)
    return stage


def approval(case: Case, marks: tuple[Mark, ...]) -> Labelled:
    """Return an approval of everything that a case says."""
    return Labelled(
        round=1, decision="approved", reason="", marks=marks, answer="right" if case.accept else None,
        claims=tuple(ClaimWord(claim=place, holds=True) for place in range(len(case.claims))),
        behaviour=case.behaviour, confirmations=ALL,
    )  # fmt: skip


def _settle(stage: Stage) -> None:
    stage.agree(*APPLIED)
    apply_reviews(stage.desk, person="mira", cases=APPLIED)
    stage.clock.move(60 * 24)
    stage.agree(*RETURNED, *CHECKED)


def _differ(stage: Stage) -> None:
    whole = approval(stage.cases[DISPUTED], stage.marks(DISPUTED))
    first, second = (
        "Opened appliances are taken back with a deduction of 10 percent of the price.",
        "Bowls, whisks and other parts that touch food are not taken back once the seal is broken",
    )
    stage.says("anna", DISPUTED, replace(whole, marks=stage.marks(DISPUTED, first)))
    missing = "The exception for bowls and whisks is missing."
    both = stage.marks(DISPUTED, first, second)
    stage.says("ben", DISPUTED, replace(whole, marks=both, answer="incomplete", reason=missing))
    stage.says("ben", APART)
    stage.says("anna", APART, Labelled(round=1, decision="rejected", reason="Two questions in one.", marks=()))
    stage.says("anna", DECIDED, replace(approval(stage.cases[DECIDED], stage.marks(DECIDED)), marks=()))
    stage.says("ben", DECIDED)
    clara, handle = stage.desk.person("clara"), stage.handle(DECIDED)
    found = dispute_of(stage.desk, clara, handle)
    letter = next(side.letter for side in found.sides if side.marks)
    sent = Sent(round=found.round, base=found.base, key="settled")
    reason = "The table names both prices, so there is evidence. Tables count like sentences."
    stage.clock.move(30)
    follow(stage.desk, clara, handle, sent=sent, seen=found.seen, letter=letter, reason=reason)


def _draw(stage: Stage) -> None:
    desk, mira = stage.desk, stage.desk.person("mira")
    quality = Quality(good=0.02, bad=0.4, risk=0.1)
    stage.clock.move(60 * 25)
    draw_batch(desk, mira, name="2026-09-products", quality=quality, cases=RETURNED)
    for case in desk.bench().batches["2026-09-products"].drawn.sample:
        wrong = Labelled(round=1, decision="rejected", reason="The sources do not say so.", marks=())
        if desk.bench().batches["2026-09-products"].closed is None:
            stage.checks("2026-09-products", case, wrong)
            close_if_decided(desk, desk.person("clara"), "2026-09-products")
    stage.clock.move(60)
    draw_batch(desk, mira, name="2026-09-money", quality=quality, cases=CHECKED)
    case = desk.bench().batches["2026-09-money"].drawn.sample[0]
    stage.checks("2026-09-money", case, approval(stage.cases[case], stage.marks(case)))


def _change(stage: Stage, root: Path) -> None:
    for name, pairs in CHANGES.items():
        path = root / "documents" / name
        text = path.read_text(encoding="utf-8")
        for old, new in pairs:
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    freeze(root / "documents", root=root, options=FreezeOptions(label="2026-10"))
    plan_refresh(stage.desk.project, load_revision(root, "2026-10"))


def _ask(project: Project, name: str) -> tuple[System, Asking]:
    opened = open_system(project, name, here=project.root)
    return opened.system, opened.asking()
