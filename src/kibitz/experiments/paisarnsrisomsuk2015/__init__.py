"""Paisarnsrisomsuk and Wiratchotisatian (2015): recommending moves of Go with the final board in a network's eyes."""
