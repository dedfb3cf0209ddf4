"""How people say who they are, one language a file."""
