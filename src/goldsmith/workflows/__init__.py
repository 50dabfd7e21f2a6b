"""One module a verb: load, call the rooms, save. Ports arrive as arguments."""
