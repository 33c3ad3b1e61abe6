"""OUTPUT: views of a run's record."""
