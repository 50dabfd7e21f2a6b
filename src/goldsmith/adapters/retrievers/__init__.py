"""Retrievers that work on any machine: no package beyond the core, no network."""
