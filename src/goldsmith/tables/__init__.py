"""Columns for what comes in millions."""
