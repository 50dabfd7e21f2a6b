"""Digests, canonical JSON, atomic writes, the registry: tools without a word of the domain."""
