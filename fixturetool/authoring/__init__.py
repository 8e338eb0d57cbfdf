"""Helping a person write good fixtures."""
