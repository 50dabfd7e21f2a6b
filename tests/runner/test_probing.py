"""Who is probed against whom, and what the probes ask."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import Case, Identity, Message, VariantOf
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.task import Action, Step
from goldsmith.runner.planning import plan_tasks
from goldsmith.runner.probing import PROBE_KINDS, pair_cases, paraphrase, probe_tasks
from goldsmith.text.tokens import tokenise


def permitted(name: str, document: str, question: str = "Where is the safe?", **fields: Any) -> Case:
    evidence = (Need(any_of=(Alternative(document=document),)),)
    return Case(**{"id": name, "question": question, "identity": Identity(user=name), "evidence": evidence, **fields})


def denied(name: str, *documents: str, question: str = "Where is the safe?", **fields: Any) -> Case:
    identity = Identity(user=name, denied=documents)
    return Case(**{"id": name, "question": question, "identity": identity, "behaviour": "refuse", **fields})


def restricted(name: str, *principals: str) -> Document:
    return Document(
        id=name,
        source=f"{name}.md",
        content_hash=ContentHash(algorithm="sha256", value="0"),
        allowed_principals=principals,
        ingestion=Ingestion(status="parsed"),
    )


def pairs(*cases: Case, documents: tuple[Document, ...] = ()) -> list[tuple[str, str, tuple[str, ...], bool]]:
    found = pair_cases(cases, {one.id: one for one in documents}).pairs
    return [(one.permitted.id, one.denied.id, one.documents, one.twin) for one in found]


def test_a_twin_that_asks_the_same_words_comes_before_any_other() -> None:
    other = permitted("ann", "safe-plan", "Where is the safe of the branch?")
    twin = permitted("eve", "safe-plan", "where is  the SAFE?")

    assert pairs(other, twin, denied("bob", "safe-plan")) == [("eve", "bob", ("safe-plan",), True)]


def test_a_variant_is_a_twin_whatever_its_words() -> None:
    variant = denied("bob", "safe-plan", question="safe??", variant_of=VariantOf(case="ann", how="typo"))

    assert pairs(permitted("ann", "safe-plan"), variant) == [("ann", "bob", ("safe-plan",), True)]


def test_without_a_twin_the_nearest_question_about_a_source_denied_by_the_case_is_asked() -> None:
    far = permitted("ann", "safe-plan", "How high is the tower?")
    near = permitted("eve", "safe-plan", "Where does the safe stand?")
    by_rule = permitted("dan", "pay-bands", "Where is the safe key?")
    asked = denied("bob", "safe-plan")

    assert pairs(far, near, by_rule, asked, documents=(restricted("pay-bands", "dan"),)) == [
        ("eve", "bob", ("safe-plan",), False)
    ]


def test_rules_of_the_corpus_deny_too() -> None:
    guest = denied("guest")

    assert pairs(permitted("ann", "safe-plan"), guest, documents=(restricted("safe-plan", "ann"),)) == [
        ("ann", "guest", ("safe-plan",), True)
    ]
    assert pairs(permitted("ann", "safe-plan"), guest) == []


def test_a_partner_who_may_not_see_the_source_either_shows_nothing() -> None:
    blind = permitted("ann", "safe-plan", identity=Identity(user="ann", denied=("safe-plan",)))
    nobody = permitted("nobody", "safe-plan", identity=None)

    found = pair_cases([blind, nobody, denied("bob", "safe-plan")], {"safe-plan": restricted("safe-plan", "dan")})

    assert (found.pairs, found.uncontrolled) == ((), ("ann", "bob"))


def test_a_case_in_which_the_system_plays_a_turn_is_no_partner() -> None:
    played = permitted("ann", "safe-plan", messages=(Message(role="user", content="Hello"),))
    recorded = permitted(
        "eve",
        "safe-plan",
        messages=(Message(role="user", content="Hello"), Message(role="assistant", content="Hello.")),
    )

    assert pair_cases([played, denied("bob", "safe-plan")]).uncontrolled == ("bob",)
    assert pairs(recorded, denied("bob", "safe-plan")) == [("eve", "bob", ("safe-plan",), True)]


def test_a_refusal_that_is_not_about_access_is_not_probed() -> None:
    lost = Case(id="mars", question="And on Mars?", identity=Identity(user="bob"), behaviour="refuse")

    found = pair_cases([permitted("ann", "safe-plan"), lost], {"safe-plan": restricted("safe-plan", "ann")})

    assert (found.pairs, found.uncontrolled) == ((), ())


def test_two_cases_of_one_identity_with_one_partner_are_one_probe() -> None:
    identity = Identity(user="bob", denied=("safe-plan",))

    assert pairs(permitted("ann", "safe-plan"), denied("b1", identity=identity), denied("b2", identity=identity)) == [
        ("ann", "b1", ("safe-plan",), True)
    ]


def test_the_probes_come_after_the_cases_and_change_the_system_last() -> None:
    cases = (denied("bob", "safe-plan"), permitted("ann", "safe-plan"))

    tasks = plan_tasks(cases, ("deleted", "revoked", "same_text", "simultaneous"))

    assert [(task.id, task.probe, task.together) for task in tasks] == [
        ("bob", "", False),
        ("ann", "", False),
        ("bob~same_text", "same_text", False),
        ("bob~simultaneous", "simultaneous", True),
        ("ann~revoked", "revoked", False),
        ("ann~deleted", "deleted", False),
    ]


def test_both_askers_put_the_question_that_leads_to_the_source() -> None:
    ann, bob = permitted("ann", "safe-plan"), denied("bob", "safe-plan", question="Tell me of the safe")

    (task,) = probe_tasks([ann, bob], ["same_text"])

    assert task.steps == (
        Step(case="ann", question="Where is the safe?", identity=ann.identity),
        Step(case="bob", question="Where is the safe?", identity=bob.identity),
    )


def test_only_the_id_of_a_conversation_is_shared() -> None:
    (task,) = probe_tasks([permitted("ann", "safe-plan"), denied("bob", "safe-plan")], ["shared_conversation"])
    first, second = task.steps

    assert first.conversation is not None
    assert (second.conversation, second.messages) == (first.conversation, ())


@pytest.mark.parametrize(
    ("probe", "does", "undoes"), [("revoked", "revoke", "grant"), ("deleted", "delete", "restore")]
)
def test_what_is_taken_from_the_permitted_asker_is_given_back(probe: str, does: Any, undoes: Any) -> None:
    (task,) = probe_tasks([permitted("ann", "safe-plan"), denied("bob", "safe-plan")], [probe])
    first, second = task.steps

    assert (first.before, first.after) == ((), ())
    assert second.before == (Action(kind=does, user="ann", document="safe-plan"),)
    assert second.after == (Action(kind=undoes, user="ann", document="safe-plan"),)


@given(st.lists(st.sampled_from(["a", "a~same_text", "a~~same_text", "a~", "~", "b", "b~revoked"]), unique=True))
def test_no_task_takes_the_id_of_another(names: list[str]) -> None:
    cases = [permitted("p", "s"), *(denied(name, "s") for name in names)]

    ids = [task.id for task in plan_tasks(cases, PROBE_KINDS)]

    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        ("Where is the safe?", None, "could you please tell me: where is the safe"),
        ("Где сейф?", None, "подскажите, пожалуйста: где сейф"),
        ("保险柜在哪里？", None, "请问一下，保险柜在哪里"),
        ("Wo ist der Tresor?", "de-AT", "können sie mir bitte sagen: wo ist der tresor"),
    ],
)
def test_a_paraphrase_is_polite_in_the_language_of_the_question(
    question: str, language: str | None, words: str
) -> None:
    assert paraphrase(question, language) == words


@given(st.text(), st.sampled_from([None, "en", "ru", "zh"]))
def test_a_paraphrase_keeps_every_word(question: str, language: str | None) -> None:
    asked = [token.text for token in tokenise(question)]
    said = [token.text for token in tokenise(paraphrase(question, language))]

    assert said[len(said) - len(asked) :] == asked
