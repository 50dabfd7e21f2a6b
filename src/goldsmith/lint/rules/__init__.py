"""One rule a file; the docstring of the rule is its page."""
