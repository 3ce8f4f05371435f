"""What mkdocs needs beside docs/: pages made from the program, the documents of the root, and links that lead to them."""

import re
from pathlib import Path
from typing import Any

import api_reference  # beside this file, where mkdocs looks while it loads a hook
import command_tree
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DOCS = ROOT / "docs"

# Documents of the root, by their names on the site. docs/README.md is the site's first page, so the other README is renamed.
FROM_ROOT = {
    "README.md": "project/about.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "checkpoints/README.md": "project/checkpoints.md",
}
LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_files(files: Files, config: Any) -> Files:
    """The pages of docs/, with those made from the program and those of the root."""
    made = {"reference/commands.md": command_tree.markdown(), "reference/api.md": api_reference.markdown()}
    made |= {name: (ROOT / source).read_text() for source, name in FROM_ROOT.items()}
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:  # noqa: ARG001 - mkdocs' signature
    """A page whose links to the repository lead to the site, or are plain words if the site has no such page."""
    source = _source_of(page.file.src_uri)
    return markdown if source is None else LINK.sub(lambda link: _link(link, source, page.file.src_uri), markdown)


def _source_of(name: str) -> Path | None:
    """The file that a page was read from; None for a page made from the program."""
    roots = {shown: ROOT / source for source, shown in FROM_ROOT.items()}
    found = roots.get(name, DOCS / name)
    return found if found.is_file() else None


def _link(link: re.Match[str], source: Path, shown: str) -> str:
    picture, text, target = link.groups()
    path, mark, anchor = target.partition("#")
    if "://" in target or not path:
        return link[0]
    there = (source.parent / path).resolve()
    name = _name_on_site(there)
    if name is None:
        return text if there.exists() else link[0]  # what is nowhere stays, and mkdocs complains
    return f"{picture}[{text}]({_relative(shown, name)}{mark}{anchor})"


def _name_on_site(there: Path) -> str | None:
    known = {(ROOT / source).resolve(): name for source, name in FROM_ROOT.items()}
    if there in known:
        return known[there]
    if there.is_dir() or not there.is_file() or DOCS not in there.parents:
        return None
    return str(there.relative_to(DOCS)) if there.suffix in (".md", ".png", ".svg") else None


def _relative(shown: str, name: str) -> str:
    up = "../" * shown.count("/")
    return f"{up}{name}"
