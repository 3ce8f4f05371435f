"""Routes: studies, the pages they are shared as, and diagrams."""

from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Path, Query, Response

from kibitz.app.folder import ID_PATTERN
from kibitz.app.requests import GivenPlayedLine, ServicesOf
from kibitz.app.shapes.base import Deleted
from kibitz.app.shapes.studies import ChangedStudy, PageWords, StudyContent, StudyDocument, StudyLine, StudyList
from kibitz.app.sharing.diagram import Wishes, diagram_of
from kibitz.app.sharing.files import HTML, as_file
from kibitz.app.sharing.page import page_of
from kibitz.app.sharing.places import check_study
from kibitz.app.study_games import parse_played_line

router = APIRouter(prefix="/api")

StudyId: TypeAlias = Annotated[str, Path(pattern=ID_PATTERN, description="the id of a study")]
_Texts: TypeAlias = Annotated[str, Query(max_length=4000, description="parts with commas between them")]


@router.get("/studies")
def studies(services: ServicesOf) -> StudyList:
    """All studies, the one changed last first, and those whose files cannot be read."""
    found = services.studies.listing()
    return StudyList(studies=[_line(study) for study in found.studies], unreadable=found.unreadable)


@router.post("/studies", status_code=201)
def new_study(content: StudyContent, services: ServicesOf) -> StudyDocument:
    """Keep a new study."""
    check_study(content)
    return services.studies.create(content)


@router.get("/studies/{study}")
def one_study(study: StudyId, services: ServicesOf) -> StudyDocument:
    """A study as it is now."""
    return services.studies.get(study)


@router.put("/studies/{study}")
def change_study(study: StudyId, changed: ChangedStudy, services: ServicesOf) -> StudyDocument:
    """Replace a study; refused if it was changed since that version."""
    check_study(changed)
    return services.studies.change(study, changed.version, changed)


@router.delete("/studies/{study}")
def delete_study(study: StudyId, services: ServicesOf) -> Deleted:
    """Remove a study."""
    services.studies.delete(study)
    return Deleted(deleted=study)


@router.post("/studies/{study}/page", response_class=Response)
def study_page(study: StudyId, words: PageWords, services: ServicesOf) -> Response:
    """The study as one HTML file that plays in any browser by itself."""
    found = services.studies.get(study)
    return as_file(page_of(found, words), HTML, f"{found.title or 'study'}.html")


@router.get("/diagram", response_class=Response)
def diagram(
    line: GivenPlayedLine,
    coordinates: bool = True,
    numbers: Annotated[int, Query(ge=0, le=10_000, description="the first move that gets its number; 0: none")] = 0,
    last: Annotated[bool, Query(description="whether the last move is marked")] = True,
    marks: _Texts = "",
    arrows: _Texts = "",
    ink: Literal["colour", "print"] = "colour",
    size: Annotated[int, Query(ge=80, le=4000, description="its width in pixels")] = 480,
) -> Response:
    """The position as an SVG picture."""
    wishes = Wishes(coordinates, numbers, last, _parts(marks), _parts(arrows), ink == "print", size)
    return Response(diagram_of(line, wishes), media_type="image/svg+xml")


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _line(study: StudyDocument) -> StudyLine:
    games = dict.fromkeys(parse_played_line(chapter.start).game_name for chapter in study.chapters)
    return StudyLine(id=study.id, title=study.title, chapters=len(study.chapters), games=list(games), changed=study.changed)
