"""A small project to run commands in."""

from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage


@pytest.fixture(name="project")
def small_project(tmp_path: Path) -> Project:
    """Three sources, two of them about the lamp; one fixture with a facet each."""
    return filled(Project(tmp_path))


@pytest.fixture(name="here")
def small_project_here(project: Project) -> Project:
    """The same by a shorter name."""
    return project


def filled(project: Project) -> Project:
    project.write("text/chs/book/1_灯志.txt", "灯塔烧过鱼油。\n守灯人每夜添油三次。\n")
    project.write("text/chs/voice/2_老蔺.txt", "　　灯里头一样\n　　烧的是鱼油，我闻得出来。\n")
    project.write("text/chs/tps_notes/3_笔记.txt", "灯塔据说烧过盐。\n")
    project.write_category(
        "lamp",
        [
            fixture(
                "灯塔的灯烧过什么？",
                passage("烧过鱼油", "oil"),
                passage("烧的是鱼油", "oil"),
                oil="烧过鱼油",
            )
        ],
    )
    return project
