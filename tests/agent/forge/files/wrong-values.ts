import type { FileRow } from './file-row.ts';

/** Wrong JSON, texts and workbooks beside right ones. */
export const values: readonly FileRow[] = [
	{
		title: 'a JSON',
		name: 'out.json',
		holds: {
			count: 2,
			items: [
				{ id: 1, price: 0.3 },
				{ id: 2, price: null },
			],
		},
		right: {
			'with indents, sorted and with more beside':
				'json.dump({"items": [{"price": 0.1 + 0.2, "id": 1}, {"price": None, "id": 2, "more": 1}], "count": 2.0}, open("out.json", "w"), indent=4)',
		},
		wrong: {
			'Python in place of JSON': `text("out.json", str({"count": 2, "items": [{"id": 1, "price": 0.3}, {"id": 2, "price": None}]}))`,
			'JSON in a string': `json.dump(json.dumps({"count": 2, "items": [{"id": 1, "price": 0.3}, {"id": 2, "price": None}]}), open("out.json", "w"))`,
			'NaN, which JSON has not':
				'text("out.json", \'{"count": 2, "items": [{"id": 1, "price": 0.3}, {"id": 2, "price": NaN}]}\')',
			'numbers as text':
				'json.dump({"count": "2", "items": [{"id": 1, "price": 0.3}, {"id": 2, "price": None}]}, open("out.json", "w"))',
			'items in another order':
				'json.dump({"count": 2, "items": [{"id": 2, "price": None}, {"id": 1, "price": 0.3}]}, open("out.json", "w"))',
			'an item more':
				'json.dump({"count": 2, "items": [{"id": 1, "price": 0.3}, {"id": 2, "price": None}, {}]}, open("out.json", "w"))',
			'nothing but brackets': 'text("out.json", "{}")',
			'half of it': 'text("out.json", \'{"count": 2, "items": [{"id": 1, "price": 0.3}\')',
			'a byte order mark':
				'text("out.json", \'{"count": 2, "items": [{"id": 1, "price": 0.3}, {"id": 2, "price": null}]}\', encoding="utf-8-sig")',
			'a value a line': 'text("out.json", \'{"count": 2}\\n{"items": []}\\n\')',
		},
	},
	{
		title: 'JSON lines',
		name: 'out.jsonl',
		holds: [{ a: 1 }, { a: 2 }],
		right: { 'a value a line': 'text("out.jsonl", \'{"a": 1}\\n{"a":2}\')' },
		wrong: {
			'one list': 'text("out.jsonl", \'[{"a": 1}, {"a": 2}]\')',
			'a line less': 'text("out.jsonl", \'{"a": 1}\\n\')',
		},
	},
	{
		title: 'a text',
		name: 'report.md',
		holds: '# Größe\n\n- a: 1\n- b: 2\n',
		right: {
			'with other ends of lines': 'text("report.md", "# Größe\\r\\n\\r\\n- a: 1  \\r\\n- b: 2")',
		},
		wrong: {
			'another encoding': 'text("report.md", "# Größe\\n\\n- a: 1\\n- b: 2\\n", encoding="latin1")',
			'lines in another order': 'text("report.md", "# Größe\\n\\n- b: 2\\n- a: 1\\n")',
			'its end missing': 'text("report.md", "# Größe\\n\\n- a: 1\\n")',
			'another number': 'text("report.md", "# Größe\\n\\n- a: 1\\n- b: 20\\n")',
			'a NUL in it': 'text("report.md", "# Größe\\n\\n- a: 1\\n- b: 2\\n\\0")',
		},
	},
	{
		title: 'a page of which only some words are certain',
		name: 'page.html',
		holds: { contains: ['<h1>Sales</h1>', '42'] },
		right: { 'with more around': 'text("page.html", "<html><h1>Sales</h1><p>It was 42.</p></html>")' },
		wrong: { 'one of them missing': 'text("page.html", "<html><h1>Sales</h1><p>It was 24.</p></html>")' },
	},
];

export const books: readonly FileRow[] = [
	{
		title: 'a workbook',
		name: 'book.xlsx',
		holds: {
			Summary: [
				['region', 'total'],
				['North', 30],
				['South', 12.5],
			],
			Days: {
				rows: [
					['day', 'n'],
					['2026-01-31', 1],
				],
			},
		},
		right: {
			'by openpyxl, with a date': `import datetime; book({"Summary": [["region", "total"], ["North", 30], ["South", 12.5]], "Days": [["day", "n"], [datetime.date(2026, 1, 31), 1]]})`,
			'by pandas, sheets and columns in another order': `import pandas
with pandas.ExcelWriter("book.xlsx") as writer:
    frame({"n": [1], "day": pandas.to_datetime(["2026-01-31"])}).to_excel(writer, sheet_name="Days", index=False)
    frame({"total": [12.5, 30.0], "region": ["South", "North"]}).to_excel(writer, sheet_name="Summary", index=False)`,
		},
		wrong: {
			'formulas that nobody has computed': `book({"Summary": [["region", "total"], ["North", "=10+20"], ["South", 12.5]], "Days": [["day", "n"], ["2026-01-31", 1]]})`,
			'values on the other sheet': `book({"Days": [["region", "total"], ["North", 30], ["South", 12.5]], "Summary": [["day", "n"], ["2026-01-31", 1]]})`,
			'a sheet of another name': `book({"Sheet1": [["region", "total"], ["North", 30], ["South", 12.5]], "Days": [["day", "n"], ["2026-01-31", 1]]})`,
			'one sheet only': `book({"Summary": [["region", "total"], ["North", 30], ["South", 12.5]]})`,
			'numbers as text': `book({"Summary": [["region", "total"], ["North", "30"], ["South", "12.5"]], "Days": [["day", "n"], ["2026-01-31", 1]]})`,
			'an empty sheet': `book({"Summary": [], "Days": [["day", "n"], ["2026-01-31", 1]]})`,
			'an index that pandas has added': `import pandas
with pandas.ExcelWriter("book.xlsx") as writer:
    frame({"region": ["North", "South"], "total": [30, 12.5]}).to_excel(writer, sheet_name="Summary")
    frame({"day": ["2026-01-31"], "n": [1]}).to_excel(writer, sheet_name="Days", index=False)`,
			'another day': `import datetime; book({"Summary": [["region", "total"], ["North", 30], ["South", 12.5]], "Days": [["day", "n"], [datetime.date(2026, 1, 30), 1]]})`,
			'it transposed': `book({"Summary": [["region", "North", "South"], ["total", 30, 12.5]], "Days": [["day", "n"], ["2026-01-31", 1]]})`,
			'a CSV under its name': 'text("book.xlsx", "region,total\\nNorth,30\\n")',
			'half of it': `book({"Summary": [["region", "total"], ["North", 30], ["South", 12.5]]}); Path("book.xlsx").write_bytes(Path("book.xlsx").read_bytes()[:-300])`,
		},
	},
];

/** Of kinds that are only opened, or of which only the words are read. */
export const others: readonly FileRow[] = [
	{
		title: 'a PDF',
		name: 'page.pdf',
		holds: { contains: ['Sales 2026'] },
		right: {
			'with these words':
				'plot(lambda axes: axes.text(0.1, 0.5, "Sales 2026"), "page.pdf", metadata={"CreationDate": None})',
		},
		wrong: {
			'without them': 'plot(lambda axes: axes.text(0.1, 0.5, "Sales 2025"), "page.pdf")',
			'that is none': 'text("page.pdf", "Sales 2026")',
			'that has only its first line': 'text("page.pdf", "%PDF-1.4\\nSales 2026")',
		},
	},
	{
		title: 'a document',
		name: 'letter.docx',
		holds: { contains: ['Dear Ada'] },
		right: {
			'with these words':
				'import docx; whole = docx.Document(); whole.add_paragraph("Dear Ada,"); whole.save("letter.docx")',
		},
		wrong: { 'as text': 'text("letter.docx", "Dear Ada")' },
	},
	{
		title: 'an archive',
		name: 'all.zip',
		holds: { contains: ['a.txt'] },
		right: { 'that opens': 'zipfile.ZipFile("all.zip", "w").writestr("a.txt", "x" * 100)' },
		wrong: {
			'without the file': 'zipfile.ZipFile("all.zip", "w").writestr("b.txt", "x" * 100)',
			damaged:
				'with zipfile.ZipFile("all.zip", "w") as whole: whole.writestr("a.txt", "x" * 100)\ndata = bytearray(Path("all.zip").read_bytes()); data[60] ^= 255\nPath("all.zip").write_bytes(data)',
		},
	},
	{
		title: 'a database that need only open',
		name: 'all.sqlite',
		holds: {},
		right: {
			'with a table':
				'import sqlite3; base = sqlite3.connect("all.sqlite"); base.execute("create table a (b)"); base.close()',
		},
		wrong: { 'as text': 'text("all.sqlite", "create table a (b)")', empty: 'text("all.sqlite", "")' },
	},
	{
		title: 'a plot that need only open',
		name: 'plot.png',
		holds: {},
		right: { 'with a line': 'plot(lambda axes: axes.plot([1, 2]))' },
		wrong: {
			'nothing on it': 'plot(named)',
			'nothing at all':
				'import matplotlib; matplotlib.use("Agg")\nimport matplotlib.pyplot as plt\nplt.savefig("plot.png")',
			text: 'text("plot.png", "plot")',
		},
	},
];
