"""The rules of the exact interpreter: one per op, in files by topic, listed in `table`."""
