"""Thirty at once at the workbench: each place is given once, each label and decision is kept once, no file is torn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest
import yaml

from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.ondisk.work_facts import read_fact
from goldsmith.ports.pages import Reply
from goldsmith.records.workbench import AppliedToSet, EvidenceGiven, Labelled, Taken, WorkFact
from goldsmith.review.chain import broken_links
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_apply import apply_reviews
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from tests.reliability.bench_people import PROXY, Reviewer, bench_folder, by_proxy, copied, fills
from tests.reliability.served_bench import Servers, warm_servers
from tests.reliability.wire import Wire
from tests.web.visiting import Browser, header
from tests.web.workbench import APPROVAL, follow, form_of, served
from tests.workflows.reviewers import Clock

THREADS = 30
FEW = 9
"""As many forms of one person as are taken at once after those thirty."""
CASES = 8
NAMES = tuple(f"p{number}" for number in range(6))
SETTINGS = "\n".join([
    'documents = "documents"\n[people.owner]\nroles = ["evaluation_owner"]', *(f"[people.{name}]" for name in NAMES),
    f"[workbench]\nsecond_share = 0.0\nleast_second = 0\n{PROXY}",
])  # fmt: skip
QUOTE = "Keep the receipt."


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with warm_servers() as started:
        yield started


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bench_folder(tmp_path_factory.mktemp("template") / "project", cases=CASES, settings=SETTINGS)


@contextmanager
def bench(template: Path, root: Path) -> Iterator[tuple[Desk, Wire]]:
    """Serve a bench with a review of every case open."""
    copied(template, root)
    desk = Desk(open_project(root), open_sqlite(root / ".goldsmith" / "workbench.db"), now=Clock())
    try:
        open_reviews(desk, person=desk.person("owner"))
        with served(desk) as address:
            yield desk, Wire(port=int(address.rpartition(":")[2]))
    finally:
        desk.close()


def facts(desk: Desk) -> list[tuple[str, str, WorkFact]]:
    """Return author, case and content of every fact on a case; the chain that they hang on must be whole."""
    stored = desk.store.after(0)
    assert broken_links(stored) == ()
    read = [(one.author, one.subject.partition(":")[2], read_fact(one.body, where="a test"))
            for one in stored if one.subject.startswith("case:")]  # fmt: skip
    return [(author, case, fact) for author, case, fact in read if isinstance(fact, WorkFact)]


def at_once(count: int, act: Callable[[int], Reply]) -> list[int]:
    """Let so many threads do something at the same moment and return the statuses that they were replied."""
    ready = Barrier(count)

    def one(place: int) -> int:
        ready.wait(timeout=30)
        return act(place).status

    with ThreadPoolExecutor(count) as pool:
        return sorted(pool.map(one, range(count)))


def taken_case(browser: Browser) -> Reply:
    """Open the next case of a person."""
    browser.get("/queue")
    return follow(browser, browser.post("/queue/next"))


def approves(browser: Browser, page: Reply) -> Reply:
    """Mark the words that the answer rests on and approve the case."""
    if form_of(page).fields["step"] == "evidence":
        place = next(name[8:] for name, value in form_of(page).fields.items() if QUOTE in value)
        marked = {f"need-{place}": "1", f"words-{place}": QUOTE}
        page = follow(browser, fills(browser, page, do="submit", **marked))
    return fills(browser, page, do="submit", **APPROVAL)


def test_of_thirty_who_reach_for_the_last_places_each_place_goes_to_one(template: Path, tmp_path: Path) -> None:
    with bench(template, tmp_path / "p") as (desk, wire):
        people = [Reviewer(name=name, browser=by_proxy(wire, name)) for name in NAMES]
        ready = Barrier(len(people))

        def works(person: Reviewer) -> None:
            ready.wait(timeout=30)
            person.works()

        with ThreadPoolExecutor(len(people)) as pool:
            list(pool.map(works, people))
        said = facts(desk)

    assert Counter(case for _, case, fact in said if isinstance(fact, Labelled)) == Counter(desk_cases())
    assert Counter(case for _, case, fact in said if isinstance(fact, Taken)) == Counter(desk_cases())
    assert sum(len(person.acknowledged) for person in people) == 2 * CASES


def desk_cases() -> tuple[str, ...]:
    return tuple(f"case-{number:02}" for number in range(CASES))


def test_thirty_tabs_that_reach_for_one_case_of_which_one_place_is_left(template: Path, tmp_path: Path) -> None:
    with bench(template, tmp_path / "p") as (desk, wire):
        first = by_proxy(wire, NAMES[0])
        handle = form_of(taken_case(first)).fields["case"]
        fills(first, first.get("/case", case=handle), action="/case/leave")
        tabs = [by_proxy(wire, NAMES[place % len(NAMES)]) for place in range(THREADS)]
        statuses = Counter(at_once(THREADS, lambda place: tabs[place].get("/case", case=handle)))
        holders = {author for author, _, fact in facts(desk) if isinstance(fact, Taken) and fact.until > "2"}

    # All tabs of the one who got it show it; the others are told that there is nothing for them.
    assert statuses == {200: THREADS // len(NAMES), 400: THREADS - THREADS // len(NAMES)}
    assert len(holders - {NAMES[0]}) <= 1


def test_of_thirty_tabs_of_one_reviewer_one_is_taken(template: Path, tmp_path: Path) -> None:
    with bench(template, tmp_path / "p") as (desk, wire):
        page = taken_case(by_proxy(wire, NAMES[0]))
        handle = form_of(page).fields["case"]
        tabs = [by_proxy(wire, NAMES[0]) for _ in range(THREADS)]
        pages = [tab.get("/case", case=handle) for tab in tabs]
        evidence = at_once(THREADS, lambda place: fills(tabs[place], pages[place], do="submit", none="1"))
        again = [tab.get("/case", case=handle) for tab in tabs]
        labels = at_once(
            FEW,
            lambda place: fills(tabs[place], again[place], do="submit", decision="rejected", reason=f"tab {place}"),
        )
        said = [fact for _, _, fact in facts(desk) if isinstance(fact, EvidenceGiven | Labelled)]

    assert evidence == [303] + [409] * (THREADS - 1)
    assert labels == [303] + [409] * (FEW - 1)
    assert [type(fact).__name__ for fact in said] == ["EvidenceGiven", "Labelled"]


def test_one_form_that_is_sent_thirty_times_is_taken_once_and_every_sender_is_told_so(
    template: Path, tmp_path: Path
) -> None:
    with bench(template, tmp_path / "p") as (desk, wire):
        page = taken_case(by_proxy(wire, NAMES[0]))
        tabs = [by_proxy(wire, NAMES[0]) for _ in range(THREADS)]
        for tab in tabs:
            tab.get("/queue")
        evidence = at_once(THREADS, lambda place: fills(tabs[place], page, do="submit", none="1"))
        page = tabs[0].get("/case", case=form_of(page).fields["case"])
        labels = at_once(FEW, lambda at: fills(tabs[at], page, do="submit", decision="rejected", reason="no"))
        said = [fact for _, _, fact in facts(desk) if isinstance(fact, EvidenceGiven | Labelled)]

    assert evidence == [303] * THREADS
    assert labels == [303] * FEW
    assert [type(fact).__name__ for fact in said] == ["EvidenceGiven", "Labelled"]


def test_drafts_of_thirty_tabs_never_overwrite_each_other_unseen(template: Path, tmp_path: Path) -> None:
    with bench(template, tmp_path / "p") as (_, wire):
        fields = form_of(taken_case(by_proxy(wire, NAMES[0]))).fields
        tabs = [by_proxy(wire, NAMES[0]) for _ in range(THREADS)]
        for tab in tabs:
            tab.get("/queue")
        statuses = at_once(
            THREADS, lambda place: tabs[place].post("/case/draft", **{**fields, "reason": f"tab {place}"})
        )

    assert statuses == [200] + [409] * (THREADS - 1)


def test_cases_that_are_edited_while_reviewers_submit_are_never_decided_on_unseen(
    template: Path, tmp_path: Path
) -> None:
    root, over = tmp_path / "p", Event()
    file = root / "golden" / "cases" / "a.yaml"
    with bench(template, root) as (desk, wire):
        whole = file.read_text(encoding="utf-8")

        def edits() -> None:
            # As an editor of text does: in place, and for a moment the file is half of itself.
            for count in range(10_000):
                changed = whole.replace("of kind 3?", f"of kind 3, edit {count}?")
                with file.open("r+", encoding="utf-8") as stream:
                    stream.truncate(len(changed) // 2)
                    stream.flush()
                    stream.seek(0)
                    stream.write(changed)
                    stream.truncate()
                if over.wait(0.002):
                    return

        editor = Thread(target=edits)
        editor.start()
        people = [by_proxy(wire, name) for name in NAMES]

        def works(browser: Browser) -> list[int]:
            statuses = []
            while header(place := next_place(browser), "Location").startswith("/case"):
                page = follow(browser, place)
                reply = approves(browser, page)
                statuses += [page.status, reply.status]
            return statuses

        with ThreadPoolExecutor(len(people)) as pool:
            statuses = Counter(status for found in pool.map(works, people) for status in found)
        over.set()
        editor.join()
        applied = apply_reviews(desk, person="owner")

    assert statuses == {200: CASES, 303: CASES}
    assert [(one.case, one.why) for one in applied.held] == [
        ("case-03", "it was changed after its review was opened, so what was said is of other words")
    ]
    assert len(applied.applied) == CASES - 1
    assert [fact.case for fact in open_project(root).golden.facts].count("case-03") == 0


def next_place(browser: Browser) -> Reply:
    browser.get("/queue")
    return browser.post("/queue/next")


def test_two_programs_apply_at_once_while_labels_come_in(servers: Servers, template: Path, tmp_path: Path) -> None:
    root, over = tmp_path / "p", Event()
    torn: list[str] = []
    ids = list(desk_cases())
    with bench(template, root) as (desk, wire):

        def reads() -> None:
            file = root / "golden" / "cases" / "a.yaml"
            while not over.wait(0.02):
                held = yaml.safe_load(file.read_text(encoding="utf-8"))
                if [case["id"] for case in held] != ids:
                    torn.append(str(held))

        reader = Thread(target=reads)
        reader.start()
        people = [by_proxy(wire, name) for name in NAMES[:2]]
        for _ in range(2):
            approves(people[0], taken_case(people[0]))
        outputs = [tmp_path / f"said-{number}" for number in range(2)]
        programs = [servers.begin(root, "review", "apply", output=output) for output in outputs]
        applied = []
        for count in range(CASES - 2):
            approves(people[count % 2], taken_case(people[count % 2]))
            if count % 3 == 0:
                applied.append(apply_reviews(desk, person="owner"))
        ended = [servers.end(program, by=None) for program in programs]
        last = [apply_reviews(desk, person="owner") for _ in range(2)]
        over.set()
        reader.join()
        said = facts(desk)
    project = open_project(root)
    lines = [json.loads(line) for line in (root / "golden" / "reviews.jsonl").read_text(encoding="utf-8").splitlines()]

    assert ended == [0, 0], [output.read_text(encoding="utf-8") for output in outputs]
    assert torn == []
    assert [one.held for one in (*applied, *last)] == [()] * (len(applied) + 2)
    assert last[1].applied == ()
    assert Counter(case for _, case, fact in said if isinstance(fact, AppliedToSet)) == Counter(ids)
    assert Counter(line["case"] for line in lines) == Counter(ids)
    assert len({line["id"] for line in lines}) == CASES
    assert [case.evidence[0].any_of[0].quote for case in project.golden.cases] == [QUOTE] * CASES
