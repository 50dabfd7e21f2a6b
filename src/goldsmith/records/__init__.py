"""The nouns: what a golden set is made of and what a run leaves behind.

Frozen, keyword-only, standard library only. Each file holds one subject; a record looks upstream only
(a score knows its run, a run never knows its score).
"""
