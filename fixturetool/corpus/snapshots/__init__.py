"""How the snapshot is built, kept and brought up to date."""
