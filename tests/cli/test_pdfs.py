"""PDFs on the command line, from ``index build --pdf`` to an answer of ``serve``."""

import json
import signal
from pathlib import Path

import pytest

from tests.cli.project import Project
from tests.cli.test_serve import end, matches, start
from tests.corpus.pdf_files import SCAN, write_pdf

WITHOUT_TEXT = "without text (add a text layer, or describe them)"


@pytest.fixture(name="desk")
def folder_with_a_pdf_and_no_corpus(tmp_path: Path) -> Project:
    write_pdf(tmp_path / "manual.pdf", [["Oil is measured."], ["Figure 1 A year of oil"], SCAN])
    project = Project(tmp_path)
    project.write("figures.json", json.dumps({"Figure 1": "A hump in Inkfog."}))
    return project


def test_from_a_pdf_to_an_answer_over_http(desk: Project) -> None:
    built = desk.run("index", "build", "--pdf", "manual.pdf", "--figures", "figures.json")
    assert (built.returncode, built.stderr) == (0, "")
    assert built.stdout.splitlines() == [
        "manual: 1 source read, 0 kept, 0 removed; 2 chunks",
        "manual.pdf: 3 pages, 1 figure, 1 described",
        f"manual.pdf: 1 page of images or drawings {WITHOUT_TEXT}: 3",
    ]
    served = start(desk)
    status, answer = served.post({"query": "hump", "repo_id": "manual", "top_k": 5})
    ended = end(served, signal.SIGTERM)
    assert status == 200
    [match] = matches(answer)
    assert isinstance(match["metadata"], dict)
    assert isinstance(match["provenance"], dict)
    assert match["metadata"]["chunk_kind"] == "figure"
    assert match["provenance"]["page_start"] == 2
    assert ended[0] == 0


def test_says_what_to_expect_of_figures_without_descriptions(desk: Project) -> None:
    built = desk.run("index", "build", "--pdf", "manual.pdf")
    assert "1 of 1 figures are known by a caption alone" in built.stdout
    assert "(the content group) are expected to score low" in built.stdout
    assert "--figures FILE" in built.stdout


def test_a_corpus_of_pdfs_is_known_by_its_name_until_it_is_cleared(desk: Project) -> None:
    write_pdf(desk.root / "more/other.pdf", [["Salt is raked."]])
    built = desk.run("index", "build", "--pdf", "manual.pdf", "more", "--name", "both")
    assert built.stdout.startswith("both: 2 sources read")
    found = desk.run("retrieve", "salt", "--language", "both", "--format", "json")
    assert json.loads(found.stdout)["sources"][0]["path"] == "more/other.pdf"
    assert desk.run("index", "status").returncode == 0
    cleared = desk.run("index", "clear", "--language", "both")
    assert cleared.stdout == "cleared: both\ncorpora of PDFs forgotten: both\n"
    assert desk.run("retrieve", "salt", "--language", "both").returncode == 2


def test_stands_beside_the_languages(here: Project) -> None:
    write_pdf(here.root / "manual.pdf", [["Oil is measured."]])
    assert here.run("index", "build", "--pdf", "manual.pdf").returncode == 0
    built = here.run("index", "build")
    assert [line.partition(":")[0] for line in built.stdout.splitlines()] == [
        "CHS",
        "manual",
        "manual.pdf",
    ]


def test_a_broken_pdf_is_one_line(desk: Project) -> None:
    desk.write("manual.pdf", b"%PDF-1.7 and no more")
    built = desk.run("index", "build", "--pdf", "manual.pdf")
    assert (built.returncode, built.stderr) == (
        3,
        "warning: manual.pdf: a damaged PDF: it can't be opened\n",
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("潮 尺 手册 (第2版).pdf", id="spaces-and-brackets"),
        pytest.param("a'b & <c>[bold].pdf", id="quotes-and-markup"),
        pytest.param("-q --files.pdf", id="like-an-option"),
        pytest.param("a%20b#c?.pdf", id="what-means-something-in-an-address"),
    ],
)
def test_a_name_is_a_name(here: Project, name: str) -> None:
    write_pdf(here.root / "in" / name, [["Oil is measured."]])
    built = here.run("index", "build", "-q", "--pdf", f"in/{name}")
    assert (built.returncode, built.stderr) == (0, "")
    assert built.stdout.splitlines()[1] == f"{name}: 1 page, 0 figures, 0 described"
    found = here.run("retrieve", "-q", "oil", f"--language={name[:-4]}", "--format", "json")
    assert [one["path"] for one in json.loads(found.stdout)["sources"]] == [name]


def test_pdfs_that_can_not_be_read_are_named_beside_the_others(here: Project) -> None:
    write_pdf(here.root / "in/good.pdf", [["Oil is measured."]])
    for name, content in (("坏 [red].pdf", b"%PDF-1.7 no"), ("empty.pdf", b""), ("no.pdf", b"oil")):
        here.write(f"in/{name}", content)
    (here.root / "in/broken.pdf").symlink_to("nowhere.pdf")
    for command in (
        ("index", "build", "-q", "--pdf", "in", "--name", "desk"),
        ("index", "status"),
        ("retrieve", "-q", "oil", "--language", "desk"),
    ):
        done = here.run(*command)
        assert done.returncode == 3
        assert "good.pdf" in done.stdout
        assert sorted(set(done.stderr.splitlines())) == [
            "warning: broken.pdf: broken link (no such file or directory)",
            "warning: empty.pdf: no PDF: its first bytes don't say %PDF-",
            "warning: no.pdf: no PDF: its first bytes don't say %PDF-",
            "warning: 坏 [red].pdf: a damaged PDF: it can't be opened",
        ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--pdf", "gone.pdf"], "there is no file or folder", id="no such file"),
        pytest.param(
            ["--pdf", "manual.pdf", "--name", "CHS"], "the name of a language", id="language"
        ),
        pytest.param(["--name", "x"], "files, --name and --figures go with --pdf", id="no --pdf"),
        pytest.param(
            ["--pdf", "manual.pdf", "-l", "CHS"], "--language goes without --pdf", id="both"
        ),
        pytest.param(
            ["--pdf", "manual.pdf", "--figures", "manual.pdf"], "not valid JSON", id="no sidecar"
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_and_not_kept(
    desk: Project, arguments: list[str], message: str
) -> None:
    built = desk.run("index", "build", *arguments)
    assert built.returncode == 2
    assert message in built.stderr
    assert "Traceback" not in built.stderr
    assert not (desk.root / ".fixturetool/pdfs").exists()


def test_serve_names_the_pdf_that_no_answer_has(desk: Project) -> None:
    write_pdf(desk.root / "in/good.pdf", [["Oil is measured."]])
    desk.write("in/broken.pdf", b"%PDF-1.7 and no more")
    assert desk.run("index", "build", "--pdf", "in").returncode == 3
    served = start(desk)
    _, _, told = end(served, signal.SIGTERM)
    assert "warning: broken.pdf: a damaged PDF: it can't be opened" in told
