"""Makes the files of a test that are no text: workbooks, pictures, tables and documents, of data alone, in the folder where the tool finds them.

On stdin stands {name: what it is to be}, as the host has put it.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

from run_tool import first_to_go, make_ready, read  # noqa: E402

del sys.path[0]


def dated(row):
    """A row with its dates as such."""
    import datetime

    return [datetime.date.fromisoformat(cell["date"]) if isinstance(cell, dict) else cell for cell in row]


def make_book(path, sheets):
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(sheet["name"])
        for row in sheet["rows"]:
            page.append(dated(row))
    book.save(path)


def make_parquet(path, rows):
    header, *lines = map(dated, rows)
    columns = {name: [row[at] if at < len(row) else None for row in lines] for at, name in enumerate(header)}
    try:
        import pandas

        pandas.DataFrame(columns).to_parquet(path, index=False)
    except ImportError:
        import polars

        polars.DataFrame(columns).write_parquet(path)


def make_image(path, width, height, colour=None):
    """Not of one colour unless it is asked for: what comes of it should show something."""
    from PIL import Image

    if colour is None:
        across, down = Image.linear_gradient("L").resize((height, width)).rotate(90, expand=True), Image.linear_gradient("L")
        picture = Image.merge("RGB", (across.resize((width, height)), down.resize((width, height)), Image.new("L", (width, height), 128)))
    else:
        picture = Image.new("RGB", (width, height), colour)
    picture.save(path)


def make_pdf(path, pages):
    """Pages of Helvetica, a line of text a line: https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf"""
    first = 4
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(len(pages)))
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>", font]
    for at, text in enumerate(pages):
        content = page_content(text)
        box = "/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>"
        objects.append(f"<</Type/Page/Parent 2 0 R{box}/Contents {first + 2 * at + 1} 0 R>>")
        objects.append(f"<</Length {len(content)}>>stream\n{content}\nendstream")
    data, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    count = len(objects) + 1
    data += f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer<</Size {count}/Root 1 0 R>>\nstartxref\n{len(data)}\n%%EOF\n"
    with open(path, "wb") as file:
        file.write(data.encode("cp1252"))


def page_content(text):
    def escaped(line):
        line = line.encode("cp1252", "replace").decode("cp1252")
        return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")

    return "BT /F 11 Tf 14 TL 50 790 Td " + " ".join(f"({escaped(line)}) Tj T*" for line in text.splitlines()) + " ET"


def make_docx(path, lines):
    import docx

    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    document.save(path)


def make_archive(path, files):
    import zipfile

    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def make_database(path, sheets):
    import sqlite3

    with sqlite3.connect(path) as connection:
        for sheet in sheets:
            header, *rows = sheet["rows"]
            names = ", ".join('"' + str(name).replace('"', '""') + '"' for name in header)
            table = sheet["name"].replace('"', '""')
            connection.execute(f'create table "{table}" ({names})')
            marks = ", ".join("?" for _ in header)
            plain = [[cell["date"] if isinstance(cell, dict) else cell for cell in row] for row in rows]
            connection.executemany(f'insert into "{table}" values ({marks})', plain)
    connection.close()


MAKERS = {
    "book": make_book,
    "parquet": make_parquet,
    "image": make_image,
    "pdf": make_pdf,
    "docx": make_docx,
    "archive": make_archive,
    "database": make_database,
}


def main(folder, *environment):
    first_to_go()
    make_ready(folder, environment)
    import json

    for name, what in json.loads(read(0)).items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        MAKERS[what.pop("kind")](name, **what)


main(*sys.argv[1:])
