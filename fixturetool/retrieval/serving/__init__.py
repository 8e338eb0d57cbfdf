"""The embedded index behind an HTTP API."""
