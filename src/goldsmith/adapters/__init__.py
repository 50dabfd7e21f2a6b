"""Where the outside comes in: one file for each kind of system, and one for each vendor package."""
