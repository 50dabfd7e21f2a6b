"""Servers that take mail."""
