/** What an order says of one file, and Python that writes it rightly and wrongly. */
export interface FileRow {
	readonly title: string;
	readonly name: string;
	/** As an order's "writes" says it. */
	readonly holds: unknown;
	readonly purpose?: string;
	/** Must pass, each by what it does otherwise than the order has written it down. */
	readonly right: Readonly<Record<string, string>>;
	/** Must be refused, each by what is wrong with it. */
	readonly wrong: Readonly<Record<string, string>>;
}

/** What each of the pieces below may use. */
export const preamble = `import csv, io, json, os, zipfile
from pathlib import Path

def text(name, words, **how):
    Path(name).write_bytes(words.encode(**how) if how else words.encode())

def frame(columns):
    import pandas
    return pandas.DataFrame(columns)

def plot(act, name="plot.png", **how):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots()
    act(axes)
    figure.savefig(name, **how)
    plt.close(figure)

def named(axes, title="Sales by region", x="Region", y="Sales"):
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)

def book(sheets, name="book.xlsx"):
    import openpyxl
    whole = openpyxl.Workbook()
    whole.remove(whole.active)
    for title, rows in sheets.items():
        page = whole.create_sheet(title)
        for row in rows:
            page.append(row)
    whole.save(name)
`;
