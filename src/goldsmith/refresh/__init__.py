"""What a change of the corpus does to each case, and what a person is asked about it. Pure."""
