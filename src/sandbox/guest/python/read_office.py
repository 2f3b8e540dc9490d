"""Words of DOCX and PPTX, of their templates and of those with macros, which are not run.

Each reader gives (text, parts, unit). The libraries give what they have a name for; what else stands on the paper is taken from the XML.
"""

from functools import cache
from itertools import chain, islice

MOST_CHARACTERS = 400_000
MOST_PARTS = 2_000
MOST_ROWS = 50_000
MOST_COLUMNS = 200

MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAW = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


class Pages:
    """Text that grows until it is long enough."""

    def __init__(self):
        self.pieces = []
        self.left = MOST_CHARACTERS

    @property
    def full(self):
        return self.left <= 0

    def add(self, text):
        piece = text[: max(0, self.left)]
        self.left -= len(piece) + 1
        if piece:
            self.pieces.append(piece)

    def text(self):
        end = ["[The rest was left out: it is longer than what is read of one document]"] if self.full else []
        return "\n".join(self.pieces + end)


def table_text(rows):
    lines = []
    for row in islice(rows, MOST_ROWS):
        lines.append(row_text(row))
        if len(lines) == 1:
            lines.append("|" + " --- |" * len(row))
    return "\n".join(lines) + "\n"


def row_text(cells):
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ").strip() for cell in cells) + " |"


# Deleted and moved words, a second form of the same drawing for older programs, and how things look.
UNSEEN = {WORD + name for name in ("del", "moveFrom", "pPr", "rPr", "sdtPr", "tblPr", "trPr", "tcPr")}
UNSEEN.add(COMPATIBLE + "Fallback")
SIGNS = {WORD + "tab": "\t", WORD + "br": "\n", WORD + "cr": "\n", WORD + "noBreakHyphen": "-", DRAW + "blip": "[a picture]"}
BOX = WORD + "txbxContent"
# By the end of their relation's type; those of a page once, in front of the text, notes and drawings behind it.
AROUND = {"header": "Header", "footer": "Footer"}
BEHIND = {
    "footnotes": "Footnotes",
    "endnotes": "Endnotes",
    "comments": "Comments",
    "chart": "Chart",
    "diagramData": "Diagram",
}


def read_docx(path):
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.opc.part import PartFactory
    from docx.package import Package
    from docx.parts.document import DocumentPart

    # By its place and not by its type, which templates and files with macros have one of their own for.
    PartFactory.part_class_selector = lambda _type, relation: (
        DocumentPart if relation == RELATIONSHIP_TYPE.OFFICE_DOCUMENT else None
    )
    main = Package.open(path).main_document_part
    pages = Pages()
    for line in chain(stories(main, AROUND), blocks_of(main.element.body, main), stories(main, BEHIND)):
        if pages.full:
            break
        pages.add(line)
    return pages.text().strip(), None, "page"


def stories(main, names):
    from docx.oxml import parse_xml

    told = set()
    for relation in main.rels.values():
        kind = relation.reltype.rsplit("/", 1)[-1]
        if kind not in names or relation.is_external:
            continue
        story = parse_xml(relation.target_part.blob)
        lines = {"chart": chart_lines, "diagramData": drawn_lines}.get(kind, lambda one: blocks_of(one, main))(story)
        words = f"{names[kind]}: " + "\n".join(lines).strip() + "\n"
        if words not in told and words.strip() != f"{names[kind]}:":
            yield words
        told.add(words)


def blocks_of(element, main):
    """Paragraphs and tables below it, in whatever they are wrapped."""
    for child in element:
        if child.tag == WORD + "p":
            yield from paragraph_lines(child, main)
        elif child.tag == WORD + "tbl":
            yield table_text(cell_texts(row, main) for row in below(child, WORD + "tr"))
        elif child.tag not in UNSEEN:
            yield from blocks_of(child, main)


def paragraph_lines(paragraph, main):
    boxes = []
    words = words_of(paragraph, boxes)
    marked = paragraph.find(f"{WORD}pPr/{WORD}pStyle")
    style = style_name(main, None if marked is None else marked.get(WORD + "val"))
    level = style.removeprefix("Heading ")
    if style.startswith("Heading ") and level.isdigit():
        line = f"{'#' * min(int(level), 6)} {words}\n"
    else:
        line = f"- {words}" if style.startswith("List") else f"{words}\n"
    return [line, *(inner for box in boxes for inner in blocks_of(box, main))]


@cache
def style_name(main, key):
    from docx.enum.style import WD_STYLE_TYPE

    style = main.get_style(key, WD_STYLE_TYPE.PARAGRAPH)
    return (style.name if style is not None else "") or ""


def words_of(element, boxes):
    """What a reader sees of it; its text boxes are set aside."""
    if element.tag in (WORD + "t", MATH + "t"):
        return element.text or ""
    if element.tag == BOX:
        boxes.append(element)
    if element.tag == BOX or element.tag in UNSEEN:
        return ""
    return SIGNS.get(element.tag, "") + "".join(words_of(child, boxes) for child in element)


def below(element, tag):
    """The nearest ones, in whatever they are wrapped."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag not in UNSEEN:
            yield from below(child, tag)


def cell_texts(row, main):
    texts = []
    for cell in below(row, WORD + "tc"):
        span = cell.find(f"{WORD}tcPr/{WORD}gridSpan")
        width = span.get(WORD + "val", "1") if span is not None else "1"
        texts.append("\n".join(blocks_of(cell, main)).strip())
        texts += [""] * (min(int(width), MOST_COLUMNS) - 1)
    return texts


def read_pptx(path):
    from pptx.opc.package import PartFactory
    from pptx.package import Package
    from pptx.parts.presentation import PresentationPart

    # The two that the library does not list itself: [MS-OFFMACRO2].
    for kind in ("slideshow", "template"):
        PartFactory.part_type_for[f"application/vnd.ms-powerpoint.{kind}.macroEnabled.main+xml"] = PresentationPart
    deck = Package.open(path).main_document_part.presentation
    pages, count, said = Pages(), len(deck.slides), False
    for number, slide in enumerate(deck.slides, 1):
        if pages.full or number > MOST_PARTS:
            break
        lines = [line for shape in slide.shapes for line in shape_lines(shape)]
        for choice in slide.shapes._spTree.iter(COMPATIBLE + "Choice"):
            lines += drawn_lines(choice)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            notes = slide.notes_slide.notes_text_frame.text.strip()
            lines += [f"Notes: {notes}"] if notes else []
        said = said or any(lines)
        pages.add(f"## Slide {number}\n\n" + "\n".join(lines) + "\n")
    if count > MOST_PARTS:
        pages.add(f"[Slides after {MOST_PARTS} were left out]")
    return (pages.text() if said else ""), count, "slide"


def shape_lines(shape, depth=0):
    if hasattr(shape, "shapes") and depth < 10:
        return [line for inner in shape.shapes for line in shape_lines(inner, depth + 1)]
    if getattr(shape, "has_table", False):
        return [table_text([cell.text for cell in row.cells] for row in shape.table.rows)]
    if getattr(shape, "has_chart", False):
        return chart_lines(shape.chart_part._element)
    if shape._element.tag.endswith("}pic"):
        return ["[a video or a sound]" if hasattr(shape, "media_type") else "[a picture]"]
    if not shape.has_text_frame:
        return diagram_lines(shape)
    text = shape.text_frame.text.strip()
    return [text] if text else []


def chart_lines(chart):
    """A line for each of its series, whatever is drawn of them."""
    lines = ["[a chart]", *(line for title in chart.iterfind(f"{CHART}chart/{CHART}title") for line in drawn_lines(title))]
    for series in chart.iter(CHART + "ser"):
        names = points(series, "cat") or points(series, "xVal")
        values = points(series, "val") or points(series, "yVal")
        told = ", ".join(f"{names.get(at, at)} = {value}" for at, value in values.items())
        lines.append(f"{' '.join(points(series, 'tx').values())}: {told}")
    return lines


def points(series, kind):
    texts = (point for part in series.iterfind(CHART + kind) for point in part.iter(CHART + "pt"))
    return {point.get("idx"): point.findtext(CHART + "v", "") for point in texts}


def diagram_lines(shape):
    """What SmartArt says is in a part of its own."""
    from lxml import etree

    for element in shape._element.iter():
        data = [value for name, value in element.attrib.items() if name.endswith("}dm")]
        if element.tag.endswith("}relIds") and data:
            return ["[a diagram]", *drawn_lines(etree.fromstring(shape.part.related_part(data[0]).blob))]
    return []


def drawn_lines(element):
    lines = ("".join(word.text or "" for word in part.iter(DRAW + "t")) for part in element.iter(DRAW + "p"))
    return [line.strip() for line in lines if line.strip()]


