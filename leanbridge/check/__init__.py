"""COMPARE: obligations, cases, and what they show."""
