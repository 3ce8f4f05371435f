"""What is known of the opening before anybody searches: what was proven, and a book of valued positions."""
