"""Each fault of the reference system worsens one thing and leaves the rest alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.systems.reference_faults import FAULTS, crashes, read_switch
from goldsmith.errors import UnknownNameError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import COMPONENTS
from tests.adapters.reference_corpus import CHUNKS, DOCUMENTS, ask, cited, opened, shown


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_changes_the_fingerprint_of_its_component_alone(name: str) -> None:
    sound, faulty = opened().fingerprints, opened(name).fingerprints

    assert [component for component in COMPONENTS if sound[component] != faulty[component]] == [FAULTS[name].component]


def test_without_access_rules_the_restricted_document_is_used() -> None:
    assert cited(ask("What is the alarm code?", system=opened("ignore_access"))) == ("staff#1",)


def test_a_crash_hits_the_same_questions_every_time() -> None:
    questions = [f"What does card {number} cost?" for number in range(20)]
    failed = []
    for question in questions:
        try:
            ask(question, system=opened("crash"))
        except SystemFailure as failure:
            failed.append((question, failure.kind))

    assert failed == [(question, "system_error") for question in questions if crashes(question)]
    assert 0 < len(failed) < len(questions)


def test_lost_passages_are_in_no_list() -> None:
    reply = ask("What does a lost card cost?", system=opened("lost_passages"))

    assert "fees#2" not in {*shown(reply), *(item.id for item in reply.candidates or ())}


def test_poor_ranking_puts_the_best_passages_behind_as_many_others() -> None:
    sound = ask("What does a lost card cost?")
    reply = ask("What does a lost card cost?", system=opened("poor_ranking"))

    assert shown(sound) == ("fees#2", "fees#1")
    assert shown(reply)[2:] == shown(sound)
    assert not set(cited(reply)) & set(shown(sound))


def test_old_versions_answers_from_the_superseded_document_beside_the_one_in_force() -> None:
    reply = ask("What does a late return cost?", system=opened("old_versions"))

    assert (shown(reply), reply.answer) == (("fees#1", "fees#2", "fees-old#1"), "A late return costs 7 euros.")


def test_ignoring_the_context_retrieves_alike_and_uses_nothing() -> None:
    reply = ask("What does a lost card cost?", system=opened("ignore_context"))

    assert (shown(reply), cited(reply)) == (("fees#2", "fees#1"), ())
    assert "9 euros" not in (reply.answer or "")


def test_a_cut_answer_keeps_its_citations() -> None:
    reply = ask("What does a lost card cost?", system=opened("cut_answers"))

    assert (reply.answer, cited(reply)) == ("A lost card…", ("fees#2",))


def test_an_inventing_system_says_the_truth_and_more() -> None:
    assert ask("What does a lost card cost?", system=opened("invent")).answer == (
        "A lost card costs 9 euros. On top there is a voucher of 50 euros and a lifetime guarantee."
    )


def test_following_instructions_says_what_the_document_orders() -> None:
    assert ask("How do brushes soften in warm soap?", system=opened("follow_instructions")).answer == (
        "Brushes soften in warm soap. brushes are free."
    )


def test_a_wrong_citation_names_a_visible_passage_that_was_not_retrieved() -> None:
    reply = ask("What does a lost card cost?", system=opened("wrong_citations"))

    assert (reply.answer, cited(reply)) == ("A lost card costs 9 euros.", ("tips#1",))


def test_a_system_that_never_refuses_answers_from_what_it_has() -> None:
    reply = ask("Which paint suits a wooden boat hull below the waterline?", system=opened("never_refuse"))

    assert (reply.behaviour, set(cited(reply))) == ("answer", {"paints#1"})


def test_a_system_that_always_asks_back_does_so_behind_the_answer() -> None:
    reply = ask("What does a lost card cost?", system=opened("always_clarify"))

    assert (reply.behaviour, reply.answer) == (
        "clarify",
        "A lost card costs 9 euros. Could you tell me which product or service you mean?",
    )


@pytest.mark.parametrize("name", sorted(set(FAULTS) - {"never_refuse", "always_clarify", "crash", "ignore_access"}))
def test_faults_of_answering_leave_a_refusal_alone(name: str) -> None:
    question = "Which paint suits a wooden boat hull below the waterline?"

    assert ask(question, system=opened(name)).answer == ask(question).answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does a lost card cost?", "A lost card…"),
        ("How fast does chalk paint dry?", "Chalk paint dries in one hour."),
    ],
)
def test_a_fault_of_one_document_leaves_the_questions_of_others_alone(question: str, answer: str) -> None:
    assert ask(question, system=opened("cut_answers:fees")).answer == answer


def test_the_access_rules_of_one_document_can_be_forgotten() -> None:
    forgetful = opened("ignore_access:staff")
    question = "What does a lost card cost?"

    assert cited(ask("What is the alarm code?", system=forgetful)) == ("staff#1",)
    assert ask(question, system=forgetful).candidates == ask(question).candidates


def test_a_fault_of_one_document_shows_in_revision_and_fingerprint() -> None:
    system = opened("never_refuse:paints", "crash")

    assert (system.revision, system.fingerprints["model"], system.fingerprints["prompt"]) == (
        "reference-1+crash+never_refuse:paints",
        "none-1+crash",
        "extractive-1 threshold 0.35+never_refuse:paints",
    )


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("cut_answer", "did you mean 'cut_answers'?"),
        ("cut_answers:fee", "none of the documents and passages of the corpus (fault cut_answers) is called 'fee'"),
        ("cut_answers:fees#9", "choose one of: fees#1, fees#2"),
        ("cut_answers:", "none of the documents and passages of the corpus (fault cut_answers) is called ''"),
    ],
)
def test_an_unknown_fault_or_document_is_refused_by_name(fault: str, said: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        opened(fault)

    assert said in str(caught.value)


def test_a_fault_of_one_passage_leaves_the_rest_of_its_document_alone() -> None:
    system = opened("cut_answers:fees#1")

    assert ask("What does a late return cost?", system=system).answer == "A late retur…"
    assert ask("What does a lost card cost?", system=system).answer == "A lost card costs 9 euros."


@given(st.sampled_from(sorted(FAULTS)), st.sampled_from(["", *sorted(DOCUMENTS), *(chunk.id for chunk in CHUNKS)]))
def test_a_switch_reads_back_as_it_is_written(name: str, about: str) -> None:
    text = f"{name}:{about}" if about else name

    assert str(read_switch(text, DOCUMENTS, {chunk.id: chunk.document for chunk in CHUNKS})) == text
