"""Whether an office file may be unpacked: what it would really take is counted before anything else reads it."""

from __future__ import annotations

import zlib
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from goldsmith.adapters.parsers.writing import Tick, Unreadable

MOST_PARTS = 10_000
MOST_UNPACKED = 512 * 1024 * 1024
MOST_XML = 128 * 1024 * 1024
"""Bytes of one part that holds text."""

_BLOCK = 1 << 20
_DECLARATION = b"<!DOCTYPE"
_BROKEN = "it is broken"


def refuse_unsafe(data: bytes, tick: Tick) -> None:
    """Raise Unreadable where the file is no archive, is broken, would grow beyond all bounds or brings entities along.

    The sizes that an archive declares may be lies, so every part is unpacked once, a block at a time.
    """
    try:
        with ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS:
                raise Unreadable("it holds too many parts")
            left = MOST_UNPACKED
            for part in parts:
                left -= _unpacked(packed, part, left, tick)
    except (BadZipFile, zlib.error, EOFError, RuntimeError, ValueError):
        # RuntimeError: a part is encrypted, or packed in a way that no office program uses.
        raise Unreadable(_BROKEN) from None


def _unpacked(packed: ZipFile, part: ZipInfo, most: int, tick: Tick) -> int:
    """Return the real size of a part."""
    is_xml = part.filename.lower().endswith((".xml", ".rels"))
    size, head = 0, b""
    with packed.open(part) as stream:
        while block := stream.read(_BLOCK):
            tick()
            size += len(block)
            if size > most or (is_xml and size > MOST_XML):
                raise Unreadable("it would grow beyond all bounds when it is unpacked")
            head = head or block
    # Office programs declare no document type; whoever does wants entities to be put in.
    if is_xml and _DECLARATION in head:
        raise Unreadable("it declares entities, which no office program does")
    return size
