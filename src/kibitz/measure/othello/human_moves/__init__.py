"""The benchmark "Othello human moves": fixed splits of tournament games as Parquet, predictions of any program judged alike."""
