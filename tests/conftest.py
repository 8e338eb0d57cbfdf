"""What holds for all tests."""

import gc
import os
import signal
import sys
from pathlib import Path

# A shell has a command that it starts in the background ignore Ctrl-C, and so would the
# commands that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The commands that the tests start are many: none of them compiles the modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# All servers are on this machine and speak plain HTTP: no client need spend a tenth of a second
# on the certificates of the world. There are none in this folder.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)


def pytest_collection_finish() -> None:
    """Leave what is loaded by now out of every later collection of garbage."""
    gc.collect()
    gc.freeze()
