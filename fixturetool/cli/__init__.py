"""The command line: flags to one to three core calls, one renderer, an exit code."""
