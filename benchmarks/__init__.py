"""Speed as ratios of two things measured in one run; never a timed test."""
