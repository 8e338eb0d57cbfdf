"""The inner rooms of ``compare``: what is matched, what is estimated, what is refused."""
