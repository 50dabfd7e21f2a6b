"""What a person is told who starts the workbench: where to look, who may come in, how to stop."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """A workbench that takes calls."""

    set_name: str
    address: str
    waiting: int
    """Reviews that wait for somebody."""
    opened: int
    """Of those, the ones that were opened just now."""
    local: str | None = None
    """Who works alone at this machine; None: people come in by name."""
    people: tuple[str, ...] = ()
    header: str | None = None
    """The header in which proxies name people."""
    proxies: tuple[str, ...] = ()
    in_the_clear: bool = False
    """It listens beyond this machine, and no address with https is configured."""


def render_serving(serving: Serving) -> str:
    """Return the lines for the terminal."""
    reviews = f"{serving.waiting} {'review waits' if serving.waiting == 1 else 'reviews wait'}"
    now = f", {serving.opened} opened now" if serving.opened else ""
    lines = [f"{serving.set_name}: {reviews}{now}", "", f"  open     {serving.address}"]
    if serving.local is not None:
        lines += [f"  lets in  whoever sits at this machine, as {serving.local}; nobody else"]
    else:
        lines += [f"  lets in  {', '.join(serving.people)}", "           by link: goldsmith review invite NAME"]
    if serving.header is not None:
        from_where = ", ".join(serving.proxies) or "nowhere: trusted_proxies is empty"
        lines += [f"           by the header {serving.header} from {from_where}"]
    if serving.in_the_clear:
        lines += ["  beware   it is plain HTTP: put a proxy with TLS in front, and its address in [workbench] url"]
    return "\n".join([*lines, "  stop     Ctrl-C; what people saved is kept"])
