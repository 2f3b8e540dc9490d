"""Reads a document for those who cannot see it: its text as Markdown, and how many pages, slides or sheets it has.

It is run as the person's own commands are, with limits of its own, since a document may be made to cost more than it is worth.
One line of JSON goes to stdout: {"text", "parts", "unit"}, or {"problem"}: half a sentence.
"""

import json
import os
import resource
import sys
import zipfile

sys.path.insert(0, os.path.dirname(__file__))

from read_office import MOST_COLUMNS, MOST_PARTS, MOST_ROWS, Pages, read_docx, read_pptx, row_text  # noqa: E402

MOST_UNPACKED = 300 * 2**20
MOST_MEMORY = 800 * 2**20
MOST_SECONDS = 45


class Unreadable(Exception):
    """Half a sentence that says why."""


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
        pages.add(f"## Page {number + 1}\n\n{text or '[No text: a scan, a picture, or empty]'}\n")
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


def read_xlsx(path):
    import openpyxl

    # By its name alone it refuses what has another ending.
    values, formulas = (
        openpyxl.load_workbook(open(path, "rb"), read_only=True, data_only=kept) for kept in (True, False)
    )
    pages, said = Pages(), False
    for sheet, reckoned in list(zip(values.worksheets, formulas.worksheets))[:MOST_PARTS]:
        if pages.full:
            break
        pages.add(f"## Sheet {sheet.title}\n")
        for line in sheet_lines(sheet, reckoned):
            said = True
            pages.add(line)
            if pages.full:
                break
    for line in drawings_of(path):
        said = True
        pages.add(line)
    return (pages.text() if said else ""), len(values.sheetnames), "sheet"


def sheet_lines(sheet, formulas):
    wide = False
    # What a file says of its own size may be wrong.
    for each in (sheet, formulas):
        each.reset_dimensions()
    for number, (row, reckoned) in enumerate(zip(sheet.iter_rows(), formulas.iter_rows())):
        if number >= MOST_ROWS:
            yield f"[Rows after {MOST_ROWS} were left out]"
            break
        wide = wide or any(cell.value is not None for cell in row[MOST_COLUMNS:])
        cells = [cell_text(*pair) for pair in zip(row[:MOST_COLUMNS], reckoned)]
        while cells and cells[-1] == "":
            cells.pop()
        if cells:
            yield row_text(cells)
    if wide:
        yield f"[Columns after {MOST_COLUMNS} were left out]"


def cell_text(cell, formula):
    if cell.value is not None:
        return str(cell.value)
    # One that was reckoned to an empty text has its type.
    if formula.value is None or cell.data_type == "str":
        return ""
    return f"{getattr(formula.value, 'text', formula.value)} (not computed)"


def drawings_of(path):
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    charts = sum(name.startswith("xl/charts/chart") for name in names)
    pictures = sum(name.startswith("xl/media/") for name in names)
    told = [f"{count} {what}{'' if count == 1 else 's'}" for count, what in ((charts, "chart"), (pictures, "picture")) if count]
    return [f"[With {' and '.join(told)}, not shown here]"] if told else []


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
    if any(part.filename == "xl/workbook.bin" for part in parts):
        raise Unreadable("is a binary workbook (XLSB): it can be read once it is saved as XLSX")
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
