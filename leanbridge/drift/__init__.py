"""CHANGE: the index of a project's declarations."""
