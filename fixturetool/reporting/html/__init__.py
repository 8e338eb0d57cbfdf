"""A run as one HTML file that needs nothing else: from the saved run alone, in parts."""
