"""JSONPath: equal to another implementation of RFC 9535 where it is read, and told where it cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.adapters.http.json_path import NOTHING, json_path, read_paths
from goldsmith.errors import ConfigurationError, UnknownNameError

jsonpath = pytest.importorskip("jsonpath", reason="the implementation that ours is held against is not installed")

DOCUMENT: dict[str, Any] = {
    "a": {"b": [{"id": 1, "k": "x"}, {"id": 2, "k": "y", "t": None}, {"id": 3}]},
    "l": [1, 2, 3, "s", [4, [5]], True, 1.5],
    "é": 1,
    "x y": {"it's": 2, 'q"q': 3, "b\\s": 4},
    "n": None,
    "z": True,
    "e": [],
}
PATHS = (
    "$", "$.a", "$.a.b", "$.a.b[0]", "$.a.b[-1]", "$.a.b[*].id", "$..id", "$..b[0].id", "$.l[1:3]", "$.l[::-1]",
    "$.l[-2:]", "$.l[5:0:-2]", "$.l[::0]", "$['x y']", "$['x y']['it\\'s']", '$["x y"]["it\'s"]', "$['x y']['q\"q']",
    "$['x y']['b\\\\s']", "$.é", "$['\\u00e9']", "$.l[0,2]", "$['a','n']", "$.a.b[?@.k == 'x'].id", "$.a.b[?@.k]",
    "$.a.b[?@.id > 1 && !@.t]", "$.a.b[?@.id>=2||@.k=='x'].id", "$..[0]", "$..*", "$.*", "$.a.b[?(@.id==2)].k",
    "$.l[?@ > 1]", "$.l[?@=='s']", "$.l[?@==true]", "$.l[?@==1]", "$.a.b[?@.t==null].id",
    "$.a.b[?@.k != 'x'].id", "$.a.b[?@.k <= 'x'].id", "$.a.b[?!(@.id==1)].id", "$.a.b[?@.x == @.y].id", "$.missing",
    "$.n", "$.l[9]", "$.a.b[?$.z==true].id", "$.a.b[ 0 , 1 ].id", '$.a ["b"]', "$.e[*]", "$.missing[*].id",
)  # fmt: skip


@pytest.mark.parametrize("text", PATHS)
def test_a_path_finds_what_another_implementation_finds(text: str) -> None:
    path = json_path(text)
    found = path.find(DOCUMENT)
    ours = [] if found is NOTHING else [found] if path.is_single else found

    assert ours == [match.value for match in jsonpath.finditer(text, DOCUMENT)]


def test_true_is_no_number() -> None:
    assert json_path("$.l[?@ < 2]").find(DOCUMENT) == [1, 1.5]


def test_an_empty_list_is_found_and_a_missing_one_is_not() -> None:
    assert json_path("$.hits[*].id").find({"hits": []}) == []
    assert json_path("$.hits[*].id").find({"total": 0}) is NOTHING
    assert json_path("$.n").find({"n": None}) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "at character 1 stands the end, where '$' was expected"),
        ("answer", "at character 1 stands 'answer', where '$' was expected"),
        ("$.", "where a name; one with other characters is written as ['name'] was expected"),
        ("$.a[", "where a name in quotes, a place, '*', a slice or '?' was expected"),
        ("$[a]", "where a name in quotes, a place, '*', a slice or '?' was expected"),
        ("$.a[?@.k =]", "stands '=]', where ',' or ']' was expected"),
        ("$['a", "where the closing quote was expected"),
        ("$x", "where the end, '.' or '[' was expected"),
        ("$.a[?1]", "where a comparison was expected"),
        ("$.a[?(@.b]", "where ')' was expected"),
        ("$.a[?@.b == c]", "where @, $, a text, a number, true, false or null was expected"),
    ],
)
def test_a_path_that_cannot_be_read_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        json_path(text)

    assert told in str(refused.value)


def test_a_part_that_nothing_reads_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match=r"parts in \[t\] is called 'awnser'; did you mean 'answer'\?"):
        read_paths({"awnser": "$.a"}, ("answer", "retrieved"), "[t]")
    with pytest.raises(ConfigurationError, match=r"answer in \[t\] is 3, where a JSONPath was expected"):
        read_paths({"answer": 3}, ("answer", "retrieved"), "[t]")
