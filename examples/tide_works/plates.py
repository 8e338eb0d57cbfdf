"""The two plates of the handbook: pictures without a word that a machine could read."""

import numpy as np
from PIL import Image

WIDTH, HEIGHT = 900, 1290


def rubbing() -> Image.Image:
    """Return a rubbing of the tide ruler: marks, a crack, and where it was sawn."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    ink = 0.62 + 0.1 * np.sin(x / 5.5 + 3 * np.sin(y / 190)) + 0.05 * np.sin(y / 2.3)
    inside = (x > 330) & (x < 560) & (y > 96) & (y < 1190)
    ink = np.where(inside, ink, 0.02)
    for number, top in enumerate(range(1150, 96, -62)):
        length = 190 if number % 8 == 0 else 120 if number % 4 == 0 else 64
        cut = (np.abs(y - top) < (5 if number % 8 == 0 else 3)) & (x > 545 - length) & (x < 545)
        ink = np.where(cut & inside, 0.0, ink)
    crack = np.abs(x - 402 - 26 * np.sin(y / 61) - 9 * np.sin(y / 17)) < 3.2
    ink = np.where(crack & (y > 560) & (y < 1010), 0.0, ink)
    sawn = (y < 150 + 10 * ((x // 9) % 2)) & inside
    ink = np.where(sawn, 0.0, ink)
    for hole in (300, 860):
        ink = np.where((x - 372) ** 2 + (y - hole) ** 2 < 17**2, 0.0, ink)
    return _engraved(ink, x, y)


def beam() -> Image.Image:
    """Return the beam of the tower in fog, with a heron on the gallery rail."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    lamp_x, lamp_y = 250, 300
    angle = np.arctan2(y - lamp_y, x - lamp_x)
    away = np.hypot(x - lamp_x, y - lamp_y)
    light = np.exp(-(((angle - 0.22) / 0.13) ** 2)) * np.exp(-away / 900)
    ink = 0.8 - 0.25 * y / HEIGHT - 0.75 * light - 0.6 * np.exp(-((away / 60) ** 2))
    half = 52 + 0.075 * (y - lamp_y)
    tower = (np.abs(x - lamp_x) < half) & (y > lamp_y + 40) & (y < 1090)
    ink = np.where(tower, 0.97, ink)
    ink = np.where((np.abs(x - lamp_x) < 92) & (np.abs(y - lamp_y - 34) < 9), 0.97, ink)
    sea = 1090 + 9 * np.sin(x / 40) + 5 * np.sin(x / 13)
    ink = np.where(y > sea, 0.5 + 0.35 * np.sin((y - sea) / 5 + x / 70), ink)
    body = ((x - 322) / 24) ** 2 + ((y - 268) / 12) ** 2 < 1
    neck = (np.abs(x - 346 - 6 * np.sin((y - 200) / 14)) < 4) & (y > 205) & (y < 268)
    bill = (np.abs(y - 206 - (x - 348) * 0.18) < 3) & (x > 344) & (x < 392)
    legs = ((np.abs(x - 318) < 2) | (np.abs(x - 328) < 2)) & (y > 270) & (y < 326)
    ink = np.where(body | neck | bill | legs, 1.0, ink)
    return _engraved(ink, x, y)


def _engraved(ink: np.ndarray, x: np.ndarray, y: np.ndarray) -> Image.Image:
    """Return a picture of black lines that are the broader the darker it is."""
    ridge = 0.5 + 0.5 * np.sin((y + 0.35 * x) / 1.05)
    return Image.fromarray(np.clip(ink, 0, 1) < ridge).convert("1")
