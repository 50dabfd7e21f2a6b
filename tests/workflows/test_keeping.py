"""What a result goes through before it is kept: ids of another index are renamed, secrets are hidden."""

from __future__ import annotations

from pathlib import Path

from goldsmith.adapters.systems.callable import open_system
from goldsmith.ondisk.runs import RunFolder
from goldsmith.records.response import Failure, Reply
from goldsmith.records.run import RulerNote
from goldsmith.text.redaction import Secrets
from goldsmith.text.renaming import read_rename
from goldsmith.workflows.run import Asking, run_system
from tests.workflows.shop import NOW, SORRY, make_shop

TOKEN = "tok-9f8e7d6c5b4a3210"  # noqa: S105 - a made one


def hiding() -> Secrets:
    secrets = Secrets()
    secrets.add(TOKEN, "RAG_TOKEN")
    return secrets


def run(root: Path, answer: object, asking: Asking) -> RunFolder:
    return run_system(make_shop(root), open_system(answer), asking, now=NOW)


def everything_in(folder: RunFolder) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.path.rglob("*")) if path.is_file())


def test_a_secret_that_the_system_echoes_reaches_no_file_and_is_told(tmp_path: Path) -> None:
    def answer(question: str) -> object:
        return {**SORRY, "answer": f"debug: Bearer {TOKEN}", "trace": {"headers": {"x": TOKEN}}}

    folder = run(tmp_path, answer, Asking(system_digest="y1:x", secrets=hiding()))

    assert TOKEN.encode() not in everything_in(folder)
    outcomes = [response.outcome for response in folder.read_journal().responses]
    assert [outcome.answer for outcome in outcomes if isinstance(outcome, Reply)] == [
        "debug: Bearer [secret RAG_TOKEN]"
    ] * 3
    assert folder.read_records("notes", RulerNote)[-1] == RulerNote(
        kind="secret_echoed",
        message="the system gave the secret RAG_TOKEN back in 3 results; here it is hidden",
        mend="find out why it shows what it was called with, and renew the secret: others may have seen it",
    )


def test_a_secret_in_what_a_system_raises_is_hidden_too(tmp_path: Path) -> None:
    def answer(question: str) -> object:
        raise ValueError(f"refused {TOKEN}")

    folder = run(tmp_path, answer, Asking(system_digest="y1:x", secrets=hiding()))

    assert TOKEN.encode() not in everything_in(folder)
    outcomes = [response.outcome for response in folder.read_journal().responses]
    assert all(isinstance(outcome, Failure) and "[secret RAG_TOKEN]" in outcome.message for outcome in outcomes)


def test_ids_are_renamed_by_the_rule_of_the_configuration(tmp_path: Path) -> None:
    rule = read_rename({"pattern": r"idx-(.+)", "replace": "{1}"})

    def answer(question: str) -> object:
        return {**SORRY, "retrieved": ["idx-returns.md"], "citations": ["idx-returns.md"]}

    folder = run(tmp_path, answer, Asking(system_digest="y1:x", rename=rule))

    reply = folder.read_journal().responses[0].outcome
    assert isinstance(reply, Reply)
    assert [item.id for item in reply.retrieved or ()] == ["returns.md"]
    assert [item.id for item in reply.citations or ()] == ["returns.md"]
