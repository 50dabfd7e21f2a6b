"""What a callable leaves unread or unasked is told beside its replies."""

from __future__ import annotations

import asyncio

from goldsmith.adapters.systems.callable import CallableSystem, open_system
from goldsmith.records.case import Identity
from goldsmith.records.response import Reply
from goldsmith.records.run import RulerNote
from goldsmith.records.task import Step, TaskKey

STEP = Step(case="c1", question="Why?", identity=Identity(user="ann"))


def ask(system: CallableSystem) -> Reply:
    async def once() -> Reply:
        try:
            return await system.ask(STEP, (), TaskKey(task="c1", step=0, repeat=1))
        finally:
            await system.close()

    return asyncio.run(once())


def returning(value: object) -> CallableSystem:
    def system(question: str) -> object:
        return value

    return open_system(system)


def test_a_name_that_is_not_read_is_told_once() -> None:
    system = returning({"answer": "yes", "mood": "good", "behaviour": "sing", "fingerprints": {"oven": "x"}})
    replies = [ask(system), ask(system)]
    unread = [note for note in system.notes if note.kind == "unread_reply_part"]

    assert replies == [Reply(answer="yes", identity_echo="")] * 2
    assert [note.message.partition(" returns ")[2] for note in unread] == [
        "'mood', which is not read",
        "\"behaviour 'sing'\", which is not read",
        "\"fingerprint 'oven'\", which is not read",
    ]


def test_a_callable_that_takes_no_identity_is_told_how_many_guarded_cases_it_answered_as_nobody() -> None:
    def noid(question: str, **more: object) -> str:
        return f"{question} {more}"

    def knows(question: str, identity: Identity | None) -> str:
        return f"{question} {identity}"

    blind, seeing = open_system(noid), open_system(knows)
    before = blind.notes
    for system in (blind, blind, seeing):
        ask(system)

    assert (before, seeing.notes) == ((), ())
    assert blind.notes == (
        RulerNote(
            kind="identity_not_taken",
            message="noid() takes no identity: 1 guarded case was asked as nobody",
            mend="add a parameter `identity`; until then nothing shows that access is kept",
        ),
    )
