"""Keeps the index of positions sorted by key, which is what makes looking up a position fast.

DuckDB stores a table in groups of 122,880 rows and knows the smallest and the largest key of each; in a sorted table it reads
only the one or two groups that can hold a key. Imports append unsorted rows, which every look-up has to read in full: they are
sorted in when there are too many of them. Because that happens only after the table has grown by a quarter, a row is rewritten a
few times in its life, however small the imports are. The room of the old rows stays in the file for later imports: the file of
130,000 games of 60 moves has 160 MB, half of it free.
"""

from kibitz.archive.database import Archive
from kibitz.archive.schema import create_index, noted_number, set_note

_SORTED = "sorted_positions"
# Reading this many unsorted rows takes about a millisecond.
_TOLERATED = 500_000


def keep_sorted(archive: Archive) -> None:
    """Sort the index if many rows were added since it was last sorted, in a transaction of its own."""
    (rows,) = archive.row("SELECT count(*) FROM positions")
    in_order = noted_number(archive, _SORTED)
    if rows - in_order <= max(_TOLERATED, in_order // 4):
        return
    with archive.transaction():
        create_index(archive, archive.filing, "new_positions")
        archive.run("INSERT INTO new_positions SELECT * FROM positions ORDER BY key, game")
        archive.run("DROP TABLE positions")
        archive.run("ALTER TABLE new_positions RENAME TO positions")
        set_note(archive, _SORTED, str(rows))
