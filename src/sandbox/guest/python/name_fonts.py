"""Names the image's fonts in matplotlib's defaults, once, while the image is made: letters that one lacks are taken from the next."""

import pathlib

import matplotlib
from matplotlib.font_manager import fontManager

FIRST = ["sans-serif", "Noto Sans"]
LAST = ["Droid Sans Fallback", "NanumGothic", "Symbola"]


def families():
    """The fonts that Debian's packages have brought, in an order that stays; each is opened for every text, so there are few."""
    found = {font.name for font in fontManager.ttflist if font.fname.startswith("/usr/share/fonts/")}
    missing = [name for name in FIRST[1:] + LAST if name not in found]
    if missing:
        raise SystemExit(f"Cannot find the fonts {missing} among {sorted(found)}: did their packages change?")
    scripts = sorted(name for name in found if name.startswith("Noto S") and name not in FIRST)
    return FIRST + scripts + LAST


def main():
    path = pathlib.Path(matplotlib.get_data_path(), "matplotlibrc")
    lines = path.read_text().splitlines(keepends=True)
    at = [number for number, line in enumerate(lines) if line.lstrip("#").startswith("font.family:")]
    if len(at) != 1:
        raise SystemExit(f"Cannot set font.family in {path}: it stands there {len(at)} times")
    lines[at[0]] = f"font.family: {', '.join(families())}\n"
    path.write_text("".join(lines))


if __name__ == "__main__":
    main()
