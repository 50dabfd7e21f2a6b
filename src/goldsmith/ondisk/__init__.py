"""The set, revisions and run folders: the only code that reads and writes our files."""
