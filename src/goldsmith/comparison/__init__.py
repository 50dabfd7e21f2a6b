"""Paired effects, corrections, and the cause of each regression, on the cases that two runs have in common."""
