"""The page: whole, safe, the same bytes for the same verdict."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from goldsmith.reports.html import MOST_CHARACTERS, as_line, as_text, render_html
from goldsmith.reports.redacting import redacted
from tests.reports.detail import detailed, saying, whole_verdict
from tests.reports.payloads import PAYLOADS
from tests.reports.sample import CASES, broken, case_result, comparison, gate, plan, verdict

VOID = {"meta", "link", "br", "line", "circle", "input"}


class Reader(HTMLParser):
    """Collects what stands in the page, and the tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.astray: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.astray.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def test_the_same_verdict_gives_the_same_page() -> None:
    assert render_html(verdict()).encode() == render_html(verdict()).encode()


def test_every_tag_is_closed_in_order() -> None:
    reader = read(render_html(verdict()))

    assert (reader.astray, reader.open) == ([], [])


def test_the_page_reaches_for_nothing() -> None:
    reader = read(render_html(whole_verdict()))
    addresses = {value for name, value in reader.attributes if name in {"href", "src", "action", "data"}}

    assert (reader.tags & {"img", "iframe", "object", "form", "base"}, {x[:1] for x in addresses if x}) == (
        set(),
        {"#", "d"},
    )


def test_the_policy_allows_our_own_script_and_style_by_their_digest_and_nothing_else() -> None:
    page = render_html(whole_verdict())
    policy = next(value for name, value in read(page).attributes if value and "default-src" in value)
    digests = {
        tag: f"'sha256-{b64encode(sha256(page.split(f'<{tag}>')[1].split(f'</{tag}>')[0].encode()).digest()).decode()}'"
        for tag in ("style", "script")
    }

    assert policy == (
        f"default-src 'none'; style-src {digests['style']}; script-src {digests['script']}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    assert (page.count("<script>"), page.count("<style>"), " style=" in page) == (1, 1, False)


def test_what_to_do_stands_before_why_and_why_before_the_figures() -> None:
    page = render_html(whole_verdict())
    names = "ruler gates waivers probes completeness regressions layers slices behaviour cases methods"
    parts = ("BLOCKED</p>", "Next:", *(f'id="{name}"' for name in names.split()))
    places = [page.index(part) for part in parts]

    assert places == sorted(places)


def test_every_case_is_there_and_the_gate_leads_to_it() -> None:
    page = render_html(verdict())
    place = CASES.index("access-003")

    assert ([f'id="case-{number}"' in page for number in range(len(CASES))], f'href="#case-{place}"' in page) == (
        [True] * len(CASES),
        True,
    )


def test_hundreds_of_leaks_are_folded_case_by_case() -> None:
    flood = [broken(case, f"denied source d{n} rank {n}") for case in CASES for n in range(9)]
    page = render_html(verdict(gates=(gate("authorization", "failed", *flood, checked=40),)))

    assert "<summary>35 more</summary>" in page


def test_of_many_cases_a_thousand_are_drawn_and_the_rest_is_counted() -> None:
    passed = tuple(case_result(f"returns-{n:04}") for n in range(1_200))
    last = replace(passed[0].result, case="fees-1", state="failed")
    page = render_html(verdict(cases=(*passed, replace(passed[0], result=last)), comparison=None))
    reader = read(page)

    assert (
        page.count('class="item failed"') + page.count('class="item passed"'),
        'id="case-1200"' in page,
        'id="case-1100"' in page,
    ) == (1_000, True, False)
    assert "201 cases left out: failed and undecided ones come first here" in page
    assert {value for name, value in reader.attributes if name == "href" and value and value.startswith("#case-")} <= {
        f"#{value}" for name, value in reader.attributes if name == "id"
    }


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_text_is_shown_character_for_character(payload: str) -> None:
    shown = verdict(plan=plan(system=payload), comparison=None, cases=(saying(payload),), waivers=())
    page = render_html(shown)
    reader = read(page)

    assert (payload in "".join(reader.text), reader.tags & {"img", "b", "thinking"}) == (True, set())
    assert (page.count("<script"), reader.astray, reader.open) == (1, [], [])


def test_every_detail_of_a_case_has_its_place() -> None:
    text = " ".join("".join(read(render_html(whole_verdict())).text).split())
    told = (
        "User agent-eu Tenant eu Roles support Must not see salary-bands",
        "sold in Europe. The Larch oven is covered for 24 months from delivery. The motor",
        "Warranty v4 · Warranty > Ovens · page 3 · warranty-2026#3a90ff17bc03",
        "These words are the case's own",
        "30 passages · evidence at rank 2 · 1 denied · 1 duplicate",
        "denied to the asker",
        "25 more in the run folder.",
        "A salary is told to a customer. stated, and prohibited",
        "The oven is covered for 24 months. missing found instead: 12 months",
        "nowhere#1 not in the corpus not retrieved",
        "sent to the asker, not in the answer (events 1 to 4, text)",
        "must ask not met the serial number of the oven",
        "expected refuse, observed answer",
        "2026-03-31 expired",
        "trace (39 cases), cache (39 cases)",
        "39 of 40 planted leaks caught, 0 of 90 near misses flagged",
        "missed access-003 trace, trace key, upper case: bands",
        "same text clean access-003 access-001 got it salary-bands",
        "paraphrase leak in answer access-003 access-001 got it salary-bands",
        "simultaneous shows nothing access-003 access-001 did not get it salary-bands",
    )

    assert [words for words in told if words not in text] == []


def test_a_page_of_ids_shows_no_text_and_every_case() -> None:
    page = render_html(redacted(whole_verdict()))

    assert ("warranty of the Larch oven" in page, "agent-eu" in page, page.count("<dt>Question</dt>")) == (
        False,
        False,
        0,
    )
    assert all(f'<bdi class="id">{name}</bdi>' in page for name in CASES)


def test_a_thousand_cases_with_every_detail_stay_light() -> None:
    cases = tuple(detailed(f"access-{number:04}") for number in range(1_000))

    assert len(render_html(verdict(cases=cases)).encode()) < 15_000_000


def test_a_character_without_a_glyph_is_shown_by_number() -> None:
    assert [str(as_text("a\u202eb\x00c\ud800")), str(as_text("line\n\tnext"))] == [
        'a<span class="unseen">\\u202e</span>b<span class="unseen">\\u0000</span>c<span class="unseen">\\ud800</span>',
        "line\n\tnext",
    ]


def test_a_very_long_answer_is_cut_for_display_and_says_so() -> None:
    page = render_html(verdict(cases=(case_result("returns-001", answer="x" * 140_000),)))

    assert (
        "x" * MOST_CHARACTERS in page,
        "x" * (MOST_CHARACTERS + 1) in page,
        "4,000 of 140,000 characters" in page,
    ) == (
        True,
        False,
        True,
    )


def test_a_long_question_is_cut_on_its_line() -> None:
    assert [str(as_line("a  b\nc")), str(as_line("abcdef", 4))] == ["a b c", "abc…"]


def test_a_page_without_baseline_cases_or_gates_is_whole() -> None:
    bare = verdict(
        comparison=None, summaries=(), slices=(), cases=(), behaviours=(), gates=(), ruler=(), plan=plan(corpus=None)
    )
    reader = read(render_html(bare))

    assert (reader.astray, reader.open) == ([], [])


def test_a_comparison_without_regressions_says_that_no_case_got_worse() -> None:
    page = render_html(verdict(comparison=comparison(regressions=(), effects=(), stale=True)))

    assert ("No case got worse." in page, "The baseline is stale" in page) == (True, True)
