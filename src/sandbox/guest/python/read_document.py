"""Reads a document for those who cannot see it: its text as Markdown, and how many pages, slides or sheets it has.

It is run as the person's own commands are, with limits of its own, since a document may be made to cost more than it is worth.
One line of JSON goes to stdout: {"text", "parts", "unit"}, or {"problem"}: half a sentence.
"""

import json
import resource
import sys
import zipfile

MOST_CHARACTERS = 400_000
MOST_PARTS = 2_000
MOST_ROWS = 50_000
MOST_COLUMNS = 200
MOST_UNPACKED = 300 * 2**20
MOST_MEMORY = 800 * 2**20
MOST_SECONDS = 45


class Unreadable(Exception):
    """Half a sentence that says why."""


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


def read_pdf(path):
    import pypdfium2

    try:
        book = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise Unreadable("asks for a password" if "password" in str(error).lower() else "is broken") from error
    pages, count, said = Pages(), len(book), False
    for number in range(min(count, MOST_PARTS)):
        if pages.full:
            break
        text = text_of_page(book, number)
        said = said or text != ""
        pages.add(f"## Page {number + 1}\n\n{text}\n")
    if count > MOST_PARTS:
        pages.add(f"[Pages after {MOST_PARTS} were left out]")
    return (pages.text() if said else ""), count, "page"


def text_of_page(book, number):
    import pypdfium2

    try:
        page = book[number]
        return page.get_textpage().get_text_range(errors="replace").replace("\r\n", "\n").strip()
    except pypdfium2.PdfiumError:
        return "[This page is broken]"


def read_docx(path):
    import docx
    from docx.table import Table

    document = docx.Document(path)
    pages = Pages()
    for block in document.iter_inner_content():
        if pages.full:
            break
        pages.add(table_text(rows_of(block)) if isinstance(block, Table) else paragraph_text(block))
    return pages.text().strip(), None, "page"


def paragraph_text(paragraph):
    style = (paragraph.style.name if paragraph.style is not None else "") or ""
    level = style.removeprefix("Heading ")
    if style.startswith("Heading ") and level.isdigit():
        return f"{'#' * min(int(level), 6)} {paragraph.text}\n"
    return f"- {paragraph.text}" if style.startswith("List") else f"{paragraph.text}\n"


def rows_of(table):
    return ([cell.text for cell in row.cells] for row in table.rows)


def read_pptx(path):
    import pptx

    deck = pptx.Presentation(path)
    pages, count, said = Pages(), len(deck.slides), False
    for number, slide in enumerate(deck.slides, 1):
        if pages.full or number > MOST_PARTS:
            break
        lines = [line for shape in slide.shapes for line in shape_lines(shape)]
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            notes = slide.notes_slide.notes_text_frame.text.strip()
            lines += [f"Notes: {notes}"] if notes else []
        said = said or any(lines)
        pages.add(f"## Slide {number}\n\n" + "\n".join(lines) + "\n")
    return (pages.text() if said else ""), count, "slide"


def shape_lines(shape, depth=0):
    if hasattr(shape, "shapes") and depth < 10:
        return [line for inner in shape.shapes for line in shape_lines(inner, depth + 1)]
    if getattr(shape, "has_table", False):
        return [table_text(rows_of(shape.table))]
    text = shape.text_frame.text.strip() if shape.has_text_frame else ""
    return [text] if text else []


def read_xlsx(path):
    import openpyxl

    # By its name alone it refuses what has another ending.
    book = openpyxl.load_workbook(open(path, "rb"), read_only=True, data_only=True)
    pages, said = Pages(), False
    for sheet in book.worksheets[:MOST_PARTS]:
        if pages.full:
            break
        pages.add(f"## Sheet {sheet.title}\n")
        for line in sheet_lines(sheet):
            said = True
            pages.add(line)
            if pages.full:
                break
    return (pages.text() if said else ""), len(book.sheetnames), "sheet"


def sheet_lines(sheet):
    rows = sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS)
    for number, row in enumerate(rows):
        if number >= MOST_ROWS:
            yield f"[Rows after {MOST_ROWS} were left out]"
            return
        cells = ["" if value is None else str(value) for value in row]
        while cells and cells[-1] == "":
            cells.pop()
        if cells:
            yield row_text(cells)


def table_text(rows):
    lines = []
    for row in rows:
        lines.append(row_text(row))
        if len(lines) == 1:
            lines.append("|" + " --- |" * len(row))
        if len(lines) > MOST_ROWS:
            break
    return "\n".join(lines) + "\n"


def row_text(cells):
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ").strip() for cell in cells) + " |"


OFFICE = {"word/": read_docx, "ppt/": read_pptx, "xl/": read_xlsx}


def reader_of(path):
    """By what it holds, not by its name."""
    with open(path, "rb") as file:
        head = file.read(1024)
    if b"%PDF-" in head:
        return read_pdf
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        raise Unreadable("is an Office file that asks for a password, or of a make from before 2007")
    if not head.startswith(b"PK"):
        raise Unreadable("is no PDF, DOCX, PPTX or XLSX")
    with zipfile.ZipFile(path) as archive:
        parts = archive.infolist()
    if len(parts) > 50_000 or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Unreadable("unpacks to more than is read of one document")
    for prefix, reader in OFFICE.items():
        if any(part.filename.startswith(prefix) for part in parts):
            return reader
    raise Unreadable("is no PDF, DOCX, PPTX or XLSX")


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(path):
    try:
        text, parts, unit = reader_of(path)(path)
        return {"text": text.encode("utf-8", "replace").decode(), "parts": parts, "unit": unit}
    except Unreadable as error:
        return {"problem": str(error)}
    except MemoryError:
        return {"problem": "takes more memory than one document may"}
    except Exception as error:  # Whatever a parser meets in a broken file.
        return {"problem": f"is broken ({type(error).__name__})"}


if __name__ == "__main__":
    limit()
    answer = read(sys.argv[1])
    print(json.dumps(answer, ensure_ascii=False))
