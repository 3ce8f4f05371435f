"""Games reviewed move by move. Called as a function, this package is `kibitz.public.questions.review`."""
