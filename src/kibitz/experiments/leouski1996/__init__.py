"""Leouski & Utgoff, "What a neural network can learn about Othello" (University of Massachusetts, 1996).

The paper's three networks trained again by temporal differences, measured against an opponent of the kind it used, and looked
into by Taylor's expansion; then TD(λ) and n-tuple networks with the same games. Nothing is shown that was not run.
"""
