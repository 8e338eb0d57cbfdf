"""Fixtures from and to the formats of other evaluation tools."""
