"""Documents to chunks to revision, foreign chunk manifests, and where evidence stands in them. Pure."""
