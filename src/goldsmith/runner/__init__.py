"""Carry keyed calls to a system under test: planned once, bounded, isolated from each other, kept as they arrive."""
