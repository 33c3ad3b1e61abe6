"""Lean and Mathlib constants as Lean text, one file per topic, read by our own parser."""

from leanbridge.core.known.names import is_known as is_known
from leanbridge.core.known.names import is_namespace as is_namespace
