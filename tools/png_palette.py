"""Make a PNG of a page smaller: a palette of its colours where they are few enough, and no more bytes than needed."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 256
_RGB, _RGBA = 2, 6


def reduced(png: bytes) -> bytes:
    """Return the picture with a palette of at most 256 colours, each of its pixels in the nearest of them.

    `png`: 8 bits a channel, RGB or RGBA, not interlaced, as browsers write it. A picture of text has few colours: most
    of them are shades of its edges, and those that hardly occur give way to their nearest neighbours.
    """
    chunks = list(_chunks(png))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if depth != 8 or kind not in {_RGB, _RGBA} or interlaced:
        return png
    channels = 3 if kind == _RGB else 4
    raw = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    pixels = _unfiltered(raw, width, height, channels)[:, :, :3]
    flat = pixels.reshape(-1, 3).astype(np.uint32)
    packed = (flat[:, 0] << 16) | (flat[:, 1] << 8) | flat[:, 2]
    found, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, (found >> 8) & 255, found & 255], axis=1).astype(np.uint8)
    palette, places = _palette(colours, places.reshape(-1), counts)
    rows = places.astype(np.uint8).reshape(height, width)
    lines = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1).tobytes()
    return b"".join((
        _SIGNATURE,
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", palette.tobytes()),
        _chunk(b"IDAT", zlib.compress(lines, 9)),
        _chunk(b"IEND", b""),
    ))  # fmt: skip


def _palette(
    colours: NDArray[np.uint8], places: NDArray[np.intp], counts: NDArray[np.intp]
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    if len(colours) <= _COLOURS:
        return colours, places
    kept = np.sort(np.argsort(-counts, kind="stable")[:_COLOURS])
    chosen = colours[kept]
    apart = ((colours[:, None, :].astype(np.int32) - chosen[None, :, :].astype(np.int32)) ** 2).sum(axis=2)
    return chosen, apart.argmin(axis=1)[places]


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _unfiltered(raw: bytes, width: int, height: int, channels: int) -> NDArray[np.uint8]:
    """Return the pixels: each line of a PNG is written as its difference to what stands left of it and above it."""
    stride = width * channels
    lines = np.frombuffer(raw, np.uint8).reshape(height, stride + 1)
    out = np.zeros((height + 1, stride + channels), np.int32)
    for at in range(height):
        line, above = lines[at, 1:].astype(np.int32), out[at]
        row = out[at + 1]
        if lines[at, 0] in {0, 2}:
            row[channels:] = (line + (above[channels:] if lines[at, 0] == 2 else 0)) & 255
        elif lines[at, 0] == 1:
            row[channels:] = np.cumsum(line.reshape(width, channels), axis=0).reshape(-1) & 255
        else:
            _predicted(row, line, above, channels, paeth=lines[at, 0] == 4)
    return out[1:, channels:].astype(np.uint8).reshape(height, width, channels)


def _predicted(
    row: NDArray[np.int32], line: NDArray[np.int32], above: NDArray[np.int32], channels: int, *, paeth: bool
) -> None:
    held, over, told = row.tolist(), above.tolist(), line.tolist()
    for at, value in enumerate(told, start=channels):
        left, up, corner = held[at - channels], over[at], over[at - channels]
        guess = _paeth(left, up, corner) if paeth else (left + up) // 2
        held[at] = (value + guess) & 255
    row[:] = held


def _paeth(left: int, up: int, corner: int) -> int:
    near = left + up - corner
    apart = abs(near - left), abs(near - up), abs(near - corner)
    if apart[0] <= apart[1] and apart[0] <= apart[2]:
        return left
    return up if apart[1] <= apart[2] else corner
