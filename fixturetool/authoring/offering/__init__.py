"""How candidates are found in sources, weighed and put into order."""
