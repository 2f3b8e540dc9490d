"""Looks at files that a tool has written: what each holds, as JSON that the host can compare, or why it cannot be told.

It is run when the tool is dead, as a user of its own, and gets the files as open descriptors. On stdin stands a list of
{"name", "fd", "separator", "brief"}; one line of JSON goes to stdout: a list of what `tell` gives, one for each.
"""

import io
import json
import os
import resource
import sys
import zipfile
from itertools import islice

sys.path.insert(0, os.path.dirname(__file__))

MOST_BYTES = 64 * 2**20
MOST_UNPACKED = 200 * 2**20
MOST_MEMBERS = 10_000
MOST_MEMORY = 1200 * 2**20
MOST_SECONDS = 15
# What is told of one file, and of all, as JSON; an order's examples are smaller.
MOST_TOLD = 40_000
MOST_TOLD_TOGETHER = 56_000
MOST_LEVELS = 40
MOST_PIXELS = 40_000_000
# Pillow has others, of which some are read by programs of their own; MPO is opened as JPEG.
PICTURES = ("PNG", "JPEG", "GIF", "BMP", "DIB", "WEBP", "TIFF", "ICO", "PPM")
BRIEF_ROWS = 20


class Broken(Exception):
    """Half a sentence: it is not what its name says."""


class TooLarge(Exception):
    """Half a sentence: looking at it would cost more than it is worth."""


class Budget:
    """Characters that may still be told. A brief look only tells whether a file opens, and reads of a long one no more than its beginning."""

    def __init__(self, left, brief):
        self.left = left
        self.brief = brief

    def takes(self, value):
        """Whether there is room for it; it is taken then."""
        # A number that is too large for JSON would spoil the whole answer.
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False)) + 2
        if size > self.left:
            return False
        self.left -= size
        return True


def look_text(data, _asked, budget):
    text, encoding = decoded(data)
    if "\0" in text:
        raise Broken("is no text")
    return told_text(text, encoding, budget)


def told_text(text, encoding, budget):
    shown = text[: max(0, budget.left // 2)]
    cut = {"cut": True} if len(shown) < len(text) or not budget.takes(shown) else {}
    return {"kind": "text", "text": "" if cut else shown, "encoding": encoding, **cut}


def decoded(data):
    """The text of it, and in which encoding it stands."""
    if data.startswith(b"\xef\xbb\xbf"):
        return utf8(data[3:]), "utf-8-sig"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError:
            pass
    if data.isascii():
        return data.decode("ascii"), "ascii"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "not utf-8"


def utf8(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Broken("begins as UTF-8 and is none") from error


def look_csv(data, asked, budget):
    import csv

    text, encoding = decoded(data)
    if "\0" in text:
        raise Broken("is no text")
    csv.field_size_limit(10_000_000)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=asked["separator"], strict=True)
    try:
        return {"kind": "table", "encoding": encoding, "sheets": [told_rows("", rows, budget)]}
    except csv.Error as error:
        raise Broken(f"is no CSV ({error})") from error


def told_rows(name, rows, budget):
    """Its rows without empty ones at the end, as many as there is room for, and how many there are."""
    shown, empty, total, cut = [], 0, 0, False
    for row in islice(rows, BRIEF_ROWS if budget.brief else None):
        cells = trimmed(row)
        if not cells:
            empty += 1
            continue
        total += empty + 1
        cut = cut or not budget.takes(cells) or empty > 1000
        if not cut:
            shown += [[]] * empty + [cells]
        empty = 0
    return {"name": name, "rows": shown, "total": total}


def trimmed(row):
    cells = list(row)
    while cells and cells[-1] in (None, ""):
        cells.pop()
    return cells


def look_json(data, _asked, budget):
    text, encoding = decoded(data)
    return told_value(parsed(text), encoding, budget)


def look_json_lines(data, _asked, budget):
    text, encoding = decoded(data)
    return told_value([parsed(line) for line in text.splitlines() if line.strip()], encoding, budget)


def told_value(value, encoding, budget):
    told = {"kind": "json", "encoding": encoding}
    is_told = not is_deeper(value, MOST_LEVELS) and budget.takes(value)
    return {**told, "value": value} if is_told else {**told, "value": None, "cut": True}


def is_deeper(value, levels):
    """Whether it has more levels than the guest takes of an answer."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return bool(inner) and (levels == 0 or any(is_deeper(one, levels - 1) for one in inner))


def parsed(text):
    def refuse(name):
        raise ValueError(f"{name} is no JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise Broken(f"is no JSON ({str(error)[:100]})") from error


def look_image(data, asked, _budget):
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None
    try:
        picture = Image.open(io.BytesIO(data), formats=PICTURES)
    except UnidentifiedImageError as error:
        raise Broken("is no picture") from error
    if picture.width * picture.height > MOST_PIXELS:
        raise TooLarge(f"has {picture.width} x {picture.height} pixels, more than are looked at")
    size = {"width": picture.width, "height": picture.height}
    return {"kind": "image", "format": picture.format or "", **size, "plain": plain_colour(picture)}


def plain_colour(picture):
    """The one colour that it has all over; none where it shows something."""
    if picture.mode in ("I", "F", "I;16"):
        low, high = picture.getextrema()
        return "#000000" if low == high else None
    solid = picture.convert("RGBA")
    extremes = solid.getextrema()
    if extremes[3][1] == 0:
        return "#ffffff"
    if any(low != high for low, high in extremes):
        return None
    return "#{:02x}{:02x}{:02x}".format(*(low for low, _ in extremes[:3]))


def look_svg(data, _asked, _budget):
    from xml.etree import ElementTree

    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise Broken(f"is no SVG ({error})") from error
    if root.tag.rpartition("}")[2] != "svg":
        raise Broken("is no SVG")
    drawn = {"path", "line", "polyline", "polygon", "circle", "ellipse", "rect", "text", "image", "use"}
    shows = any(isinstance(part.tag, str) and part.tag.rpartition("}")[2] in drawn for part in root.iter())
    size = {"width": pixels_of(root.get("width")), "height": pixels_of(root.get("height"))}
    return {"kind": "image", "format": "SVG", **size, "plain": None if shows else "#ffffff"}


def pixels_of(length):
    digits = "".join(one for one in (length or "") if one.isdigit() or one == ".")
    try:
        return round(float(digits))
    except ValueError:
        return 0


def look_book(data, asked, budget):
    from look_books import book_sheets

    archive = unpackable(data)
    if budget.brief:
        # To load it takes seconds where there are many rows.
        if "xl/workbook.xml" not in archive.namelist():
            raise Broken("is no workbook")
        archive.read("xl/workbook.xml")
        return {"kind": "other"}
    return {"kind": "table", "encoding": "", "sheets": [told_rows(*sheet, budget) for sheet in book_sheets(data)]}


def look_parquet(data, _asked, budget):
    from look_books import parquet_rows

    # https://parquet.apache.org/docs/file-format/
    if len(data) < 12 or not data.startswith(b"PAR1") or not data.endswith(b"PAR1"):
        raise Broken("is no Parquet")
    if budget.brief:
        return {"kind": "other"}
    try:
        return parquet_table(parquet_rows(data), budget)
    except ImportError as error:
        raise TooLarge("is read by a package that is not there, such as pyarrow") from error


def parquet_table(rows, budget):
    return {"kind": "table", "encoding": "", "sheets": [told_rows("", rows, budget)]}


def look_document(data, asked, budget):
    """The words of a PDF, a DOCX or a PPTX."""
    import read_document

    reader = reader_for(data, ending_of(asked["name"]))
    if budget.brief and reader is not read_document.read_pdf:
        return {"kind": "other"}
    try:
        if budget.brief:
            read_document.MOST_PARTS = 1
        text, _, _ = reader(io.BytesIO(data))
    except read_document.Unreadable as error:
        raise Broken(str(error)) from error
    return told_text(text, "", budget)


def reader_for(data, ending):
    import read_document

    if ending == "pdf":
        if not data.startswith(b"%PDF-"):
            raise Broken("is no PDF")
        return read_document.read_pdf
    unpackable(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    for prefix, reader in read_document.OFFICE.items():
        if any(name.startswith(prefix) for name in names):
            return reader
    raise Broken("is no DOCX or PPTX")


def look_zip(data, _asked, budget):
    """The names in it, one a line."""
    archive = unpackable(data)
    bad = None if budget.brief else archive.testzip()
    if bad is not None:
        raise Broken(f"is damaged at {bad[:100]}")
    return told_text("\n".join(archive.namelist()), "", budget)


def unpackable(data):
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile as error:
        raise Broken("is no ZIP, as files of its kind are") from error
    parts = archive.infolist()
    if len(parts) > MOST_MEMBERS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise TooLarge("unpacks to more than is looked at")
    return archive


def look_by_head(head):
    def look(data, _asked, _budget):
        if not data.startswith(head):
            raise Broken("does not begin as files of its kind do")
        return {"kind": "other"}

    return look


def look_other(data, asked, budget):
    """A kind that nobody reads here: it opens."""
    try:
        return look_text(data, asked, budget)
    except Broken:
        return {"kind": "other"}


KINDS = {
    look_csv: "csv tsv",
    look_json: "json geojson ipynb",
    look_json_lines: "jsonl ndjson",
    look_book: "xlsx xlsm",
    look_parquet: "parquet",
    look_image: "png jpg jpeg gif bmp webp tif tiff ico ppm",
    look_svg: "svg",
    look_document: "pdf docx pptx",
    look_zip: "zip",
    look_by_head(b"SQLite format 3\0"): "sqlite sqlite3 db",
    look_by_head(b"\x1f\x8b"): "gz tgz",
    look_text: "txt md html htm xml yaml yml toml ini log tex rst py sql css js ics vcf srt",
}
LOOKS = {ending: look for look, endings in KINDS.items() for ending in endings.split()}
# By the names that Pillow gives them.
FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP", "webp": "WEBP", "tif": "TIFF", "tiff": "TIFF"}


def tell(asked, budget):
    try:
        return looked(asked, budget)
    except Broken as error:
        return {"kind": "broken", "why": str(error)[:300]}
    except TooLarge as error:
        return {"kind": "large", "why": str(error)[:300]}
    except MemoryError:
        return {"kind": "large", "why": "takes more memory than looking at a file may"}
    except Exception as error:  # Whatever a parser meets in a broken file.
        return {"kind": "broken", "why": f"cannot be read ({type(error).__name__}: {str(error)[:150]})"}


def looked(asked, budget):
    data = read(asked["fd"])
    if not data:
        raise Broken("is empty")
    ending = ending_of(asked["name"])
    told = LOOKS.get(ending, look_other)(data, asked, budget)
    wanted = FORMATS.get(ending)
    if wanted and told.get("format") not in (wanted, "MPO"):
        raise Broken(f"is {told['format']}, not {wanted}")
    return told


def ending_of(name):
    return name.rpartition(".")[2].lower()


def read(fd):
    if os.fstat(fd).st_size > MOST_BYTES:
        raise TooLarge(f"has more than {MOST_BYTES // 2**20} MiB")
    with open(fd, "rb") as file:
        return file.read(MOST_BYTES)


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def main(*environment):
    limit()
    sys.path += environment
    left = MOST_TOLD_TOGETHER
    answers = []
    for asked in json.load(sys.stdin):
        budget = Budget(min(left, MOST_TOLD), asked.get("brief", False))
        before = budget.left
        answers.append(tell(asked, budget))
        left -= before - budget.left
    # As ASCII: half a surrogate, which JSON may hold, cannot be written otherwise.
    print(json.dumps(answers, allow_nan=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
