"""The documents hang together: every link leads somewhere, every page is in the index, and the words are the field's."""

import re
import tomllib
from pathlib import Path

import pytest

import kibitz

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
DOCUMENTS = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "checkpoints" / "README.md"]
# The log is history and stays as it was written; the papers' pages are written by `kibitz reproduce`.
IN_OWN_WORDS = [page for page in DOCUMENTS if page != DOCS / "log.md" and page.parent != DOCS / "papers"]
PRIVATE_WORDS = re.compile(
    r"\b(foret[eo]l\w*|led by|in the lead|(?<!--)told (?:names|nothing|ratings)|so rated|judged are|shown are|discs ahead"
    r"|besides stands?|stands? in \[)",
    re.IGNORECASE,
)


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def _anchors(page: Path) -> set[str]:
    """The names by which headings of a page can be linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _leads_somewhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in _anchors(target))


@pytest.mark.parametrize("page", DOCUMENTS, ids=_name)
def test_every_link_leads_somewhere(page):
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()) if "://" not in link]
    assert [link for link in links if not _leads_somewhere(page, link)] == []


def test_the_index_names_every_page():
    index = (DOCS / "README.md").read_text()
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"README.md"}
    assert {page for page in pages if f"]({page})" not in index} == set()


@pytest.mark.parametrize("page", IN_OWN_WORDS, ids=_name)
def test_pages_use_the_words_of_the_field(page):
    assert PRIVATE_WORDS.findall(page.read_text()) == []


def test_the_version_is_the_same_everywhere_and_in_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == kibitz.__version__
    assert f"\n## {kibitz.__version__}" in (ROOT / "CHANGELOG.md").read_text()
