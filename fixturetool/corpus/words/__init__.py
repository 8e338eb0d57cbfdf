"""How text is cut into words: segmenters, the user dictionary, names, stop words."""
