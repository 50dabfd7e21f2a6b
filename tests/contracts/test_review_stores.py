"""What every review store promises: in memory, in an SQLite file, in a real PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import ConflictError, InputError
from goldsmith.ports.review_store import Draft, NewFact, ReviewStore, StoredFact
from goldsmith.records.work_chain import link
from goldsmith.review.chain import broken_links

AT = "2026-03-01T09:00:00Z"
Open = Callable[[], ReviewStore]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens the same store again, as another program would."""
    opened: list[ReviewStore] = []
    kept = MemoryReviewStore()
    path = tmp_path / "work" / "workbench.db"
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else ""
    ways: dict[str, Open] = {
        "memory": lambda: kept,
        "sqlite": lambda: open_sqlite(path),
        "postgres": lambda: open_postgres(url),
    }

    def one() -> ReviewStore:
        opened.append(ways[request.param]())
        return opened[-1]

    yield one
    for store in opened:
        store.close()


@pytest.fixture
def store(another: Open) -> ReviewStore:
    return another()


def fact(subject: str = "case:a", author: str = "ann", body: str = "{}", **fields: Any) -> NewFact:
    return NewFact(subject=subject, author=author, at=AT, body=body, **fields)


def draft(body: str, revision: int, *, subject: str = "case:a", author: str = "ann") -> Draft:
    return Draft(subject=subject, author=author, revision=revision, body=body, at=AT)


def changed(record: Any, field: str, value: str) -> Any:
    return replace(record, **{field: value})


def told(facts: Sequence[StoredFact]) -> list[tuple[int, str, int, str]]:
    return [(one.position, one.subject, one.number, one.body) for one in facts]


def together(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return what `acts` return, all begun at the same moment."""
    gate = Barrier(len(acts))

    def begun(act: Callable[[], Any]) -> Any:
        gate.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return [future.result() for future in [threads.submit(begun, act) for act in acts]]


def outcome(act: Callable[..., Any], *given: Any, **named: Any) -> Any:
    try:
        return act(*given, **named)
    except ConflictError:
        return "refused"


def test_facts_come_back_in_the_order_they_were_appended(store: ReviewStore) -> None:
    store.append([fact("case:b", body="1"), fact("case:a", body="2")])
    store.append([fact("case:b", body="3")])

    assert told(store.after(0)) == [(1, "case:b", 1, "1"), (2, "case:a", 1, "2"), (3, "case:b", 2, "3")]
    assert told(store.after(2)) == [(3, "case:b", 2, "3")]
    assert told(store.of("case:b")) == [(1, "case:b", 1, "1"), (3, "case:b", 2, "3")]
    assert (store.after(3), store.of("case:c")) == ((), ())
    assert (store.after(2**70), told(store.after(-1))) == ((), told(store.after(0)))


def test_an_empty_store_holds_nothing(store: ReviewStore) -> None:
    assert (store.after(0), store.of("case:a"), store.append([])) == ((), (), ())


def test_what_append_returns_is_what_is_kept(store: ReviewStore, another: Open) -> None:
    returned = store.append([fact(body="1", key="k"), fact(body="2", author="bob")])

    assert another().after(0) == returned


def test_the_facts_of_a_subject_are_a_chain(store: ReviewStore) -> None:
    first, _, second = store.append([fact(body="1", key="k"), fact("case:b"), fact(body="2", author="bob")])

    assert (first.previous, second.previous, second.number) == (None, first.digest, 2)
    assert second.digest == link(
        subject="case:a", number=2, author="bob", at=AT, body="2", key=None, previous=first.digest
    )
    assert broken_links(store.after(0)) == ()


def test_a_fact_that_is_refused_takes_the_others_with_it(store: ReviewStore) -> None:
    store.append([fact("case:b", body="1")])

    with pytest.raises(ConflictError):
        store.append([fact("case:a"), fact("case:b", base=0), fact("case:c")])
    assert told(store.after(0)) == [(1, "case:b", 1, "1")]


def test_the_same_key_is_kept_once_whatever_was_expected(store: ReviewStore, another: Open) -> None:
    sent = fact(body="1", key="k", base=0)
    first = store.append([sent], expects={"case:a": 0})

    assert another().append([sent], expects={"case:a": 0}) == first
    assert store.append([replace(sent, body="2")], expects={"case:z": 9}) == first
    assert store.after(0) == first


def test_a_key_belongs_to_one_author_on_one_subject(store: ReviewStore) -> None:
    kept = store.append([fact(key="k"), fact(key="k", author="bob"), fact("case:b", key="k"), fact(key="k")])

    assert [one.position for one in kept] == [1, 2, 3, 1]
    assert len(store.after(0)) == 3


def test_facts_without_a_key_are_kept_each_time(store: ReviewStore) -> None:
    store.append([fact()])
    store.append([fact()])

    assert [one.number for one in store.of("case:a")] == [1, 2]


def test_a_new_fact_beside_a_known_one_is_held_to_what_was_expected(store: ReviewStore) -> None:
    store.append([fact(key="k")])

    with pytest.raises(ConflictError):
        store.append([fact(key="k"), fact(key="l")], expects={"case:a": 0})
    assert [one.number for one in store.append([fact(key="k"), fact(key="l")], expects={"case:a": 1})] == [1, 2]


def test_the_same_request_sent_by_many_at_once_is_kept_once(another: Open) -> None:
    sent = [fact(body="1", key="k", base=0), fact(body="2", key="l", base=0)]
    stores = [another() for _ in range(4)]
    answers = together([partial(one.append, sent, expects={"case:a": 0}) for one in stores * 2])

    assert set(answers) == {stores[0].after(0)}
    assert told(stores[0].after(0)) == [(1, "case:a", 1, "1"), (2, "case:a", 2, "2")]


def test_a_subject_that_holds_another_number_is_named_with_both(store: ReviewStore) -> None:
    store.append([fact()])

    with pytest.raises(ConflictError, match=r"'case:a' holds 1 fact, where 2 facts were expected"):
        store.append([fact("case:b")], expects={"case:b": 0, "case:a": 2})
    with pytest.raises(ConflictError, match="where 1 fact were expected"):
        store.append([], expects={"case:z": 1})
    assert store.append([], expects={"case:a": 1}) == ()


def test_of_many_who_expect_the_same_one_is_taken(another: Open) -> None:
    stores = [another() for _ in range(4)]
    acts = [partial(outcome, s.append, [fact(body=f"{n}")], expects={"case:a": 0}) for n, s in enumerate(stores * 2)]
    answers = together(acts)

    assert sorted(answer == "refused" for answer in answers) == [False, *[True] * 7]
    assert len(stores[0].after(0)) == 1


def test_who_said_more_than_they_know_of_is_refused(store: ReviewStore) -> None:
    store.append([fact(body="1", base=0), fact(body="2", base=0)])
    store.append([fact(body="3", author="bob", base=0), fact("case:b", base=0)])

    with pytest.raises(ConflictError, match="'ann' has 2 facts on 'case:a' already, where 1 fact were known"):
        store.append([fact(body="4", base=1)])
    assert [one.number for one in store.append([fact(body="4", base=2)])] == [4]


def test_of_two_windows_of_one_person_one_is_taken(another: Open) -> None:
    stores = [another(), another()]
    answers = together([partial(outcome, s.append, [fact(key=f"{n}", base=0)]) for n, s in enumerate(stores)])

    assert answers.count("refused") == 1
    assert len(stores[0].of("case:a")) == 1


def test_a_draft_is_replaced_revision_by_revision(store: ReviewStore, another: Open) -> None:
    store.save_draft(draft("one", 1))
    other = store.save_draft(draft("other", 1, author="bob"))

    assert store.save_draft(draft("two", 2)) == another().draft("case:a", "ann") == draft("two", 2)
    assert (store.draft("case:a", "bob"), store.draft("case:b", "ann")) == (other, None)


def test_two_windows_cannot_overwrite_each_others_draft(store: ReviewStore, another: Open) -> None:
    store.save_draft(draft("one", 1))
    store.save_draft(draft("left", 2))

    for refused in (draft("right", 2), draft("right", 1), draft("right", 4), draft("right", 0)):
        with pytest.raises(ConflictError, match="revision 2 is kept"):
            another().save_draft(refused)
    assert store.draft("case:a", "ann") == draft("left", 2)


def test_a_draft_that_is_sent_again_changes_nothing(store: ReviewStore) -> None:
    first = store.save_draft(draft("one", 1))

    assert store.save_draft(replace(first, at="2026-03-01T09:00:05Z")) == first
    assert store.draft("case:a", "ann") == first


def test_of_windows_that_save_at_once_one_is_taken(another: Open) -> None:
    stores = [another() for _ in range(4)]
    answers = together([partial(outcome, s.save_draft, draft(f"{n}", 1)) for n, s in enumerate(stores)])
    (kept,) = (answer for answer in answers if answer != "refused")

    assert stores[0].draft("case:a", "ann") == kept


def test_a_draft_that_was_dropped_is_gone_and_not_gone_on_with(store: ReviewStore) -> None:
    store.save_draft(draft("one", 1))
    store.drop_draft("case:a", "ann")
    store.drop_draft("case:a", "ann")

    assert store.draft("case:a", "ann") is None
    with pytest.raises(ConflictError, match="none is kept"):
        store.save_draft(draft("two", 2))
    assert store.save_draft(draft("new", 1)) == store.draft("case:a", "ann")


def test_a_secret_is_the_same_for_everybody_and_another_for_each_name(another: Open) -> None:
    stores = [another() for _ in range(4)]
    found = together([partial(s.secret, "cookies") for s in stores])

    assert len(set(found)) == 1
    assert len(bytes.fromhex(found[0])) == 32
    assert stores[0].secret("links") != stores[1].secret("cookies") == found[0]


WRITERS, SAVES = 4, 12


def test_a_reader_misses_nothing_however_many_write(another: Open) -> None:
    stores = [another() for _ in range(WRITERS + 1)]
    done: list[int] = []

    def writes(store: ReviewStore, name: int) -> None:
        for n in range(SAVES):
            store.append([fact(f"case:{n % 3}", f"r{name}", body=f"{n}.{part}") for part in "ab"])
        done.append(name)

    def reads(store: ReviewStore) -> list[StoredFact]:
        seen: list[StoredFact] = []
        while True:
            ended = len(done) == WRITERS
            seen += store.after(seen[-1].position if seen else 0)
            if ended:
                return seen

    acts: list[Callable[[], Any]] = [partial(reads, stores[-1])]
    acts += [partial(writes, s, n) for n, s in enumerate(stores[:WRITERS])]
    seen = together(acts)[0]

    assert tuple(seen) == stores[0].after(0)
    assert len(seen) == WRITERS * SAVES * 2
    assert [one.position for one in seen] == sorted({one.position for one in seen})
    assert broken_links(seen) == ()


TEXTS = {
    "every script": json.dumps("Ж 条款 عقد 👩‍⚖️ é é", ensure_ascii=False),
    "escaped NUL": json.dumps("a\x00b"),
    "escaped half of a pair": json.dumps("\ud800"),
    "quotes and percent": json.dumps("%s %(x)s :x ' \" \\ ; --"),
    "line ends": json.dumps("a\r\nb\u2028c") + "\r\n \t",
    "a megabyte": json.dumps("界" * 340_000, ensure_ascii=False),
}


@pytest.mark.parametrize("body", TEXTS.values(), ids=TEXTS)
def test_a_body_comes_back_exactly_as_it_was(store: ReviewStore, body: str) -> None:
    store.append([fact(body=body)])
    store.save_draft(draft(body, 1))
    kept = store.draft("case:a", "ann")

    assert [one.body for one in store.of("case:a")] == [body]
    assert kept is not None
    assert kept.body == body
    assert broken_links(store.after(0)) == ()


def test_names_come_back_exactly_as_they_were(store: ReviewStore) -> None:
    composed, parts = "case:é", "case:e\u0301"
    store.append([fact(composed, "Ann", key="Ä"), fact(parts, "ann "), fact("CASE:é", "ann")])

    assert [one.author for one in store.of(composed)] == ["Ann"]
    assert [one.author for one in store.of(parts)] == ["ann "]


@pytest.mark.parametrize("bad", ["a\x00b", "a\ud800b"], ids=["NUL", "half of a pair"])
@pytest.mark.parametrize("field", ["subject", "author", "at", "body", "key"])
def test_text_that_some_store_cannot_keep_is_refused_by_all(store: ReviewStore, field: str, bad: str) -> None:
    with pytest.raises(InputError, match="no store can keep"):
        store.append([fact("case:b"), changed(fact(), field, bad)])
    if field != "key":
        with pytest.raises(InputError, match="no store can keep"):
            store.save_draft(changed(draft("", 1), field, bad))
    with pytest.raises(ConflictError):
        store.append([fact()], expects={bad: 1})
    assert (store.after(0), store.of(bad), store.draft(bad, "ann"), store.draft("case:a", bad)) == ((), (), None, None)


@pytest.mark.parametrize(("field", "longest"), [("subject", 1_000), ("author", 500), ("key", 500)])
def test_names_are_as_long_as_every_store_can_keep(store: ReviewStore, field: str, longest: int) -> None:
    full = {"subject": "é" * 500, "author": "é" * 250, "key": "é" * 250}
    (kept,) = store.append([fact(**full)])

    assert kept.author == full["author"]
    with pytest.raises(InputError, match=f"is longer than {longest} bytes"):
        store.append([changed(fact(), field, "x" * (longest + 1))])


def test_many_facts_at_once_are_kept_as_one(store: ReviewStore) -> None:
    sent = [fact(f"case:{n % 700}", f"r{n}", key=f"{n}", base=0) for n in range(1_400)]
    kept = store.append(sent, expects={f"case:{n}": 0 for n in range(700)})

    assert store.append(sent) == kept == store.after(0)
    assert [one.number for one in kept] == [1] * 700 + [2] * 700


NAMES = st.sampled_from(["a", "b"])
ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("append"),
            st.lists(st.tuples(NAMES, NAMES, st.none() | NAMES, st.none() | st.integers(0, 3)), max_size=3),
            st.dictionaries(NAMES, st.integers(0, 3), max_size=1),
        ),
        st.tuples(st.just("save"), NAMES, st.integers(0, 3), NAMES),
        st.tuples(st.just("drop"), NAMES),
    ),
    max_size=12,
)
ROUNDS = count()


@given(acts=ACTS)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_store_does_what_the_one_in_memory_does(store: ReviewStore, acts: list[Any]) -> None:
    world, before = next(ROUNDS), max([0, *(one.position for one in store.after(0))])
    model = MemoryReviewStore()

    def does(on: ReviewStore, act: Any) -> Any:
        match act:
            case ("append", facts, expects):
                sent = [fact(f"{world} {s}", a, key=key, base=base) for s, a, key, base in facts]
                on.append(sent, expects={f"{world} {subject}": number for subject, number in expects.items()})
            case ("save", author, revision, body):
                on.save_draft(draft(body, revision, subject=f"{world}", author=author))
            case (_, author):
                on.drop_draft(f"{world}", author)
        return on.draft(f"{world}", "a"), on.draft(f"{world}", "b")

    for act in acts:
        assert outcome(does, store, act) == outcome(does, model, act)
    assert [replace(one, position=one.position - before) for one in store.after(before)] == list(model.after(0))
