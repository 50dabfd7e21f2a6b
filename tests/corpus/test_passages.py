"""What is shown around a quote, and when two sections are the same."""

from __future__ import annotations

import pytest

from goldsmith.corpus.passages import Page, section_state
from goldsmith.text.spans import Span
from tests.corpus.revisions import revision


def page(text: str) -> Page:
    held = revision({"returns": text})
    return Page(held.documents["returns"], held.chunks["returns"])


def place(text: str, words: str) -> Span:
    return Span(text.index(words), text.index(words) + len(words))


def test_a_short_section_is_shown_whole_and_a_long_one_by_its_paragraphs() -> None:
    long = "\n\n".join(
        f"Paragraph {at} says that nothing of note happens in the whole of this sentence." for at in range(40)
    )
    text = f"# Short\n\nWords here.\n\n# Long\n\n{long}\n"
    held = page(text)
    short, cut = held.passage(place(text, "Words")), held.passage(place(text, "Paragraph 20 says"))

    assert (short.section, short.text, short.span) == ("Short", "# Short\n\nWords here.", (9, 14))
    assert cut.section == "Long"
    assert cut.text.startswith("Paragraph 15 ")
    assert cut.text.endswith("of this sentence.")
    assert cut.span is not None
    assert cut.text[slice(*cut.span)] == "Paragraph 20 says"


def test_a_long_text_without_paragraphs_is_cut_between_words() -> None:
    text = " ".join(f"word{at}" for at in range(900))
    held = page(text)
    shown = held.passage(place(text, "word500"))

    assert 700 < len(shown.text) < 900
    assert set(shown.text.split()) <= set(text.split())


@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        ("# A\n\nOne. Two.\n", "# B\n\nOne.\nTwo.\n", "changed"),
        ("# A\n\nOne. Two.\n", "# *a*\n\nOne.\nTwo.\n", "same"),
        ("# T\n\n## A\n\nOne. Two.\n", "# A\n\nOne. Two.\n", "same"),
        ("# T\n\n## A\n\nOne. Two.\n", "# U\n\n## A\n\nOne. Two.\n", "changed"),
        ("# A\n\nOne. Two.\n\n# B\n\nx\n", "# B\n\nx\n\n# Withdrawn\n\n## A\n\nOne. Two.\n", "changed"),
        ("# A\n\nOne. Two.\n\n# B\n\nx\n", "# A\n\nOne. Two.\n\n## But\n\nNo.\n\n# B\n\nx\n", "changed"),
        ("# A\n\nOne. Two.\n\n## C\n\nNo. Not.\n\n# B\n\nx\n", "# A\n\nOne. Two.\n\n# B\n\nx\n", "changed"),
        (
            "# A\n\nOne. Two.\n\n## C\n\nNo. Not.\n\n# B\n\nx\n",
            "# A\n\nOne. Two.\n\n## C\n\nNo.\n\n# B\n\nx\n",
            "changed",
        ),
        ("# A\n\nOne. Two.\n", "# A\n\n~~One. Two.~~\n", "changed"),
        ("# A\n\nOne. Two.\n", "# A\n\n<del>One.</del> Two.\n", "changed"),
        ("# A\n\n<s>One. Two.</s>\n", "# A\n\n~~One. Two.~~\n", "same"),
        ("# A\n\nx\n\n# B\n\nOne.\n", "# A\n\n<del>x\n\n# B\n\nOne.\n\n</del>\n", "changed"),
        ("One. " + "Far away. " * 300, "~~One. " + "Far away. " * 300 + "~~", "changed"),
        ("# A\n\nOne. Two.\n", "A\n=\n\nOne. Two.\n", "same"),
        ("# A\n\nOne. Two.\n\n# B\n\nx\n", "# A\n\nOne. Two.\n\n# B\n\ny\n", "same"),
        ("# A\n\nOne. “Two”.\n", '# A\n\nOne. "Two".\n', "same"),
        ("# A\n\nOne. Two.\n", "# A\n\nOne. two.\n", "changed"),
        ("# A\n\nOne. Two.\n", "# A\n\nOne. Two. Three.\n", "changed"),
        ("# A\n\nOne. Two.\n", "One. Two.\n\n# B\n\nThree.\n", "changed"),
        ("One. Two.\n", "One.\nTwo.\n", "same"),
        ("One. Two.\n", "One. Two. Three.\n", "changed"),
        ("One. " + "Far away. " * 300, "One. " + "Far away. " * 299 + "Changed.", "same"),
        ("One. " + "Far away. " * 300, "One. Changed. " + "Far away. " * 299, "changed"),
    ],
)
def test_sections_are_the_same_under_the_same_headings_with_the_same_words_and_nothing_new_below(
    before: str, after: str, state: str
) -> None:
    assert section_state(page(before), place(before, "One."), page(after), place(after, "One.")) == state


def test_a_section_is_found_by_its_path_or_its_last_heading() -> None:
    held = page("# A\n\nx\n\n## Money\n\ny\n")

    assert [one.path if (one := held.section_at(path)) else None for path in ("A > Money", "B > Money", "Z")] == [
        "A > Money",
        "A > Money",
        None,
    ]
