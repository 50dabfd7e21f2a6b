"""Every code that a person may meet has a page."""

from __future__ import annotations

import pytest

from goldsmith import errors
from goldsmith.errors import GoldsmithError, UnknownNameError
from goldsmith.lint.registry import CODES
from goldsmith.workflows.explain import error_classes, explain


@pytest.mark.parametrize("code", sorted(error_classes()))
def test_an_error_code_has_a_page_with_its_exit_status(code: str) -> None:
    kind = error_classes()[code]
    page = explain(code)

    assert page.startswith(f"{code} {kind.__name__} (exit status {kind.exit_status})\n\n")
    assert page.endswith(".")


def test_every_error_is_found_by_its_own_code() -> None:
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, GoldsmithError)}

    assert {*error_classes().values()} == kinds - {GoldsmithError}


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_finding_code_has_the_page_of_its_rule(code: str) -> None:
    page = explain(code)

    assert code in page
    assert all(title in page for title in ("What it does", "Why is this bad?", "What to do"))


@pytest.mark.parametrize("written", ["gse-102", " GSE-102 "])
def test_a_code_may_be_written_in_small_letters(written: str) -> None:
    assert explain(written) == explain("GSE-102")


def test_an_unknown_code_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as caught:
        explain("GSE-1022")

    assert "did you mean 'GSE-102'?" in caught.value.message
