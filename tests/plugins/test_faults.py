"""What goes wrong in a plug-in is its own result with its name on it, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.telling import Goldsmith, gate, score, summary
from tests.plugins.conftest import Project

MEASURE = """
from goldsmith.ports import Scored, Unscored
class Mine:
    name, version, layer, direction, unit = "acme.mine", 1, "response", "higher", "share"
    def outcome(self, asked):
        {body}
PLUGINS = [Mine()]
"""
MATCHER = """
from goldsmith.ports import Decided
class Mine:
    name = "acme.mine"
    def decide(self, sought):
        {body}
PLUGINS = [Mine()]
"""
CLAIM = {"required": "A.", "match": {"matcher": "acme.mine"}}
BOTH = 'measures = ["acme.mine", "acme.broken"]\n'
ASKED = 'measures = ["acme.mine", "claim_recall", "recall"]\n'


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return Scored(value=1 / 0)", "ZeroDivisionError: division by zero (mine.py:6)"),
        ("raise SystemExit(3)", "SystemExit: 3 (mine.py:6)"),
        ("return 0.5", "it gave 0.5, where Scored or Unscored was expected"),
        ("return None", "it gave None, where Scored or Unscored was expected"),
        ("return Scored(value=True)", "its value is True, which is no number"),
        ("return Scored(value='0.5')", "its value is '0.5', which is no number"),
        ("return Scored(value=float('nan'))", "its value is nan, which is not finite"),
        ("return Scored(value=float('inf'))", "its value is inf, which is not finite"),
        ("return Scored(value=-0.1)", "its value is -0.1, and no value is below 0"),
        ("return Scored(value=1.5)", "its value is 1.5, and a share is at most 1"),
    ],
)
def test_a_measure_that_breaks_fails_by_name_and_leaves_the_others_alone(
    written: Project, goldsmith: Goldsmith, body: str, reason: str
) -> None:
    written(MEASURE.format(body=body), toml=ASKED, header="name: s\ngates:\n  - {measure: acme.mine, min: 0.5}\n")
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json")
    mine, recall = summary(told.json, "acme.mine"), summary(told.json, "recall")
    blocked = gate(told.json, "acme.mine")

    assert (mine["mean"], mine["population"], mine["missing"]) == (None, 0, [["measure_failed", 1]])
    assert score(told.json, "c1", "acme.mine") == (None, "measure_failed")
    assert recall["mean"] == 1.0
    assert blocked["status"] == "incomplete"
    assert [item["message"] for item in blocked["findings"]] == [f"measure failed: acme.mine: {reason}"]
    assert told.json["failed"] == 0


def test_the_verdict_shows_a_measure_of_a_plugin_and_one_that_broke(written: Project, goldsmith: Goldsmith) -> None:
    text = MEASURE.format(body="return Scored(value=0.5)")
    broken = "class Broken(Mine):\n    name = 'acme.broken'\n    def outcome(self, asked): return 1 / 0\n"
    written(text.replace("PLUGINS", f"{broken}PLUGINS").replace("[Mine()]", "[Mine(), Broken()]"), toml=BOTH)
    told = goldsmith("evaluate", "--system", "run.jsonl").out.splitlines()

    assert [" ".join(line.split()) for line in told if "acme." in line] == [
        'the measure failed on 1 of 1 cases: "acme.broken: ZeroDivisionError: division by zero',
        "response acme.mine 0.50 1",
        "no figure, the measure failed (1 case): acme.broken",
    ]


def test_a_reason_that_a_measure_gives_is_kept(written: Project, goldsmith: Goldsmith) -> None:
    body = "return Unscored(reason='needs_judge', detail='style')"
    written(MEASURE.format(body=body), toml=ASKED)
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json").json

    assert summary(told, "acme.mine")["missing"] == [["needs_judge", 1]]


def test_a_call_that_failed_never_comes_to_a_measure(written: Project, goldsmith: Goldsmith) -> None:
    folder = written(MEASURE.format(body="raise AssertionError('never asked')"), toml=ASKED)
    (folder / "run.jsonl").write_text('{"case_id": "c1", "error": "timed out"}\n', encoding="utf-8")
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json").json

    assert summary(told, "acme.mine")["missing"] == [["system_failed", 1]]


def test_a_measure_that_does_not_apply_is_not_asked(written: Project, goldsmith: Goldsmith) -> None:
    text = MEASURE.format(body="raise AssertionError('never asked')")
    applies = "    def applies(self, case):\n        return case.language == 'ru'\n"
    written(text.replace("PLUGINS", f"{applies}PLUGINS"), toml=ASKED)
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json").json

    assert summary(told, "acme.mine")["missing"] == [["not_applicable", 1]]


def claim_of(verdict: Any) -> tuple[str, str]:
    (claim,) = verdict["cases"][0]["claims"]
    return claim["state"], claim["found"]


@pytest.mark.parametrize(
    ("body", "state", "found"),
    [
        ("return Decided(state='stated')", "stated", ""),
        ("return Decided(state='not_stated', instead='B')", "not_stated", "B"),
        ("return Decided(state='undecided', instead='too short')", "undecided", "too short"),
        ("return sought.options['value']", "undecided", "acme.mine: KeyError: 'value' (mine.py:6)"),
        ("return True", "undecided", "acme.mine: it gave True, where Decided was expected"),
        ("return Decided(state='stated', at=((0, 99),))", "undecided", "acme.mine: (0, 99) is no place in the answer"),
    ],
)
def test_what_a_matcher_says_decides_its_claim_and_what_it_raises_leaves_it_open(
    written: Project, goldsmith: Goldsmith, body: str, state: str, found: str
) -> None:
    written(MATCHER.format(body=body), toml='measures = ["claim_recall"]\n', claims=[CLAIM])
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json").json
    reasons = [["needs_judge", 1]] if state == "undecided" else []

    assert claim_of(told) == (state, found)
    assert summary(told, "claim_recall")["missing"] == reasons


def test_a_matcher_that_no_plugin_brings_is_an_error_of_the_check(written: Project, goldsmith: Goldsmith) -> None:
    claim = {"required": "A.", "match": {"matcher": "acme.mne"}}
    written(MATCHER.format(body="return Decided(state='stated')"), claims=[claim])
    told = goldsmith("check", "--json").json

    assert [(item["code"], item["message"]) for item in told["findings"] if item["code"] == "GS109"] == [
        ("GS109", "no matcher is called 'acme.mne'; did you mean 'acme.mine'?")
    ]


def test_what_a_plugin_prints_is_kept_from_standard_output(written: Project, goldsmith: Goldsmith) -> None:
    text = "print('loading')\n" + MEASURE.format(body="print('asked'); return Scored(value=1.0)")
    written(text, toml=ASKED)
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json")
    again = goldsmith("report", "--json")

    assert told.json["summaries"] == again.json["summaries"]
    assert ("loading" in told.err, "asked" in told.err) == (True, True)


SYSTEM = """
class Bot:
    name, revision, shows, fingerprints = "bot", None, ("answer",), {{}}
    async def ask(self, step, history, key):
        raise KeyError("no such question")
    async def close(self): ...
class Kind:
    name = "acme.bot"
    def open(self, settings):
        {body}
PLUGINS = [Kind()]
"""
BOT = '[systems.bot]\nkind = "acme.bot"\n'


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("raise ValueError('write file = …')", "by acme.bot: ValueError: write file = … (mine.py:10)"),
        ("return object()", "which is no system: it lacks name, revision, shows, fingerprints, ask, close"),
    ],
)
def test_a_system_that_cannot_be_opened_is_told_before_the_first_call(
    written: Project, goldsmith: Goldsmith, body: str, told: str
) -> None:
    folder = written(SYSTEM.format(body=body), toml=BOT)
    answer = goldsmith("evaluate")

    assert (answer.status, told in answer.err) == (2, True), answer.err
    assert not (folder / ".goldsmith" / "runs").exists()


def test_what_a_system_raises_is_a_failed_call(written: Project, goldsmith: Goldsmith) -> None:
    written(SYSTEM.format(body="return Bot()"), toml=BOT)
    told = goldsmith("evaluate", "--json").json

    assert (told["answered"], told["failed"]) == (0, 1)


def test_a_kind_of_system_that_no_plugin_brings_names_the_nearest(written: Project, goldsmith: Goldsmith) -> None:
    written(SYSTEM.format(body="return Bot()"), toml=BOT.replace("acme.bot", "acme.bott"))
    told = goldsmith("evaluate")

    assert (told.status, "none of the kinds of system is called 'acme.bott'; did you mean 'acme.bot'?" in told.err) == (
        2,
        True,
    )


NO_DATA = "acme.lines gives what is no plain data"
FORMAT = """
class Lines:
    name, suffixes = "acme.lines", (".lines",)
    def read(self, file):
        for line in file.text.splitlines():
            yield {body}
PLUGINS = [Lines()]
"""


@pytest.mark.parametrize(
    ("body", "text", "told"),
    [
        (
            "{'id': line, 'question': line[9]}",
            "a long enough line\nshort\n",
            ["more.lines: record 2: acme.lines: IndexError: string index out of range (mine.py:6)"],
        ),
        (
            "{'id': line, 'question': 'Q?', 'evidnce': ['a#1']}",
            "c1\nc2\n",
            [
                "more.lines: [c1] evidnce: record 1: there is no field `evidnce`",
                "more.lines: [c2] evidnce: record 2: there is no field `evidnce`",
            ],
        ),
        ("line", "c1\n", [f"more.lines: record 1: {NO_DATA}: str is no mapping"]),
        (
            "{'id': line, 'question': {1}}",
            "c1\n",
            [f"more.lines: record 1: {NO_DATA}: Object of type set is not JSON serializable"],
        ),
        ("{}", "", ["more.lines: acme.lines finds no case in it"]),
    ],
)
def test_what_a_format_cannot_read_is_told_with_the_number_of_the_record(
    written: Project, goldsmith: Goldsmith, body: str, text: str, told: list[str]
) -> None:
    folder = written(FORMAT.format(body=body))
    (folder / "more.lines").write_text(text, encoding="utf-8")
    answer = goldsmith("check", "more.lines")

    assert (answer.status, answer.problems) == (2, told), answer.err
