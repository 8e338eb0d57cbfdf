"""JSON files of people: read, with the place of everything in them, findings, edits."""
