"""Which files there are, and what text they hold."""
