"""What helps an author, on the screen and for programs."""
