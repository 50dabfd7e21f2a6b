"""Templates and the files beside them: our own, read from the package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from goldsmith.ports.pages import Call, Reply, Route

if TYPE_CHECKING:
    from jinja2 import Environment

_MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""What may lie in web/static/, and how it is told to the browser."""
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticFile:
    """A file that every page may name."""

    name: str
    media_type: str
    body: bytes
    digest: str
    """SHA-256, hexadecimal."""

    @property
    def address(self) -> str:
        """Where it is found; another content has another address."""
        return f"/static/{self.name}?v={self.digest[:16]}"

    def reply(self, call: Call) -> Reply:
        """Return the file, or that what the browser has is still right."""
        tag = f'"{self.digest}"'
        kept = _FOR_EVER if call.asked("v") == self.digest[:16] else _ASK_AGAIN
        headers = (("ETag", tag), ("Cache-Control", kept), ("X-Content-Type-Options", "nosniff"))
        asked = {item.strip().removeprefix("W/") for item in call.headers.get("if-none-match", "").split(",")}
        if tag in asked or "*" in asked:
            return Reply(status=304, media_type=self.media_type, headers=headers)
        return Reply(body=self.body, media_type=self.media_type, headers=headers)


@cache
def static_files() -> Mapping[str, StaticFile]:
    """Return every file of web/static/ by name."""
    found = {}
    for item in sorted(files("goldsmith.web").joinpath("static").iterdir(), key=lambda file: file.name):
        media = next((kind for suffix, kind in _MEDIA.items() if item.name.endswith(suffix)), None)
        if media is not None:
            body = item.read_bytes()
            found[item.name] = StaticFile(name=item.name, media_type=media, body=body, digest=sha256(body).hexdigest())
    return found


def static_routes() -> tuple[Route, ...]:
    """Return one route a file: what is no file of ours has no address."""
    return tuple(
        Route(method="GET", path=f"/static/{file.name}", handle=file.reply) for file in static_files().values()
    )


def static_address(name: str) -> str:
    """Return the address of a file of web/static/. Raises KeyError."""
    return static_files()[name].address


def rendered(template: str, values: Mapping[str, Any]) -> bytes:
    """Return a page as bytes; every text in it is escaped, and a value that is missing is an error."""
    return environment().get_template(template).render(values).encode()


@cache
def environment() -> Environment:
    """Return the environment of all templates."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("goldsmith.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["static"] = static_address
    return made
