"""What runs that learn from Othello games have in common."""
