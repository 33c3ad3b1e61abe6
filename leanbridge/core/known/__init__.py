"""Lean and Mathlib constants as Lean text, one file per topic, read by our own parser."""
