"""Reading a folder of documents."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InputError, InvalidFileError
from goldsmith.ondisk.documents import read_documents
from goldsmith.records.corpus import ContentHash, Document, Ingestion


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def problems(folder: Path, **options: Any) -> list[str]:
    with pytest.raises(InvalidFileError) as caught:
        read_documents(folder, **options)
    return [str(problem) for problem in caught.value.problems]


def test_front_matter_is_declared_and_is_no_text(tmp_path: Path) -> None:
    text = (
        "---\nid: returns\nversion: 4\neffective: 2026-03-01\nsupersedes: returns-v3\ntenant: eu\n"
        'allowed_principals: [desk, "007"]\ntitle: "Returns: all"\nlanguage: no\n---\n# Returns\n\n30 days.\n'
    )
    (read,) = read_documents(write(tmp_path, {"a/returns.md": text}))

    assert read.text == "# Returns\n\n30 days.\n"
    assert read.document == Document(
        id="returns",
        source="a/returns.md",
        version="4",
        content_hash=ContentHash(
            algorithm="sha256", value="1e7e103c2731134c91e1149d96fed563111cde8531e2115f71322cd0223028b9"
        ),
        title="Returns: all",
        media_type="text/markdown",
        language="no",
        effective_from="2026-03-01",
        supersedes=("returns-v3",),
        tenant="eu",
        allowed_principals=("desk", "007"),
        ingestion=Ingestion(status="parsed"),
    )


def test_the_id_is_the_path_and_hidden_files_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, {"b.md": "B", "a/c.txt": "C", ".goldsmith/x.md": "X", ".hidden.md": "H"})

    assert [(one.document.id, one.text) for one in read_documents(tmp_path)] == [("a/c.txt", "C"), ("b.md", "B")]


def test_one_file_can_be_read(tmp_path: Path) -> None:
    write(tmp_path, {"b.md": "B", "a.md": "A"})

    assert [one.document.id for one in read_documents(tmp_path / "b.md")] == ["b.md"]


@pytest.mark.parametrize(
    "data",
    [
        "Größe\nzwei".encode("utf-8-sig"),
        "Größe\nzwei".encode("utf-16"),
        "Größe\r\nzwei".encode(),
        "Größe\rzwei".encode(),
    ],
    ids=["utf-8 with mark", "utf-16", "crlf", "cr"],
)
def test_encodings_and_line_ends_make_no_difference(tmp_path: Path, data: bytes) -> None:
    (read,) = read_documents(write(tmp_path, {"a.txt": data}))

    assert read.text == "Größe\nzwei"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("scan.pdf", b"%PDF-1.4", "no parser takes .pdf files; Markdown (.md) and plain text (.txt) are read"),
        ("LICENSE", b"MIT", "no parser takes files without an ending; Markdown (.md) and plain text (.txt) are read"),
        ("a.md", b"caf\xe9", "byte 0xe9 is not UTF-8 text; the file may be in an older encoding such as Windows-1252"),
        ("a.md", b" \n", "the document holds no text"),
    ],
)
def test_what_cannot_be_read_is_a_failed_document(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    (read,) = read_documents(write(tmp_path, {name: data}))

    assert (read.document.id, read.text) == (name, None)
    assert read.document.ingestion == Ingestion(status="failed", reason=reason)


def test_a_partial_document_says_why(tmp_path: Path) -> None:
    (read,) = read_documents(write(tmp_path, {"a.md": "---\nstatus: partial\nreason: tables lost\n---\nA"}))

    assert (read.document.ingestion, read.text) == (Ingestion(status="partial", reason="tables lost"), "A")


def test_a_rule_at_the_head_is_text(tmp_path: Path) -> None:
    (read,) = read_documents(write(tmp_path, {"a.md": "---\nSome prose.\n\n---\nMore.\n"}))

    assert read.text == "---\nSome prose.\n\n---\nMore.\n"


def test_an_empty_front_matter_declares_nothing(tmp_path: Path) -> None:
    (read,) = read_documents(write(tmp_path, {"a.md": "---\n---\nA"}))

    assert read.text == "A"


def test_nobody_may_see_a_document_with_an_empty_list(tmp_path: Path) -> None:
    (read,) = read_documents(write(tmp_path, {"a.md": "---\nallowed_principals: []\n---\nA"}))

    assert read.document.allowed_principals == ()


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ("tennant: eu", "a.md:2:1: tennant: the front matter has an unknown key 'tennant'"),
        ("title: A\ntenant:", "a.md:3:8: tenant: the access rule has no value"),
        ("allowed_principals:", "a.md:2:20: allowed_principals: the list has no value"),
        ("effective: 2026-02-30", "a.md:2:12: effective: '2026-02-30' is not in the calendar"),
        ("effective: 03/04/2026", "a.md:2:12: effective: "),
        ("effective: 2026-01-01\neffective_from: 2026-01-02", "a.md:3:17: effective_from: `effective` and"),
        ("status: partial", "a.md:2:9: status: a document that is partial must say why"),
        ("status: done", "a.md:2:9: status: the status 'done' is unknown"),
        ("title: [a]", "a.md:2:8: title: a text was expected"),
        ("id: a\nid: b", "a.md:3:1: "),
    ],
)
def test_front_matter_that_cannot_be_used_is_refused_at_its_place(tmp_path: Path, block: str, found: str) -> None:
    told = problems(write(tmp_path, {"a.md": f"---\n{block}\n---\nA"}))

    assert told[0].startswith(found), told


def test_an_unknown_key_names_the_nearest_and_can_be_passed_over(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "---\ntennant: eu\n---\nA"})
    (told,) = problems(tmp_path)

    assert "did you mean 'tenant'?" in told
    assert read_documents(tmp_path, ignore=("tennant",))[0].document.tenant is None
    assert read_documents(tmp_path, ignore=("*",))[0].text == "A"


def test_front_matter_that_is_never_closed_is_refused(tmp_path: Path) -> None:
    told = problems(write(tmp_path, {"a.md": "---\ntenant: eu\n\nSecret.\n"}))

    assert told == ["a.md:1: the front matter that opens here is never closed\n      mend: close it with a line ---"]


def test_one_id_for_two_files_names_both(tmp_path: Path) -> None:
    told = problems(write(tmp_path, {"a.md": "---\nid: x\n---\nA", "b.md": "---\nid: x\n---\nB"}))

    assert told[0].startswith("b.md: id: the document id 'x' belongs to several files: a.md, b.md")


def test_links_that_lead_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"secret.md": "S", "docs/a.md": "A", "outside/b.md": "B"})
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "docs" / "folder").symlink_to(tmp_path / "outside")

    assert [told.split(": ")[1].split("\n")[0] for told in problems(tmp_path / "docs")] == [
        "the link leads out of the corpus folder",
        "the link leads out of the corpus folder",
    ]


def test_links_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "A"})
    (tmp_path / "b.md").symlink_to("gone.md")
    (tmp_path / "c.md").symlink_to("c.md")

    assert [line.partition(": ")[2] for line in problems(tmp_path)] == [
        "the link leads nowhere\n      mend: replace it by a copy, or remove it"
    ] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is Unicode")
def test_a_name_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "A"})
    (tmp_path / os.fsdecode(b"\xff.md")).write_text("B", encoding="utf-8")

    assert problems(tmp_path) == [
        f"{tmp_path.as_posix()}/\\udcff.md: the name of the file is not UTF-8\n      mend: rename it"
    ]


def test_a_link_inside_the_folder_is_a_document(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "A"})
    (tmp_path / "b.md").symlink_to(tmp_path / "a.md")

    assert [one.document.id for one in read_documents(tmp_path)] == ["a.md", "b.md"]


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no documents"):
        read_documents(tmp_path)
    with pytest.raises(InputError, match="there is no file or folder"):
        read_documents(tmp_path / "gone")
