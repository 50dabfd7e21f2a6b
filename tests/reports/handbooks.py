"""A handbook to draw: small, and with room for text from elsewhere in every place that takes some."""

from __future__ import annotations

from goldsmith.records.handbook import (
    AxisMeaning,
    ExampleNeed,
    ExamplePassage,
    Handbook,
    Meaning,
    WorkedExample,
)

DIGEST = "h1:" + "0123456789abcdef" * 4


def example(text: str = "How long may I return goods?") -> WorkedExample:
    """Return an example that says `text` wherever a set may say anything."""
    return WorkedExample(
        case=text,
        case_digest="c1:00",
        behaviour="answer",
        answerability="supported",
        turns=(("user", text),),
        question=text,
        accept=(text,),
        must_say=(text,),
        must_not_say=(text,),
        withholds=False,
        must_ask=(text,),
        must_point_to=(text,),
        needs=(
            ExampleNeed(
                need=text,
                any_of=(
                    ExamplePassage(document=text, quote=text, supports=text),
                    ExamplePassage(document=text, quote=None, supports=None),
                ),
            ),
        ),
    )


def handbook(*examples: WorkedExample, text: str = "help-desk", owner: str | None = "Ada") -> Handbook:
    """Return a handbook with one of everything."""
    return Handbook(
        set_name=text,
        owner=owner,
        purpose=("You decide.",),
        rules=(Meaning(word="Do not guess", means="Write notes; decide `ambiguous`."),),
        decisions=(Meaning(word="approved", means="All holds."),),
        confirmations=(Meaning(word="question_plausible", means="Somebody asks it."),),
        marking=(Meaning(word="any of", means="Each is enough."),),
        gates=(Meaning(word="refusal", means="Broken when it answers."),),
        thresholds=(f"recall@5 at least 0.8 (risk: {text})",),
        axes=(
            AxisMeaning(
                axis="language",
                asks="In which language?",
                words=(Meaning(word="en", means="English."), Meaning(word=text, means="", own=True)),
            ),
            AxisMeaning(axis="source_format", asks="In which form?", words=()),
        ),
        examples=examples,
        without_example=(Meaning(word="clarify", means="no case with this behaviour is approved yet"),),
        floor=0.75,
        digest=DIGEST,
    )
