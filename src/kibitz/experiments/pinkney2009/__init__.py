"""Pinkney, "Development of an Artificial Neural Network to Play Othello" (Nottingham, 2009).

The dissertation's evolution run again as it is described, its extensions, and what the same network reaches when it is bred
otherwise. Nothing is shown that was not run.
"""
