"""One golden of DeepEval while it is read: its fields by one name each, its lists as lists, its conversation cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from goldsmith.interchange.account import Account, passage_id
from goldsmith.interchange.contexts import ITEM_WITHOUT_TEXT, MARKS, list_in, number_in, text_in, texts_in
from goldsmith.interchange.deepeval_cells import CUT, TABLE, UNSURE, contexts_in, decoded, small, source_and_text
from goldsmith.interchange.tool_claims import called
from goldsmith.records.case import Message
from goldsmith.records.interchange import ForeignPassage
from goldsmith.records.response import Reply, RetrievedItem, ToolCall, Usage

RETRIEVED = "goldsmith_retrieved"
"""In the metadata: the ids of what was retrieved, in the order of the texts, because DeepEval holds texts alone."""
_ROLES: Mapping[str, Literal["user", "assistant"]] = {"user": "user", "assistant": "assistant"}
_AT_LAST = "the last word of the user is the question, what stands before it earlier messages"
_SCENARIO = "the scenario stands for the question: somebody has to write what the user says"
_OF_TURNS = ("retrieval_context", "tools_called")


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation, cut at the last word of the user."""

    question: str
    messages: tuple[Message, ...]
    reply: Reply | None
    asked: bool
    """False: nobody says anything, and the scenario stands for the question."""


class Golden:
    """A golden and the account of it."""

    def __init__(self, record: str, value: Mapping[str, Any]) -> None:
        self.account = Account(record, decoded(value))
        self._names = {small(name): name for name in value}
        self.meta = self.account.inner(self.at("additional_metadata"))

    def at(self, name: str) -> str:
        """Return the name that the source gives a field."""
        return self._names.get(name, name)

    def __contains__(self, name: str) -> bool:
        """Say whether a field holds something."""
        return self.at(name) in self.account

    def text(self, name: str, *, told: str = "") -> str | None:
        """Return a text field; `told`: the other form in which it is kept."""
        return text_in(self.account, self.at(name), told=told)

    def number(self, name: str) -> float | None:
        """Return a number; anything else is told as wrong."""
        held = self.account.look(self.at(name))
        value = number_in(held)
        if value is not None:
            self.account.kept(self.at(name))
        elif name in self:
            self.account.say("wrong", self.at(name), "a number was expected", held)
        return value

    def contexts(self) -> tuple[str, ...]:
        """Return the contexts that the golden rests on."""
        return texts_in(self.account, self.at("context"), self._listed("context"))

    def retrieved(self) -> tuple[RetrievedItem, ...]:
        """Return what was retrieved, with the sources that it names."""
        return self._items(self.account, self.at("retrieval_context"), self._listed("retrieval_context"))

    def tools(self, name: str, *, told: str = "") -> tuple[ToolCall, ...]:
        """Return tool calls, kept or (with `told`) mapped; what is none is told as wrong."""
        calls = self._calls(self.account, self.at(name), self.account.look(self.at(name)))
        if calls and told:
            self.account.mapped(self.at(name), told)
        elif calls:
            self.account.kept(self.at(name))
        return calls

    def talk(self) -> Talk:
        """Return the conversation of a golden that has a scenario."""
        name = self.at("turns")
        held = self.account.look(name)
        turns = [one for one in list_in(self.account, name, held) if self._is_turn(name, one)]
        asked = max((place for place, one in enumerate(turns) if one["role"] == "user"), default=-1)
        if asked < 0:
            scenario = self.text("scenario") or ""
            self.account.say("inferred", self.at("scenario"), _SCENARIO)
            return Talk(question=scenario, messages=(), reply=None, asked=False)
        self.account.mapped(name, _AT_LAST)
        for one in turns[:asked]:
            for extra in set(one) - {"role", "content"}:
                if one[extra]:
                    self.account.say("dropped", f"{name}.{extra}", "no place for it in an earlier message")
        messages = (Message(role=_ROLES[one["role"]], content=one["content"]) for one in turns[:asked])
        return Talk(
            question=turns[asked]["content"], messages=tuple(messages), reply=self._reply(name, turns[asked + 1 :]),
            asked=True,
        )  # fmt: skip

    def usage(self) -> Usage:
        """Return what the recorded answer cost."""
        tokens = [self.number(f"{kind}_token_count") for kind in ("input", "output")]
        first, second = (None if one is None else int(one) for one in tokens)
        return Usage(input_tokens=first, output_tokens=second, cost_usd=self.number("token_cost"))

    def _listed(self, name: str) -> object:
        """Return a list of contexts; the bars of a joined text are told."""
        at = self.at(name)
        held = self.account.look(at)
        if not isinstance(held, str):
            if isinstance(held, list):
                self.account.kept(at)
            return held
        pieces, told = contexts_in(held, self.meta.look(MARKS))
        if told in (TABLE, UNSURE) or (told == CUT and len(pieces) > 1):
            self.account.inferred(at, told)
        elif len(pieces) > 1:
            self.account.mapped(at, told)
        else:
            self.account.kept(at)
        return list(pieces)

    def _items(self, account: Account, name: str, held: object) -> tuple[RetrievedItem, ...]:
        found = [source_and_text(one) for one in list_in(account, name, held)]
        ids = self.meta.passed(RETRIEVED)
        named = isinstance(ids, list) and len(ids) == len(found) and all(isinstance(one, str) for one in ids)
        items = []
        for place, (source, said) in enumerate(found):
            if said is None:
                account.say("wrong", name, ITEM_WITHOUT_TEXT)
            for text in texts_in(account, name, [said]):
                name_of = ids[place] if named else passage_id(text)
                items.append(RetrievedItem(id=name_of, text=text, document=source))
        return tuple(items)

    def _calls(self, account: Account, name: str, held: object) -> tuple[ToolCall, ...]:
        if isinstance(held, str):
            held = [{"name": one.strip()} for one in held.split(";") if one.strip()]
        calls = []
        for one in list_in(account, name, held):
            one_name = one.get("name") if isinstance(one, Mapping) else None
            if isinstance(one, Mapping) and isinstance(one_name, str):
                calls.append(called(one_name, one.get("input_parameters") or one.get("inputParameters")))
            else:
                account.say("wrong", name, "no tool call: left out", one)
        return tuple(calls)

    def _is_turn(self, name: str, held: object) -> bool:
        if isinstance(held, Mapping) and held.get("role") in _ROLES and isinstance(held.get("content"), str):
            return True
        self.account.say("wrong", name, "a turn has no role of user or assistant, or no words: left out", held)
        return False

    def _reply(self, name: str, after: Sequence[Mapping[str, Any]]) -> Reply | None:
        if not after:
            return None
        last = {small(key): held for key, held in after[-1].items()}
        for extra in sorted(set(last) - {"role", "content", *_OF_TURNS}):
            if last[extra]:
                self.account.say("dropped", f"{name}.{extra}", "no place for it in a reply", last[extra])
        if len(after) > 1:
            self.account.say("dropped", name, "of several words of the assistant in a row the last is the reply")
        return Reply(
            answer=last["content"],
            retrieved=self._items(self.account, name, last.get("retrieval_context")) or None,
            tool_calls=self._calls(self.account, name, last.get("tools_called")) or None,
        )


def passages_retrieved(replies: Sequence[Reply]) -> Iterator[ForeignPassage]:
    """Yield the texts that replies rest on."""
    for reply in replies:
        for item in reply.retrieved or ():
            yield ForeignPassage(id=item.id, text=item.text or "", source=item.document)
