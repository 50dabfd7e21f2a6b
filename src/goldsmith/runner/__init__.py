"""Carry keyed calls to a system, a judge or a model: bounded, isolated from each other, kept before they count."""
