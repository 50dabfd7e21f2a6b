"""The review pages, over workflows: pure functions from a visit to a reply."""
