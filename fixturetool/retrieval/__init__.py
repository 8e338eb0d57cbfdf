"""Systems under test, and the embedded one."""
