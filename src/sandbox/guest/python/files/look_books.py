"""Rows of workbooks and of Parquet files, as cells that JSON can hold."""

import datetime
import io
import math

MOST_SHEETS = 50
MOST_ROWS = 200_000


def book_sheets(data):
    """(name, rows) of each sheet; a formula that was never reckoned is told as such."""
    import openpyxl

    values, formulas = (openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=kept) for kept in (True, False))
    for sheet, reckoned in list(zip(values.worksheets, formulas.worksheets))[:MOST_SHEETS]:
        yield sheet.title, sheet_rows(sheet, reckoned)


def sheet_rows(sheet, formulas):
    # What a file says of its own size may be wrong.
    for each in (sheet, formulas):
        each.reset_dimensions()
    for number, (row, reckoned) in enumerate(zip(sheet.iter_rows(), formulas.iter_rows())):
        if number >= MOST_ROWS:
            return
        yield [sheet_cell(*pair) for pair in zip(row, reckoned)]


def sheet_cell(cell, formula):
    if cell.value is not None or formula.value is None or cell.data_type == "str":
        return plain(cell.value)
    return {"formula": str(getattr(formula.value, "text", formula.value))[:200]}


def parquet_rows(data):
    try:
        import pandas

        frame = pandas.read_parquet(io.BytesIO(data))
        names, rows = [str(name) for name in frame.columns], frame.itertuples(index=False, name=None)
    except ImportError:
        import polars

        frame = polars.read_parquet(io.BytesIO(data))
        names, rows = frame.columns, frame.iter_rows()
    yield names
    for row in rows:
        yield [plain(value) for value in row]


def plain(value):
    """A cell's value as JSON; dates as ISO 8601, without a time where it is midnight."""
    if isinstance(value, datetime.datetime):
        at_midnight = value.time() == datetime.time() and value.tzinfo is None
        return value.date().isoformat() if at_midnight else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return None if str(value) in ("NaT", "<NA>") else str(value)[:10_000]
