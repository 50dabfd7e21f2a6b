"""Every form of a verdict, for both audiences."""

from __future__ import annotations

import pytest

from goldsmith.records.verdict import Audience
from goldsmith.reports.forms import FORMS, IN_A_RUN, Form, for_audience, render
from tests.reports.detail import whole_verdict


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("audience", ["full", "ids"])
def test_a_form_is_the_same_text_twice_and_ends_in_one_line_end(form: Form, audience: Audience) -> None:
    texts = {render(for_audience(whole_verdict(), audience), form) for _ in range(2)}

    assert len(texts) == 1
    assert [text[-1] == "\n" and text[-2] != "\n" for text in texts] == [True]


def test_a_run_folder_gets_a_page_a_comment_and_a_test_report() -> None:
    assert sorted(IN_A_RUN.values()) == ["junit.xml", "report.html", "report.md"]
