"""Systems under test that are asked through a database client."""
