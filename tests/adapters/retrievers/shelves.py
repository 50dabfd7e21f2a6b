"""A few chunks on a shelf."""

from __future__ import annotations

from goldsmith.adapters.retrievers.shelf import Shelf, build_shelf

CHUNKS = (
    ("refunds#1", "Refunds\nHow long", "Money is returned within 30 days of purchase."),
    ("refunds#2", "Refunds\nReceipts", "No return is possible without a receipt."),
    ("fees#1", "Fees\nExpress", "The express fee is 9 euro."),
    ("fees#2", "Fees\nWeekend", "On Sundays it is 12 euro."),
    ("warranty#1", "保修\n期限", "保修期为两年的合同"),
)


def shelf(*chunks: tuple[str, str, str]) -> Shelf:
    """Return a shelf of id, heading and text; of `CHUNKS` where none is given."""
    return build_shelf(iter(chunks or CHUNKS))
