"""Findings of validate and verify, for people and programs."""
