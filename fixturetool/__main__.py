"""Run the command line with ``python -m fixturetool``."""

from fixturetool.cli.main import main

if __name__ == "__main__":
    main()
