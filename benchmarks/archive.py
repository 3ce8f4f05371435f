"""How long the archive takes for all of WTHOR: import, memory, file, look-ups and ratings.

python benchmarks/archive.py

The WTHOR files are looked for where the tests look for them.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.explore import explore
from kibitz.archive.filters import GameFilter
from kibitz.archive.importer import import_files, record_files
from kibitz.archive.ratings import update_ratings
from kibitz.rules.othello.position import parse_position

PROJECT_ROOT = Path(__file__).resolve().parent.parent
LOOKUPS = 50
LINES = {"start": "", "move 4": "f5d6c3", "move 8": "f5d6c3d3c4f4f6", "move 18": "f5d6c3d3c4f4f6g5e3f3g6e2h5c5g4g3f2"}
FILTERS = {"all games": GameFilter(), "humans 2000–2010": GameFilter(from_year=2000, to_year=2010, human=True)}


def main() -> None:
    shared = Path(os.environ.get("KIBITZ_SHARED_DATA", PROJECT_ROOT.parent / "shared" / "data"))
    files = sorted((shared / "othello" / "wthor").glob("*.wtb"))
    if not files:
        print(f"nothing measured: there are no WTHOR files in {shared}; set KIBITZ_SHARED_DATA")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.duckdb")
        measure_import(path, files)
        measure_lookups(path)
        measure_process(path)


def measure_import(path: Path, files: list[Path]) -> None:
    begun, cpu_begun = time.perf_counter(), time.process_time()
    with open_for_writing(path, game="othello") as archive:
        report = import_files(archive, record_files(files, "othello"))
        imported, cpu_imported = time.perf_counter(), time.process_time()
        update_ratings(archive)
        rated = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row("import", f"{report.games} games", f"{imported - begun:.1f} s, {cpu_imported - cpu_begun:.1f} s of processor time")
    row("ratings", "all players and years", f"{rated - imported:.1f} s")
    row("memory", "at most", f"{memory:.0f} MB")
    row("file", "", f"{path.stat().st_size / 1e6:.0f} MB")


def measure_lookups(path: Path) -> None:
    with open_archive(path, game="othello") as archive:
        for place, line in LINES.items():
            for name, games in FILTERS.items():
                position = parse_position(line)
                explored = [explore(archive, position, games) for _ in range(LOOKUPS)]
                median = statistics.median(found.seconds for found in explored)
                row("explore", f"{place}, {name}, {explored[0].tally.games} games", f"{1000 * median:.1f} ms")


def measure_process(path: Path) -> None:
    command = [sys.executable, "-m", "kibitz", "archive", "explore", "f5d6c3", "--json", "--archive", str(path)]
    seconds = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - begun)
    row("kibitz archive explore", "the whole process", f"{1000 * statistics.median(seconds):.0f} ms")


def row(what: str, about: str, figure: str) -> None:
    print(f"{what:24}{about:48}{figure}")


if __name__ == "__main__":
    main()
