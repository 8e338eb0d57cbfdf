"""How a pattern is run by ripgrep and its matches placed in sources."""
