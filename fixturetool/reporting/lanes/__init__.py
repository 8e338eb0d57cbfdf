"""The path lane's and the page lane's reports."""
