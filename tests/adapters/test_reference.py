"""The reference system answers by rules that can be checked by hand."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.systems.reference import open_reference
from goldsmith.adapters.systems.reference_pieces import part_long, read_pieces, stems
from goldsmith.errors import ConfigurationError, UnknownNameError
from goldsmith.ondisk.golden import load_golden
from goldsmith.records.case import Identity, Message
from goldsmith.records.corpus import Chunk
from goldsmith.records.response import CHANNELS, COMPONENTS, Citation, Reply
from tests.adapters.reference_corpus import CHUNKS, CLERK, DOCUMENTS, ask, chunk, cited, document, opened, shown


def test_an_answer_quotes_the_best_sentence_and_cites_where_it_stands() -> None:
    reply = ask("What does a lost card cost?")

    assert (reply.behaviour, reply.answer) == ("answer", "A lost card costs 9 euros.")
    assert reply.citations == (Citation(id="fees#2", quote="A lost card costs 9 euros.", at=(0, 26)),)


def test_a_restricted_document_is_found_by_those_who_may_see_it() -> None:
    assert ask("What is the alarm code?", identity=CLERK).answer == "The alarm code is 4711."


def test_a_restricted_document_is_not_even_a_candidate_for_others() -> None:
    reply = ask("What is the alarm code?")

    assert (reply.behaviour, reply.refusal_reason, reply.candidates) == ("refuse", "out_of_scope", ())


def test_nobody_sees_the_documents_of_a_tenant_without_an_identity() -> None:
    assert ask("What is the alarm code?", identity=None).behaviour == "refuse"


def test_what_the_identity_allows_and_denies_stands_above_the_rules_of_the_corpus() -> None:
    allowed = Identity(user="eve", tenant="south", allowed=("staff",))
    denied = Identity(user="ann", tenant="north", roles=("clerk",), denied=("staff",))

    assert ask("What is the alarm code?", identity=allowed).behaviour == "answer"
    assert ask("What is the alarm code?", identity=denied).behaviour == "refuse"


@given(
    st.sets(st.sampled_from(sorted(DOCUMENTS))), st.sampled_from(["late return", "paint dries", "alarm code", "soap"])
)
def test_no_channel_shows_a_denied_document(denied: set[str], words: str) -> None:
    reply = ask(f"Tell me of the {words} please, all of it", identity=Identity(user="u", denied=tuple(sorted(denied))))
    ids = (*shown(reply), *cited(reply), *(item.id for item in reply.candidates or ()), *reply_trace(reply))

    assert {name.partition("#")[0] for name in ids} & denied == set()


def reply_trace(reply: Reply) -> tuple[str, ...]:
    trace = reply.trace or {}
    return (*trace["candidates"], *trace["retrieved"])


def test_a_superseded_document_is_a_candidate_and_never_reaches_the_context() -> None:
    reply = ask("What does a late return cost?")

    assert {item.id for item in reply.candidates or ()} == {"fees#1", "fees#2", "fees-old#1"}
    assert (shown(reply), reply.answer) == (("fees#1", "fees#2"), "A late return costs 4 euros.")


def test_what_no_passage_covers_is_refused_with_a_place_to_ask() -> None:
    reply = ask("Which paint suits a wooden boat hull below the waterline?")

    assert (reply.behaviour, reply.refusal_reason) == ("refuse", "not_found")
    assert reply.answer == "I could not find this in the documents. Please ask the help desk."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Где купить билет на поезд?", "Я не нашёл этого в документах. Обратитесь, пожалуйста, сюда: the help desk."),
        ("火车票在哪里买？", "在文档中没有找到相关信息。请联系 the help desk。"),
    ],
)
def test_a_refusal_speaks_the_language_of_the_question(question: str, answer: str) -> None:
    assert ask(question).answer == answer


def test_a_question_of_one_word_that_fits_several_passages_is_asked_back() -> None:
    reply = ask("How much does it cost?")

    assert reply.behaviour == "clarify"
    assert reply.answer == (
        "That could be about several things: Lost card; Late return. "
        "Could you tell me which product or service you mean?"
    )


def test_a_passage_that_says_to_hand_over_makes_the_system_hand_over() -> None:
    reply = ask("Oil paint burns my skin, help!")

    assert reply.behaviour == "escalate"
    assert reply.answer == (
        "I am handing this over to the desk that is named here. "
        "If paint burns the skin, rinse it. Hand the visitor over to the nurse desk."
    )


def test_a_question_about_a_document_that_could_not_be_read_fails_safely() -> None:
    reply = ask("Which pressure does the boiler sheet give?")

    assert (reply.behaviour, shown(reply), cited(reply)) == ("fail_safely", (), ())
    assert "in/boiler-sheet.pdf" in (reply.answer or "")


def test_an_answer_from_a_document_read_in_part_says_so() -> None:
    documents = {"old": document("old", status="partial")}
    system = open_reference((chunk("old#1", "The gate opens at nine."),), documents)

    assert ask("When does the gate open?", system=system).answer == (
        "The gate opens at nine. This source could be read in part only, so the answer is not certain."
    )


def test_two_documents_in_force_that_differ_in_a_number_are_said_to_disagree() -> None:
    documents = {"a": document("a"), "b": document("b")}
    chunks = (chunk("a#1", "The gate opens at 9 every day."), chunk("b#1", "The gate opens at 8 every day."))

    assert ask("When does the gate open every day?", system=open_reference(chunks, documents)).answer == (
        "The sources disagree. The gate opens at 9 every day. The gate opens at 8 every day."
    )


def test_orders_inside_a_document_are_not_obeyed_and_not_quoted() -> None:
    assert ask("How do brushes soften in warm soap?").answer == "Brushes soften in warm soap."


def test_the_last_turn_of_the_user_lends_its_words_to_a_short_question() -> None:
    turns = (Message(role="user", content="I use chalk paint."), Message(role="assistant", content="Good."))
    reply = ask("And how fast is it dry?", turns=turns)

    assert (reply.answer, reply.state) == ("Chalk paint dries in one hour.", {"topic": "paints"})


def test_a_slip_of_the_pen_is_read_as_the_word_that_the_passages_know() -> None:
    chunks = (chunk("paints#1", "Receipts are kept for a year."),)

    assert ask("are reciepts kept", system=opened(chunks=chunks)).answer == "Receipts are kept for a year."


def test_a_question_that_asks_how_gets_the_whole_list_of_steps_in_order() -> None:
    steps = "## How to wash a brush\n\n1. Wipe it.\n2. Soak it.\n3. Dry it flat."
    chunks = (chunk("paints#1", steps, section="Care > How to wash a brush"), *CHUNKS)

    assert (
        ask("How do I wash a brush?", system=opened(chunks=chunks)).answer
        == "1. Wipe it.\n2. Soak it.\n3. Dry it flat."
    )


def test_a_table_row_is_said_with_the_heads_of_its_columns_and_quoted_as_it_stands() -> None:
    table = "| Code | Meaning |\n|---|---|\n| E1 | Door open |\n| E2 | No water |"
    reply = ask("What does code E2 mean?", system=opened(chunks=(chunk("paints#1", table),)))

    assert reply.answer == "Code: E2; Meaning: No water."
    assert [citation.quote for citation in reply.citations or ()] == ["| E2 | No water |"]


def test_the_pieces_of_a_passage_leave_out_headings_and_join_broken_lines() -> None:
    pieces = read_pieces(chunk("a#1", "# Title\n\nFirst one,\ngoes on. Second 1.5 one!\n- an item"))

    assert [(piece.said, piece.step) for piece in pieces] == [
        ("First one, goes on.", False),
        ("Second 1.5 one!", False),
        ("- an item", True),
    ]


def test_stems_join_the_forms_of_a_word() -> None:
    assert stems("The policies covered, covering and cover; накипи и накипью; 保修期") == (
        "policy", "cover", "cover", "cover", "накип", "накип", "保修", "修期",
    )  # fmt: skip


def test_only_the_questions_of_a_long_text_are_what_is_asked() -> None:
    story = (
        "My aunt bought a large green kettle near the old harbour one winter, wrapped in brown paper with red string."
    )

    assert part_long(f"{story} Is it safe?") == ("Is it safe?", story)
    assert part_long("I have a kettle. Is it safe?") == ("I have a kettle. Is it safe?", "")


def test_every_channel_and_component_is_shown() -> None:
    system = opened()
    reply = ask("What does a lost card cost?", system=system)

    assert (system.shows, set(system.fingerprints)) == (CHANNELS, set(COMPONENTS))
    assert (reply.tool_calls, reply.cache, reply.identity_echo) == ((), "", "bob")
    assert [event.text for event in reply.events or ()] == [reply.answer, ""]
    assert (reply.usage.output_tokens, reply.fingerprints) == (6, dict(system.fingerprints))


def test_a_reply_does_not_depend_on_what_was_asked_before() -> None:
    used = opened()
    ask("What is the alarm code?", system=used, identity=CLERK)

    assert ask("How long does oil paint dry?", system=used) == ask("How long does oil paint dry?", system=opened())


def test_an_unknown_fault_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'cut_answers'"):
        opened("cut_answer")


@pytest.mark.parametrize(("top_k", "threshold"), [(0, 0.5), (5, 1.5)])
def test_a_setting_out_of_range_is_refused(top_k: int, threshold: float) -> None:
    with pytest.raises(ConfigurationError, match=f"top_k is {top_k} and threshold is {threshold}"):
        open_reference(CHUNKS, DOCUMENTS, top_k=top_k, threshold=threshold)


def test_a_corpus_without_text_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="holds none"):
        open_reference((Chunk(id="a#1", document="a", ordinal=0),), {"a": document("a")})


def test_every_quote_of_the_example_stands_exactly_once_in_its_document() -> None:
    example = Path(str(files("goldsmith") / "_example" / "help-desk"))
    texts = {}
    for path in sorted((example / "documents").glob("*/*.*")):
        head, found, body = path.read_bytes().decode("utf-8", "replace").partition("\n---\n")
        if found:
            names = (line.removeprefix("id: ") for line in head.splitlines() if line.startswith("id: "))
            # What lies beside a file that is not plain text is called after it.
            texts[next(names, path.name.partition(".")[0])] = body
    quotes = [
        (case.id, item.document, item.quote)
        for case in load_golden(example / "golden").golden.cases
        for need in case.evidence
        for item in need.any_of
        if item.quote
    ]

    assert len(quotes) > 40
    assert [one for one in quotes if texts[one[1] or ""].count(one[2]) != 1] == []
