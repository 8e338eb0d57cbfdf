"""What holds for all tests."""

import os
import signal

# A shell has a command that it starts in the background ignore Ctrl-C, and so would the
# commands that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The commands that the tests start are many: none of them compiles the modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
