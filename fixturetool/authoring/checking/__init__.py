"""The rules applied to one thing at a time: an anchor, a facet, a query, a fixture, a file."""
