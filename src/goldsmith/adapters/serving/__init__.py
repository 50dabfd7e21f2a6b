"""Pages behind HTTP: Starlette and uvicorn, loaded when a server is started."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from goldsmith.errors import MissingExtraError
from goldsmith.ports.pages import Route

THREADS = 16
"""Pages that are made at once; a page that waits for the store holds nobody else up until so many wait."""

_PACKAGES = ("starlette", "uvicorn", "anyio", "python_multipart")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """A server that takes calls."""

    host: str
    port: int
    stop: Callable[[], None]
    """Lets the calls that are under way end, then the server; may be called from any thread."""


def serve(
    routes: Sequence[Route], *, host: str, port: int, ready: Callable[[Listening], None], threads: int = THREADS
) -> None:
    """Answer calls until SIGINT or SIGTERM comes or `Listening.stop` is called; calls under way are ended first.

    Port 0 takes a free one. `ready` is called once, when calls are taken. The pages are made in `threads` threads. A
    route whose path is ``*`` answers what no other path takes. TLS is for a proxy in front. Raises MissingExtraError,
    InputError for an address that cannot be listened on.
    """
    for package in _PACKAGES:
        try:
            import_module(package)
        except ModuleNotFoundError as error:
            message = f"serving pages needs the package {package.replace('_', '-')!r}, which is not installed"
            raise MissingExtraError(message, next_step="pip install 'goldsmith-rag[serve]'") from error
    from goldsmith.adapters.serving.asgi import application
    from goldsmith.adapters.serving.server import run

    run(application(routes, threads=threads), host=host, port=port, ready=ready)
