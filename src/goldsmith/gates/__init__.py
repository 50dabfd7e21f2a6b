"""Hard gates, thresholds and waivers: what must hold whatever the mean says."""
