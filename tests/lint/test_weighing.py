"""Evidence that tells nothing, nothing of its own, or what another passage says too."""

from __future__ import annotations

from typing import Any

from goldsmith.lint.weighing import Flaw, field_of_flaw, named_by, set_aside, weigh, weigh_all
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.corpus import Chunk
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.resolution import Resolution
from tests.lint.building import case, claim, document, need

RETURNS = "# Returns\n\nBring the receipt, and the shop takes a kettle back within 30 days of purchase."
OPENING = "# Opening\n\nThe market hall closes at noon on a public holiday."
ANSWER = "The shop takes a kettle back within 30 days of purchase."


def asked(*needs: Need, answer: str = ANSWER, **fields: Any) -> Case:
    usual: dict[str, Any] = {"question": "Until when may I return a kettle?", "claims": ()}
    return case(accept=(AcceptedAnswer(answer=answer),), evidence=needs, **(usual | fields))


def weighed(asked_case: Case, texts: dict[str, str], corpus: dict[str, str] | None = None) -> tuple[Flaw, ...]:
    chunks = {
        name: Chunk(id=name, document=name.partition("#")[0], ordinal=0, text=text) for name, text in texts.items()
    }
    resolutions = [
        Resolution(case=asked_case.id, need=at, alternative=place, state="found", pinned=item, complete=True)
        for at, one in enumerate(asked_case.evidence)
        for place, item in enumerate(one.any_of)
    ]
    everything = ((name, name.partition("#")[0], text) for name, text in (corpus or texts).items())
    return weigh([asked_case], resolutions, chunks, corpus=everything)


def kinds(found: tuple[Flaw, ...]) -> list[tuple[str, int, int]]:
    return [(one.kind, one.need, one.alternative) for one in found]


def test_evidence_that_says_the_answer_has_no_flaw() -> None:
    assert weighed(asked(need("a#1")), {"a#1": RETURNS}) == ()


def test_a_heading_alone_supports_nothing() -> None:
    found = weighed(asked(need("a#1"), need("a#2")), {"a#1": RETURNS, "a#2": "# Returns of a kettle"})

    assert kinds(found) == [("bare_heading", 1, 0)]


def test_a_passage_on_something_else_supports_nothing() -> None:
    found = weighed(asked(need("a#1"), need("b#1")), {"a#1": RETURNS, "b#1": OPENING})

    assert kinds(found) == [("unsupporting", 1, 0)]


def test_a_claim_that_the_passage_supports_is_enough() -> None:
    closing = RequiredClaim(required="The market hall closes at noon on a public holiday.")
    found = weighed(asked(need("a#1"), need("b#1"), claims=(closing,)), {"a#1": RETURNS, "b#1": OPENING})

    assert found == ()


def test_a_shared_amount_or_date_is_support() -> None:
    amount = asked(need("a#1"), answer="Thirty days.")

    assert weighed(amount, {"a#1": "# Klausel\n\nThe notice period is one of 30 days."}) == ()


def test_evidence_in_another_language_is_left_alone() -> None:
    russian = "# Возврат\n\nЧайник можно вернуть в магазин в течение месяца со дня покупки."

    assert weighed(asked(need("a#1")), {"a#1": russian}) == ()
    assert weighed(asked(need("a#1"), need("b#1")), {"a#1": RETURNS, "b#1": russian}) == ()


def test_a_passage_that_says_nothing_of_its_own_is_not_needed() -> None:
    less = "# Kettles\n\nFor the kettle, the shop has a stand at the entrance, and takes orders."
    found = weighed(asked(need("a#1"), need("b#1")), {"a#1": RETURNS, "b#1": less})

    assert [(one.kind, one.need, one.others) for one in found] == [("unneeded", 1, ("a#1",))]


def test_of_two_that_say_the_same_one_stays() -> None:
    found = weighed(asked(need("a#1"), need("b#1")), {"a#1": RETURNS, "b#1": RETURNS})

    assert [(one.kind, one.need, one.others) for one in found] == [("unneeded", 1, ("a#1",))]


def test_a_need_that_a_claim_names_is_needed() -> None:
    named = RequiredClaim(required=ANSWER, needs=("stand",))
    both = asked(need("a#1"), need("b#1", "stand"), claims=(named,))

    assert weighed(both, {"a#1": RETURNS, "b#1": RETURNS})[0].need == 0
    assert weighed(asked(need("a#1", "x"), need("b#1", "stand"), claims=(claim("judged"),)), {}) == ()


def test_each_half_of_an_answer_is_needed() -> None:
    first = "# Returns\n\nThe shop takes a kettle back."
    second = "# Time\n\nA return is possible within 30 days of purchase."

    assert weighed(asked(need("a#1"), need("b#1")), {"a#1": first, "b#1": second}) == ()


def test_a_passage_that_holds_the_same_sentence_is_a_twin() -> None:
    sentence = "It is said that the shop takes a kettle back within thirty days of purchase, with the receipt."
    corpus = {
        "a#1": RETURNS,
        "b#1": OPENING,
        "c#1": f"# Questions\n\n{RETURNS[11:]} We wish you well.",
        "d#1": sentence,
    }
    found = weighed(asked(need("a#1")), {"a#1": RETURNS}, corpus)

    assert [(one.kind, one.others) for one in found] == [("twin", ("c#1",))]


def test_a_passage_with_another_amount_is_no_twin() -> None:
    corpus = {"a#1": RETURNS, "c#1": RETURNS.replace("30", "14")}

    assert weighed(asked(need("a#1")), {"a#1": RETURNS}, corpus) == ()


def test_a_quote_is_looked_for_as_it_is_and_only_in_other_documents() -> None:
    quote = "takes a kettle back within 30 days of purchase"
    quoted = asked(Need(any_of=(Alternative(chunk="a#1", document="a", quote=quote),)))
    corpus = {"a#1": RETURNS, "a#2": RETURNS, "b#1": f"Note: the shop {quote}."}
    found = weighed(quoted, {"a#1": RETURNS}, corpus)

    assert [(one.kind, one.others) for one in found] == [("twin", ("b#1",))]


def test_what_the_case_names_is_no_twin() -> None:
    both = asked(Need(any_of=(Alternative(chunk="a#1"), Alternative(chunk="b#1"))))

    assert weighed(both, {"a#1": RETURNS, "b#1": RETURNS}) == ()


def test_a_case_without_answer_or_support_is_left_alone() -> None:
    assert weighed(asked(need("a#1"), answerability="unsupported"), {"a#1": OPENING}) == ()
    assert weighed(case(accept=(), claims=(), evidence=(need("a#1"),)), {"a#1": OPENING}) == ()


def test_two_cases_with_one_id_do_not_stop_the_check() -> None:
    short, long = asked(need("a#1")), asked(need("a#1"), need("b#1"))
    resolutions = [
        Resolution(case="c1", need=at, alternative=0, state="found", pinned=Alternative(chunk="b#1"), complete=True)
        for at in (0, 0, 1)
    ]
    chunks = {"b#1": Chunk(id="b#1", document="b", ordinal=0, text="# Opening")}
    found = weigh([short, long], resolutions, chunks)

    assert kinds(found) == [("bare_heading", 0, 0), ("bare_heading", 0, 0)]


def test_planted_and_replaced_documents_are_set_aside() -> None:
    held = [document("new", supersedes=("old",)), document("old"), document("trap", planted="near twin")]

    assert set_aside(held) == {"old", "trap"}


def test_a_corpus_that_is_too_large_is_searched_only_in_the_documents_that_are_named() -> None:
    one = asked(need("a#1"))
    resolutions = [
        Resolution(case="c1", need=0, alternative=0, state="found", pinned=one.evidence[0].any_of[0], complete=True)
    ]
    held = [Chunk(id=name, document="a", ordinal=0, text=RETURNS) for name in ("a#1", "a#2")]
    everything = [("b#1", "b", RETURNS), ("old#1", "old", RETURNS)]
    known = [document("a"), document("b", supersedes=("old",)), document("old")]

    near = weigh_all([one], resolutions, held, known, texts=None)
    far = weigh_all([one], resolutions, held, known, texts=lambda: everything)

    assert [flaw.others for flaw in near] == [("a#2",)]
    assert [flaw.others for flaw in far] == [("b#1",)]


def test_two_quotes_of_one_passage_are_both_needed() -> None:
    first, second = "Bring the receipt", "takes a kettle back within 30 days of purchase"
    both = asked(*(Need(any_of=(Alternative(chunk="a#1", document="a", quote=one),)) for one in (first, second)))

    assert weighed(both, {"a#1": RETURNS}) == ()


def test_a_flaw_is_placed_in_its_case() -> None:
    flaw = Flaw(kind="twin", case="c1", need=1, alternative=0)

    assert (named_by(asked(need("a#1"), need("b#2")), flaw), field_of_flaw(flaw)) == ("'b#2'", "evidence.1.any_of.0")
    assert named_by(asked(need("a#1")), flaw) == "evidence"
