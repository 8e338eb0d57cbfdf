"""Vectors beside words: kept on disk, searched exactly, fused by reciprocal rank."""
