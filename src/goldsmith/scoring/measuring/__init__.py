"""One file for each family of measures. Only `goldsmith.scoring.measures` is called from outside."""
