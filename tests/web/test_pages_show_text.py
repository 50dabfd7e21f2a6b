"""Shared case 042: every value is shown as text, character for character, and nothing of it is obeyed."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ports.pages import Reply
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from tests.web.visiting import header, text
from tests.web.workbench import come_in, follow, send
from tests.workflows.reviewers import PEOPLE, SINGLE, Clock

HOSTILE = ['<img src=x onerror="document.title=1">', "</textarea><script>document.title=2</script>", "{{7*7}} ${7*7}"]


class _Page(HTMLParser):
    """What a browser makes of a page: its text, and every element with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def desk(tmp_path: Path, shared_case: Callable[[str], Path]) -> Desk:
    """Return a desk over the hostile set and manifest."""
    folder = shared_case("042-markup-in-review-page")
    golden = json.loads((folder / "golden.jsonl").read_text(encoding="utf-8"))
    chunk = json.loads((folder / "manifest.jsonl").read_text(encoding="utf-8"))
    case = {
        "id": golden["id"],
        "question": golden["question"],
        "messages": [{"role": "user", "content": golden["notes"]}],
        "identity": {"user": '"><script>document.title=7</script>'},
        "accept": [golden["expected_answer"]],
        "answerability": "unsupported",
        "behaviour": "refuse",
        "notes": golden["notes"],
        "claims": [{"required": golden["question"]}],
        "must_point_to": [golden["notes"]],
    }
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.md").write_text(f"---\ntitle: {json.dumps(HOSTILE[1])}\n---\n{chunk['text']}\n")
    (tmp_path / "golden" / "cases").mkdir(parents=True)
    (tmp_path / "golden" / "set.yaml").write_text("name: <b>desk</b>\ncorpus: {label: r1}\n")
    (tmp_path / "golden" / "cases" / "a.jsonl").write_text(json.dumps(case) + "\n")
    (tmp_path / "goldsmith.toml").write_text(PEOPLE + SINGLE)
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r1"))
    desk = Desk(open_project(tmp_path), MemoryReviewStore(), now=Clock())
    open_reviews(desk, person=desk.person("owner"))
    return desk


def test_every_value_is_shown_as_text_in_both_steps_and_nothing_runs(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    first = browser.get("/case", case=handle_for(desk, "g001"), q="Tags visible")
    second = follow(browser, send(browser, first, do="submit", none="1"))
    again = send(browser, second, do="submit", decision="rejected", reason="")
    case = desk.project.golden.cases[0]

    for reply in (first, second, again):
        page = _Page(text(reply))
        assert case.question in page.text
        assert case.messages[0].content in page.text
        assert "document.title=7" in page.text
        assert_inert(reply, page)
    assert "Tags such as <thinking> must stay visible. </script><b>x</b> {{7*7}} ${7*7}" in _Page(text(first)).text
    assert case.accept[0].answer in _Page(text(second)).text


def assert_inert(reply: Reply, page: _Page) -> None:
    """Say that a page holds no element or attribute that a value of the set could have brought."""
    names = {tag for tag, _ in page.elements}
    handlers = [name for _, held in page.elements for name in held if name.startswith("on") or name == "style"]
    links = [held.get("href") or "" for tag, held in page.elements if tag == "a"]
    inline = [held for tag, held in page.elements if tag == "script" and not held.get("src")]
    policy = header(reply, "Content-Security-Policy")

    assert not names & {"img", "svg", "b", "thinking", "iframe", "object"}
    assert (handlers, inline) == ([], [])
    assert not [link for link in links if not link.startswith(("/", "#", "?"))]
    assert "script-src 'self'" in policy
    assert "'unsafe-inline'" not in policy
    assert "49" not in page.text


def test_what_a_person_types_is_shown_as_text(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    first = browser.get("/case", case=handle_for(desk, "g001"))
    found = follow(browser, send(browser, first, do="search", q=HOSTILE[0], none="1"))
    second = follow(browser, send(browser, found, do="submit", none="1"))
    kept = follow(browser, send(browser, second, do="keep", reason=HOSTILE[1], decision="rejected"))

    assert html.unescape(re.findall(r'name="q" value="([^"]*)"', text(found))[0]) == HOSTILE[0]
    for reply in (found, kept):
        assert_inert(reply, _Page(text(reply)))
    assert HOSTILE[1] in _Page(text(kept)).text


def test_hostile_names_in_the_address_lead_nowhere(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    statuses = {
        path: [browser.get(path, **{name: value}).status for value in (*HOSTILE, "../../etc/passwd", "\0", "💩")]
        for path, name in (("/case", "case"), ("/disputes", "case"), ("/practice", "n"))
    }

    assert {status for held in statuses.values() for status in held} == {400}
