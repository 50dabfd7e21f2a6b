"""`python -m goldsmith` is the command `goldsmith`."""

from goldsmith.cli import main

main()
