"""What the server refuses, as a stable code with its facts beside the English sentence, so that pages can say it in any language.

A sentence is written where something is refused, in rooms that know nothing of codes. Here it is recognised by its shape.
"""

import re
from functools import cache
from typing import Final, NamedTuple

SENTENCES: Final = {
    "gameOver": "the game is over",
    "gameOverAlready": "the game is over already",
    "nothingToAnalyse": "the game is over: there is no move to analyse",
    "overBefore": "the game would be over before it begins",
    "cannotPlay": "{move} cannot be played: the game is over",
    "notLegalHere": "{move} is not legal here",
    "notLegal": "{move} is not legal",
    "notLegalFor": "{move} is not legal for {side}; legal: {moves}",
    "notLegalBecause": "{move} is not legal for {side}: {reason}",
    "notEmpty": "{point} is not empty",
    "atMove": "move {number}: {problem}",
    "movedOn": "the game has gone on to version {version}; look at it again",
    "otherTurn": "it is the turn of {player}",
    "nothingToTakeBack": "there is no move to take back",
    "onlyPeopleResign": "only a person who plays can resign",
    "notCounted": "stones are counted when both sides have passed, in games that are counted",
    "noStone": "there is no stone on {point}",
    "noVariation": "there is no such variation",
    "gameItself": "that is the game itself; a variation leaves it",
    "gameTooLarge": "the game would have more than {size} with its comments and variations; shorten or remove some of them",
    "changedElsewhere": "the game was changed elsewhere at the same moment; try again",
    "noGame": "there is no game {id}",
    "noArchiveGame": "there is no game {number} in the archive",
    "noLongerKept": "the deleted game {id} is no longer kept",
    "noStudy": "there is no study {id}",
    "studyChanged": "the study was changed in another window; open it again to see that",
    "noImport": "there is no import {id}",
    "importEmpty": "the import has no files yet",
    "importBegun": "the import is {state}; begin another one",
    "importBytes": "an import has at most {most} GiB; import the rest by itself",
    "importFiles": "an import has at most {most} files; import the rest by itself",
    "importsFull": "{most} imports are under way; wait for one of them or cancel it",
    "notWritten": "{file} cannot be written: {reason}",
    "notRead": "{file} cannot be read: {reason}",
    "notMoved": "{file} cannot be moved: {reason}",
    "notDeleted": "{file} cannot be deleted: {reason}",
    "diskFull": "no space left on device",
    "notAllowed": "permission denied",
    "readOnly": "read-only file system",
    "damaged": "{file} is damaged: {reason}",
    "damagedStore": "{file} is damaged; move it away to start afresh",
    "gameFileTooLarge": "{file} is too large for a game: it has more than {size}",
    "noReadingOf": "games of {game} cannot be read from files",
    "wouldResign": "{player} would resign",
    "noLongerJson": "it is no longer JSON",
    "noReview": "there is no review of the game {id}",
    "reviewDamaged": "the review of the game {id} is damaged; ask for it again",
    "reviewUnfinished": "the review is not finished yet",
    "nothingToReview": "the game has no moves to review",
    "noMovesInText": "there is no game with moves in it",
    "noReviewsOf": "games of {game} cannot be reviewed here",
    "noLessons": "there are no lessons in {game}",
    "noGuessing": "there is no guessing in {game}",
    "noEvenOpenings": "there are no even openings of {game}",
    "noFilesOf": "games of {game} cannot be read from files or written to them",
    "noTime": "the engine had no time for this position; try again",
    "noTimeInSeconds": "the engine had no time for this position; give it more seconds",
    "tooManyCards": "a repertoire of more than {most} cards is too much to learn",
    "noCard": "there is no card {id}",
    "noMistake": "there is no such mistake",
    "noSuchMove": "there is no such move",
    "tooEmpty": "drills have at most {most} empty squares; this position has {count}",
    "noArchive": "there is no archive at {file}; make one with: {command}",
    "noOwnGames": "you have no game here yet: play one against the expert or the engine, or name a player of the archive",
    "noGameChosen": "no game is chosen",
    "tooManyTags": "a game has at most {most} tags",
    "notAGameFile": "{file} is not a game file: it is neither text nor {format}",
    "unknownFormat": "{file} is not a game file of a known format; known are {formats}",
    "fileEmpty": "{file} is empty",
    "noGameInFile": "{file} holds no game",
    "inUtf16": "{file} is text in UTF-16; save it as UTF-8",
    "fileTooLarge": "{file} is larger than {size} unpacked; split it into smaller files",
    "packedFiles": "{file} is an archive of files; unpack it and take the files in it",
    "inGame": "{file}, game {number}: {problem}",
    "furtherGames": "{count} more games could not be used",
    "requestTooLarge": "the request is larger than {size}",
    "notASquare": "{text} is not a square; squares are {first} to {last}",
    "transcriptMove": "transcript, move {number} is {text}; squares are {first} to {last}",
    "transcriptPlace": "transcript, character {place}: {text} is not a move; squares are {first} to {last}",
    "notAMove": "{text} is not a move",
    "boardOfEight": "the study app has the board of 8×8 squares, not {size}",
    "gameOnOtherBoard": "the game is on {size} squares; the study app has 8×8",
    "boardIsNotEight": "the board is not 8×8",
    "gameOnly": "this request supports {game} only",
    "tooManyTabs": "too many tabs are open; close some",
    "engineOfOther": "the engine {engine} is in the list for {listed}, not for {game}",
    "download": "{address}: {reason}; run the command again to continue from there",
    "noAddress": "there is nothing at this address",
    "bug": "unexpected {kind}: this is a bug in Kibitz",
}
_PLACE: Final = re.compile(r"\\{(\w+)\\}")
_LONGEST: Final = 1_000  # characters of a sentence; matching takes longer than it is worth behind that
_ONE_WORD: Final = frozenset({"number", "place", "move", "point", "side", "first", "last"})


class Problem(NamedTuple):
    """A code of SENTENCES, and what stands in the sentence for each of its {names}."""

    code: str
    facts: dict[str, str]


def problem_of(sentence: str) -> Problem | None:
    """What a sentence says; None for one that has no code."""
    if len(sentence) > _LONGEST:
        return None
    for code, pattern in _patterns():
        if found := pattern.fullmatch(sentence):
            return Problem(code, found.groupdict())
    return None


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """All shapes; those with the most words of their own come first, so that none is taken for another."""
    by_words = sorted(SENTENCES.items(), key=lambda entry: len(re.sub(r"\{\w+\}", "", entry[1])), reverse=True)
    return [(code, re.compile(_PLACE.sub(_group, re.escape(words)), re.DOTALL)) for code, words in by_words]


def _group(name: re.Match[str]) -> str:
    """What may stand for a name. The scripts of the pages do the same (said.js)."""
    kind = r"\S+" if name[1] in _ONE_WORD else ".+?"
    return f"(?P<{name[1]}>{kind})"
