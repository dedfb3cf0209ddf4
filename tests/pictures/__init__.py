"""The README's pictures, drawn from real runs: `python -m tests.pictures`."""
