"""In which characters a web page is written: by its byte order mark, by what it declares, by what its bytes allow."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LOOKED_AT = 2048
_DECLARED = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})", re.IGNORECASE)
# What browsers take a declared name for; anything else counts as not declared.
_TAKEN_FOR = {
    "utf8": "utf-8",
    "utf-8": "utf-8",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "latin1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "windows-31j": "cp932",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "ibm866": "cp866",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    # A page that could be read as far as its declaration is not written in 16 bits.
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}
_TAKEN_FOR |= {f"windows-{number}": f"cp{number}" for number in range(1250, 1259)}
_TAKEN_FOR |= {f"iso-8859-{number}": f"iso8859_{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)}


class Decoded(NamedTuple):
    """A page as text."""

    text: str
    doubt: str | None
    """Why some of its characters may be wrong."""


def decode(data: bytes) -> Decoded:
    """Return the text of a page. A page that declares nothing is UTF-8 where its bytes are, else Windows-1252."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], charset)
    declared = _declared(data[:_LOOKED_AT])
    if declared is not None:
        return _decoded(data, declared)
    found = _decoded(data, "utf-8")
    if found.doubt is None:
        return found
    return Decoded(data.decode("cp1252", "replace"), "it declares no charset and was read as Windows-1252")


def _declared(head: bytes) -> str | None:
    for pattern in (_XML, _DECLARED):
        found = pattern.search(head)
        if found is not None:
            return _TAKEN_FOR.get(found[1].decode("ascii").lower())
    return None


def _decoded(data: bytes, charset: str) -> Decoded:
    try:
        return Decoded(data.decode(charset), None)
    except UnicodeDecodeError:
        return Decoded(data.decode(charset, "replace"), f"some of its bytes are not {charset}")
