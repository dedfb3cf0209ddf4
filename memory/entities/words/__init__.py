"""The words that give names away, one language a file."""
