"""The terminal editor; Textual is known here and nowhere else."""
