"""What happened in a response, and what it is worth: observe once, then count.

`observe` turns a case and a response into an observation; `measures` turns observations into scores and summaries;
`ranking` evaluates whole runs as columns by the same definitions.
"""
