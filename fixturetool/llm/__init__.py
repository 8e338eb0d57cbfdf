"""Asking a language model over the Chat Completions protocol; the only room that imports openai."""
