"""The files of the path lane and of the page lane, compatible with the public format."""
