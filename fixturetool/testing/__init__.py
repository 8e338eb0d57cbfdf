"""A provider of chat completions on loopback, for tests and for trying things without a key."""
