"""What every adapter that speaks HTTP stands on: requests, credentials, streams, failures, and who may be called."""
