"""Secrets are hidden by value, however they are spelled and wherever they stand."""

from __future__ import annotations

import base64
import html
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import ConfigurationError
from goldsmith.records.response import Citation, Reply, RetrievedItem, StreamEvent, Usage
from goldsmith.text.redacted_data import Echo, redact_data
from goldsmith.text.redaction import LEAST, Secrets

TOKEN = "tok-9f8e7d6c5b4a3210"  # noqa: S105 - it opens nothing
ODD = "pä\"s/s\\w ö&<%41>'x"


def hiding(**values: str) -> Secrets:
    secrets = Secrets()
    for name, value in values.items():
        secrets.add(value, name)
    return secrets


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda value: value,
    "in a URL": lambda value: quote(value, safe=""),
    "in a path": quote,
    "in a form": quote_plus,
    "in a URL in a URL": lambda value: quote(quote(value, safe=""), safe=""),
    "in JSON": json.dumps,
    "in JSON as it is": lambda value: json.dumps(value, ensure_ascii=False),
    "in JSON with slashes escaped": lambda value: json.dumps(value).replace("/", "\\/"),
    "in JSON in JSON": lambda value: json.dumps(json.dumps(value)),
    "in Python": repr,
    "in HTML": html.escape,
    "in base64": lambda value: base64.b64encode(value.encode()).decode(),
    "in base64 without padding": lambda value: base64.b64encode(value.encode()).decode().rstrip("="),
    "in base64 for URLs": lambda value: base64.urlsafe_b64encode(value.encode()).decode(),
    "in base64 in a URL": lambda value: quote(base64.b64encode(value.encode()).decode(), safe=""),
    "in base64 after a user": lambda value: base64.b64encode(f"ana:{value}".encode()).decode(),
    "in hexadecimal": lambda value: value.encode().hex(),
}


@pytest.mark.parametrize("value", [TOKEN, ODD], ids=["plain", "odd"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_secret_is_hidden_in_every_spelling(spelling: str, value: str) -> None:
    spelled = SPELLINGS[spelling](value)
    clean = hiding(RAG=value).redact(f"before {spelled} after")

    assert spelled.strip("'\"") not in clean
    assert "[secret RAG]" in clean
    assert clean.startswith("before ")
    assert clean.endswith(" after")


def test_the_text_around_a_secret_stays_as_it_is() -> None:
    clean = hiding(RAG_TOKEN=TOKEN).redact(f'HTTP 422: {{"authorization": "Bearer {TOKEN}", "a": "50%25"}}')

    assert clean == 'HTTP 422: {"authorization": "Bearer [secret RAG_TOKEN]", "a": "50%25"}'


def test_the_word_before_a_token_is_no_part_of_it() -> None:
    secrets = hiding(A=f"Bearer {TOKEN}", B="Basic " + base64.b64encode(b"ana:swordfish").decode())

    assert secrets.redact(f"sent {TOKEN}") == "sent [secret A]"
    assert secrets.redact(f"sent Bearer {TOKEN}.") == "sent [secret A]."
    assert secrets.redact("her password is swordfish") == "her password is [secret B]"


def test_the_longest_secret_counts_where_one_is_a_part_of_another() -> None:
    secrets = hiding(SHORT="abcdef", LONG="abcdef-ghi")

    assert secrets.redact("abcdef-ghi, abcdef-gh") == "[secret LONG], [secret SHORT]-gh"


@pytest.mark.parametrize("value", ["", "   ", "12345", " abcde\n"])
def test_a_value_too_short_to_be_a_secret_is_refused_without_being_told(value: str) -> None:
    with pytest.raises(ConfigurationError, match=r"the secret PIN has \d characters: too short") as refused:
        Secrets().add(value, "PIN")

    assert not value.strip() or value.strip() not in str(refused.value)


def test_a_name_that_gives_its_secret_away_is_not_shown() -> None:
    assert hiding(hunter22="hunter22").redact("hunter22!") == "[***]!"


def test_the_rest_of_a_secret_that_was_cut_is_hidden_too() -> None:
    secrets = hiding(RAG_TOKEN=TOKEN)

    assert secrets.redact_excerpt(f"found {TOKEN[:15]}…") == "found [secret RAG_TOKEN]…"
    assert secrets.redact_excerpt("found tok-9…") == "found tok-9…"


def test_the_beginning_of_a_long_secret_is_hidden_wherever_it_was_cut() -> None:
    secrets = hiding(KEY="".join(f"{n:03}" for n in range(1000)))

    assert secrets.redact_excerpt("Got b'0000010020030040050060'; and 0000010020030040050061, 0000010020") == (
        "Got b'[secret KEY]'; and [secret KEY]1, 0000010020"
    )


def test_a_stream_that_repeats_a_secret_costs_no_more_than_its_length() -> None:
    parts = [f"{n} {TOKEN[:9]}" if n % 2 else TOKEN[9:] for n in range(1, 20_001)]
    started = time.perf_counter()
    hidden = hiding(RAG=TOKEN).redact_joined(parts)

    assert hidden == tuple(f"{n} [secret RAG]" if n % 2 else "" for n in range(1, 20_001))
    assert time.perf_counter() - started < 20  # were every part looked at for every place, it would be minutes


VALUES = st.text(st.characters(exclude_categories=["Cs"]), min_size=LEAST).filter(lambda v: len(v.strip()) >= LEAST)
AROUND = st.text(st.characters(exclude_categories=["Cs"]))


@given(value=VALUES, before=AROUND, after=AROUND, spelling=st.sampled_from(sorted(SPELLINGS)))
def test_whatever_surrounds_it_no_secret_survives(value: str, before: str, after: str, spelling: str) -> None:
    core = value.strip()
    secrets = hiding(NAME=core)
    clean = secrets.redact(before + SPELLINGS[spelling](core) + after)

    assert core not in clean
    assert secrets.find(clean) == ()
    assert secrets.redact(clean) == clean


@given(value=st.text("abcXYZ019-_", min_size=LEAST), text=st.text("abcXYZ019-_ %\\&\"'{}"))
def test_a_text_without_the_secret_is_unchanged(value: str, text: str) -> None:
    secrets = hiding(NAME=value)

    assert secrets.find(text) or secrets.redact(text) is text


@given(value=st.text("ab]s[ecrt NM*", min_size=LEAST), parts=st.lists(st.text("ab]s[ecrt NM*"), max_size=4))
def test_a_mark_never_spells_a_secret_with_what_stands_around_it(value: str, parts: list[str]) -> None:
    core = value.strip()
    if len(core) < LEAST:
        return
    clean = hiding(NAME=core).redact(core.join(parts))

    assert core not in clean


@given(data=st.data(), value=st.text("abcd-1234", min_size=LEAST))
def test_a_secret_across_pieces_of_a_stream_is_hidden(data: st.DataObject, value: str) -> None:
    text = f"xx {value} yy {value}"
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    events = tuple(StreamEvent(kind="delta", text=piece, at_ms=1) for piece in pieces)
    clean = redact_data(Reply(events=events), hiding(NAME=value)).data

    assert clean.events is not None
    assert value not in "".join(event.text for event in clean.events)
    assert len(clean.events) == len(events)


def test_pieces_keep_what_they_say_beside_the_secret() -> None:
    events = (
        StreamEvent(kind="delta", text="key tok-9f8e"),
        StreamEvent(kind="status", text="searching"),
        StreamEvent(kind="delta", text="7d6c5b4a3210 done"),
    )
    found = redact_data(events, hiding(RAG_TOKEN=TOKEN))

    assert [event.text for event in found.data] == ["key [secret RAG_TOKEN]", "searching", " done"]
    assert found.echoes == (Echo(name="RAG_TOKEN", place=""),)


def test_a_reply_is_rebuilt_and_each_place_is_told() -> None:
    reply = Reply(
        answer=f"debug: got header Bearer {TOKEN}",
        retrieved=(RetrievedItem(id="a#1", metadata={"n": 7, "key": int("1" * 8)}),),
        citations=(Citation(id="a#1"),),
        trace={"request": {"headers": {"x-api-key": TOKEN}}, TOKEN: ["a", TOKEN]},
        usage=Usage(input_tokens=11111111),
    )
    found = redact_data(reply, hiding(RAG_TOKEN=TOKEN, PIN="11111111"))

    assert found.data == Reply(
        answer="debug: got header Bearer [secret RAG_TOKEN]",
        retrieved=(RetrievedItem(id="a#1", metadata={"n": 7, "key": "[secret PIN]"}),),
        citations=(Citation(id="a#1"),),
        trace={
            "request": {"headers": {"x-api-key": "[secret RAG_TOKEN]"}},
            "[secret RAG_TOKEN]": ["a", "[secret RAG_TOKEN]"],
        },
        usage=Usage(input_tokens=11111111),
    )
    assert found.names == ("PIN", "RAG_TOKEN")
    assert [echo.place for echo in found.echoes] == [
        "answer", "retrieved[1].metadata.key", "trace.request.headers.x-api-key", "trace.(a name)",
        "trace.[secret RAG_TOKEN]",
    ]  # fmt: skip


def test_data_without_secrets_are_the_same_object() -> None:
    reply = Reply(answer="A", trace={"a": [1, 2.5, None, True, "x"], "b": {"c": ("d",)}})

    assert redact_data(reply, hiding(RAG=TOKEN)).data is reply
    assert redact_data(reply, Secrets()).data is reply


def test_names_that_become_one_stay_two() -> None:
    found = redact_data({TOKEN: 1, f"{TOKEN} ": 2, quote(TOKEN + "/"): 3}, hiding(A=TOKEN))

    assert found.data == {"[secret A]": 1, "[secret A] ": 2, "[secret A]/": 3}
    assert redact_data({TOKEN: 1, "[secret A]": 2}, hiding(A=TOKEN)).data == {"[secret A]": 1, "[secret A] 2": 2}


def test_sets_bytes_and_nested_records_are_walked() -> None:
    @dataclass(frozen=True)
    class Outer:
        inner: tuple[frozenset[str], bytes]

    found = redact_data(Outer((frozenset({TOKEN}), f"é {TOKEN}".encode())), hiding(A=TOKEN))

    assert found.data == Outer((frozenset({"[secret A]"}), "é [secret A]".encode()))
