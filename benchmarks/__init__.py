"""Benchmarks: what a view costs, always as a ratio to something that was measured in the same run."""
