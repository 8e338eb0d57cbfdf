"""How the embedded index is cut, written, kept and opened."""
