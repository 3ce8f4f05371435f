"""Search: exact endgames, alpha-beta and tree search. A search is handed its evaluator and never imports a net."""
