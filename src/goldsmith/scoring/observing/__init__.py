"""One file for each part of an observation. Only `goldsmith.scoring.observe` is called from outside."""
