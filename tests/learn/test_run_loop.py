"""The loop of all runs: what is written and told when, and a run that goes on where its checkpoint stood."""

import numpy as np

from kibitz.learn.runs import loop
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder


class Adder(loop.Learner[str]):
    """Adds its step to a sum; every second one is measured and kept."""

    def __init__(self, steps):
        self.steps, self.sum = steps, 0

    @property
    def is_over(self):
        return self.step >= self.steps

    def advance(self):
        self.step += 1
        self.sum += self.step

    def milestone(self):
        if self.step % 2:
            return loop.Milestone(told=f"step {self.step}")
        return loop.Milestone({"step": self.step, "sum": self.sum}, True, f"sum {self.sum}")

    def checkpoint(self):
        return Checkpoint({"sum": np.array(self.sum)}, {"step": self.step, "seconds": self.seconds})

    def restore(self, checkpoint):
        self.sum, self.step = int(checkpoint.tensors["sum"]), checkpoint.facts["step"]
        self.seconds = checkpoint.facts["seconds"]


def silent(_):
    """Nobody listens."""


def test_rows_checkpoints_and_words_come_when_a_milestone_has_them(tmp_path):
    folder, told = RunFolder(tmp_path), []
    assert loop.finish(Adder(5), folder, told.append)
    assert [row["sum"] for row in folder.metrics()] == ["3", "10"]
    assert folder.load_checkpoint().facts["step"] == 4
    assert told == ["step 1", "sum 3", "step 3", "sum 10", "step 5"]


def test_a_run_goes_on_where_its_checkpoint_stood_and_forgets_later_rows(tmp_path):
    folder = RunFolder(tmp_path)
    loop.finish(Adder(2), folder, silent)
    folder.add_metrics({"step": 4, "sum": 999})
    again = Adder(6)
    assert loop.resume(again, folder)
    assert (again.step, again.sum) == (2, 3)
    assert loop.finish(again, folder, silent)
    assert [row["sum"] for row in folder.metrics()] == ["3", "10", "21"]


def test_a_run_without_a_checkpoint_begins_anew_without_old_rows(tmp_path):
    folder, run = RunFolder(tmp_path), Adder(2)
    folder.add_metrics({"step": 0, "sum": 999})
    assert not loop.resume(run, folder)
    assert (run.step, folder.metrics()) == (0, [])


def test_a_run_waits_where_it_is_told_not_to_go_on(tmp_path):
    folder, run, answers = RunFolder(tmp_path), Adder(6), iter([True, True, True, False])
    assert not loop.finish(run, folder, silent, lambda: next(answers))
    assert (run.step, folder.load_checkpoint().facts["step"]) == (3, 2)


def test_seconds_are_counted_over_all_parts_of_a_run(tmp_path):
    folder, run = RunFolder(tmp_path), Adder(2)
    run.seconds = 1000.0
    loop.finish(run, folder, silent)
    assert folder.load_checkpoint().facts["seconds"] > 1000
