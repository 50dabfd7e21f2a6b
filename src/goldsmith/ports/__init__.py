"""What outsiders may bring: small Protocols, public."""
