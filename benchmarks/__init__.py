"""Benchmarks: medians against a baseline named and measured in the same run.

`python -m benchmarks` prints one table. Nothing here is run by the tests, and no number of it is
ever a verdict.
"""
