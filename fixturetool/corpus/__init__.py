"""What fixtures are grounded on: the text corpus."""
