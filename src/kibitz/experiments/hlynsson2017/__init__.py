"""Hlynsson, "Predicting expert moves in the game of Othello using fully convolutional neural networks" (KTH, 2017).

The thesis's networks trained again on the same split of WTHOR (1977–2014, 2015, 2016), by its recipe or by a better one that
ends in the same exported network, its tables and figures side by side with what was measured, and its open questions answered
by measurement. Nothing is shown that was not run.
"""
