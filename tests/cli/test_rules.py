"""``explain``, and the choice of rules in ``verify``."""

import json

import pytest

from tests.cli.project import Project, fixture, passage

WAIVER = """
[[verify.waivers]]
codes = ["FT203"]
files = ["salt.json"]
facet = "salt"
reason = "only the notes tell of it"
"""


@pytest.fixture(name="salty")
def project_with_a_weak_facet(project: Project) -> Project:
    project.write_category(
        "salt",
        [
            fixture(
                "灯塔的灯烧过盐吗？",
                passage("灯塔据说烧过盐", "salt", official=False),
                salt="灯塔烧过盐",
            )
        ],
    )
    return project


def codes(project: Project, *arguments: str) -> list[str]:
    done = project.run("verify", "salt", "--format", "json", "--quiet", *arguments)
    return [finding["code"] for finding in json.loads(done.stdout)["findings"]]


def test_every_rule_is_listed_with_code_weight_and_name(project: Project) -> None:
    done = project.run("explain")
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines)) == (0, 47)
    assert "FT203  warning  few-sources" in done.stdout
    assert "FT213  off      no-description" in done.stdout
    assert "FT155  error    two-entries-have-one-entry-id" in done.stdout
    assert "FT157  warning  key-looks-misspelt" in done.stdout


@pytest.mark.parametrize(
    "word", [pytest.param("FT203", id="code"), pytest.param("few-sources", id="name")]
)
def test_a_rule_is_explained_on_a_page(project: Project, word: str) -> None:
    done = project.run("explain", word)
    assert done.returncode == 0
    assert done.stdout.startswith("FT203 few-sources (warning)\n\n## What it finds\n")
    assert "[[verify.waivers]]" in done.stdout


def test_the_rules_of_datasets_have_pages_too(project: Project) -> None:
    done = project.run("explain", "ft151")
    assert done.returncode == 0
    assert done.stdout.startswith("FT151 value-is-not-allowed (error)\n")


def test_rules_are_explained_to_programs_too(project: Project) -> None:
    [rule] = json.loads(project.run("explain", "FT201", "--format", "json").stdout)["rules"]
    assert (rule["code"], rule["severity"], rule["is_usual"]) == ("FT201", "error", True)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("explain", "FT23"), id="explain"),
        pytest.param(("verify", "--select", "FT23"), id="select"),
        pytest.param(("verify", "--ignore", "FT204,FT23"), id="ignore"),
    ],
)
def test_an_unknown_code_is_refused_with_a_suggestion(
    project: Project, arguments: tuple[str, ...]
) -> None:
    done = project.run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'there is no rule "FT23"' in done.stderr
    assert 'did you mean "FT203"?' in done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param((), ["FT203", "FT204"], id="the-usual-rules"),
        pytest.param(("--select", "FT204"), ["FT204"], id="selected"),
        pytest.param(("--ignore", "FT203"), ["FT204"], id="ignored"),
        pytest.param(("--ignore", "FT203,FT204"), [], id="several-in-one-word"),
        pytest.param(("--ignore", "FT203", "--ignore", "FT204"), [], id="several-flags"),
        pytest.param(("--select", "FT2", "--ignore", "FT20"), [], id="a-beginning"),
    ],
)
def test_verify_applies_the_rules_that_are_chosen(
    salty: Project, arguments: tuple[str, ...], expected: list[str]
) -> None:
    assert codes(salty, *arguments) == expected


def test_a_flag_takes_the_place_of_its_setting(salty: Project) -> None:
    salty.write("fixturetool.toml", '[verify]\nignore = ["FT203"]\n')
    assert codes(salty) == ["FT204"]
    assert codes(salty, "--ignore", "FT204") == ["FT203"]


def test_a_waiver_lets_its_finding_pass_and_says_why(salty: Project) -> None:
    salty.write("fixturetool.toml", WAIVER)
    done = salty.run("verify", "--strict", "--ignore", "FT204", "--show-waived")
    assert done.returncode == 0
    waived, reason, summary = done.stdout.splitlines()
    assert "waived FT203" in waived
    assert reason == "    only the notes tell of it"
    assert summary == "3 anchors: 3 found, 0 missing; 0 errors, 0 warnings, 1 waived"


def test_what_a_waiver_lets_pass_is_in_the_json(salty: Project) -> None:
    salty.write("fixturetool.toml", WAIVER)
    document = json.loads(salty.run("verify", "--format", "json").stdout)
    [waived] = document["waived"]
    assert (waived["code"], waived["reason"]) == ("FT203", "only the notes tell of it")
    assert [one["code"] for one in document["findings"]] == ["FT204"]


def test_a_waiver_that_lets_nothing_pass_is_named(project: Project) -> None:
    project.write("fixturetool.toml", WAIVER)
    done = project.run("verify")
    assert done.returncode == 0
    assert "a waiver of FT203 lets nothing pass any more" in done.stderr
    # Where its rule is not applied, or not all files are looked at, nothing is known of it.
    assert project.run("verify", "--ignore", "FT203", "--quiet").stderr == ""
    assert project.run("verify", "lamp", "--quiet").stderr == ""


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param(WAIVER.replace('"only the notes tell of it"', '" "'), "reason", id="blank"),
        pytest.param(WAIVER.replace("reason", "reasons"), "reason", id="misspelt"),
        pytest.param(WAIVER.replace("FT203", "FT23"), 'did you mean "FT203"?', id="code"),
        pytest.param(WAIVER.replace('"FT203"', ""), "a waiver names no rule", id="no-code"),
        pytest.param(WAIVER.replace("FT203", "FT101"), "can't be ignored", id="a-broken-file"),
        pytest.param('[verify]\nselect = ["FT9"]\n', "there is no rule", id="select"),
    ],
)
def test_settings_that_mean_nothing_are_refused(project: Project, settings: str, told: str) -> None:
    project.write("fixturetool.toml", settings)
    done = project.run("verify")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
