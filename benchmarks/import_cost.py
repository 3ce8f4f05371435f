"""What `import kibitz` costs beside numpy: CPU milliseconds of a new Python, the least of some runs, all in one run.

python benchmarks/import_cost.py [--runs 15]
"""

import argparse
import resource
import subprocess
import sys

CASES = {
    "python alone": "pass",
    "import numpy": "import numpy",
    "import kibitz": "import kibitz",
    "import numpy, kibitz": "import numpy, kibitz",
    "numpy, and a move on a board": "import numpy, kibitz; kibitz.Board().play('d3')",
}


def cpu_milliseconds(code: str) -> float:
    """The processor time of a new Python that runs some code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Print the table; the cases take turns, so that a busy machine is unfair to none."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    best = dict.fromkeys(CASES, float("inf"))
    for _ in range(runs):
        for name, code in CASES.items():
            best[name] = min(best[name], cpu_milliseconds(code))
    for name, found in best.items():
        print(f"{name:<30}{found:>8.1f} ms")
    beyond = best["import numpy, kibitz"] - best["import numpy"]
    numpy = best["import numpy"] - best["python alone"]
    print(f"kibitz beyond numpy: {beyond:.1f} ms, {beyond / numpy:.2f} of what numpy itself takes")


if __name__ == "__main__":
    main()
