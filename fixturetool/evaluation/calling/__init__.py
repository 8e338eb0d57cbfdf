"""Calling a retriever many times: threads, deadlines, retries, and a pace that all share."""
