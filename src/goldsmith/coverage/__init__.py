"""What a set covers and what it can detect: cases, documents and past verdicts in, counts and gaps out.

`mix` counts words, `presets` holds the mixes that others found useful, `access` and `documents` hold the corpus
against the cases, `detection` says which fall is seen, and `gaps` puts together what to draft.
"""
