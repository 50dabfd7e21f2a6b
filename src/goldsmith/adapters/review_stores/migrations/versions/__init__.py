"""One file a step, numbered. A step that was published is never edited: another one follows it."""
