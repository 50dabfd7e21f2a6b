"""Strings in, spans and scores out. No word of the domain of cases and runs stands here.

Offsets are Unicode code points, half open.
"""
