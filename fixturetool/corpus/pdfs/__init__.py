"""PDFs as sources: pages, captions, figures and their descriptions."""
