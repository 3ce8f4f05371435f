"""Trained models: a card, weights, and the light runtime that answers with probabilities. The shipped ones are in shipped/."""
