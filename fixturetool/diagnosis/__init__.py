"""What fixturetool needs to work here, looked at without changing or paying for anything."""
