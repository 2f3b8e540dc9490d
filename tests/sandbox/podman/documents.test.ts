import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocumentResult } from '../../../src/sandbox/built-ins.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { never, python } from './run-in.ts';

describeWithPodman('A document', () => {
	let home: PodmanHome | undefined;
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	/** Reads what Python has made as `path`. */
	const read = async (make: string, path = '/workspace/x') => {
		if (sandbox === undefined) throw new Error('The sandbox did not start');
		const made = await python(sandbox, make);
		expect(made).toMatchObject({ ok: true });
		const { data } = await sandbox.call({ tool: 'read_document', args: { path } }, { signal: never });
		return readDocumentResult.parse(data);
	};

	it('in PDF is read page by page', async () => {
		const make = `
from matplotlib.backends.backend_pdf import PdfPages
import matplotlib.pyplot as plt
plt.rcParams["pdf.fonttype"] = 42
with PdfPages("/workspace/x") as pdf:
    for word in ("Invoice 4711", "Total 99.50"):
        plt.figure(); plt.text(0.1, 0.5, word); plt.axis("off"); pdf.savefig(); plt.close()`;
		const text = expect.stringMatching(/## Page 1\n\nInvoice 4711\n[\s\S]*## Page 2\n\nTotal 99\.50/);
		expect(await read(make)).toEqual({ text, parts: 2, unit: 'page' });
	});

	it('that is a scan has no text', async () => {
		const make = 'from PIL import Image; Image.new("RGB", (200, 200)).save("/workspace/x", "PDF")';
		expect(await read(make)).toEqual({ text: '', parts: 1, unit: 'page' });
	});

	it('in DOCX is read with its headings, lists and tables in order', async () => {
		const make = `
import docx
d = docx.Document(); d.add_heading("Plan", 1); d.add_paragraph("First words")
t = d.add_table(1, 2); t.rows[0].cells[0].text = "a|b"; t.rows[0].cells[1].text = "c"
d.add_paragraph("An item", "List Bullet"); d.save("/workspace/x")`;
		const told = await read(make);
		expect(told).toMatchObject({
			text: expect.stringMatching(/^# Plan\n\nFirst words\n\n\| a\\\|b \| c \|[\s\S]*- An item$/),
			parts: null,
		});
	});

	it('in PPTX is read slide by slide, with tables, groups and notes', async () => {
		const make = `
import pptx
p = pptx.Presentation(); s = p.slides.add_slide(p.slide_layouts[5]); s.shapes.title.text = "Quarter"
t = s.shapes.add_table(1, 1, 0, 0, 999999, 999999).table; t.cell(0, 0).text = "cell"
s.notes_slide.notes_text_frame.text = "say it"
g = s.shapes.add_group_shape(); g.shapes.add_textbox(0, 0, 9, 9).text_frame.text = "inside"
p.save("/workspace/x")`;
		expect(await read(make)).toMatchObject({
			text: expect.stringMatching(/## Slide 1\n\nQuarter\n\| cell \|[\s\S]*inside\nNotes: say it/),
			parts: 1,
			unit: 'slide',
		});
	});

	it('in XLSX is read sheet by sheet', async () => {
		const make = `
import openpyxl
b = openpyxl.Workbook(); b.active.title = "Mai"; b.active.append(["n", "v"]); b.active.append(["売上", 3]); b.create_sheet("leer")
b.save("/workspace/x")`;
		expect(await read(make)).toEqual({
			text: '## Sheet Mai\n\n| n | v |\n| 売上 | 3 |\n## Sheet leer\n',
			parts: 2,
			unit: 'sheet',
		});
	});

	it('in XLSX is read whole, whatever the file says of its own size', async () => {
		const make = `
import openpyxl, re, zipfile
b = openpyxl.Workbook()
for n in range(20): b.active.append([f"row{n}", n])
b.active["GR1"] = 200; b.active["GS2"] = 201; b.save("/workspace/y")
with zipfile.ZipFile("/workspace/y") as old, zipfile.ZipFile("/workspace/x", "w") as new:
    for part in old.infolist():
        new.writestr(part, re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1"', old.read(part)))`;
		const told = await read(make);
		const text = 'text' in told ? told.text : '';
		expect(text).toContain('| row19 | 19 |');
		expect(text).toContain('| 200 |');
		expect(text).not.toContain('201');
		expect(text).toMatch(/\n\[Columns after 200 were left out\]$/);
	});

	it('in XLSX tells formulas that nobody has computed, and that there are drawings', async () => {
		const make = `
import openpyxl, zipfile
from openpyxl.chart import PieChart, Reference
b = openpyxl.Workbook(); s = b.active; s["A1"] = "=SUM(B1:B20)"; s["B1"] = '=IF(1,"","x")'; s["C1"] = "=NOW()"
c = PieChart(); c.add_data(Reference(s, min_col=2, min_row=1)); s.add_chart(c); b.save("/workspace/y")
with zipfile.ZipFile("/workspace/y") as old, zipfile.ZipFile("/workspace/x", "w") as new:
    for part in old.infolist():
        new.writestr(part, old.read(part).replace(b'<c r="B1">', b'<c r="B1" t="str">'))`;
		expect(await read(make)).toMatchObject({
			text: '## Sheet Sheet\n\n| =SUM(B1:B20) (not computed) |  | =NOW() (not computed) |\n[With 1 chart, not shown here]',
		});
	});

	it('in DOCX is read as it looks: with forms, boxes, what was put in, notes, headers, and not with what was deleted', async () => {
		const make = `
import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.opc.constants import RELATIONSHIP_TYPE as R
from docx.opc.packuri import PackURI
from docx.opc.part import Part
x = lambda xml: parse_xml(xml.replace(">", " " + nsdecls("w") + ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">', 1))
run = lambda words: f"<w:r><w:t>{words}</w:t></w:r>"
d = docx.Document(); b = d.element.body
b.insert(0, x(f"<w:sdt><w:sdtContent><w:p>{run('In a form')}</w:p></w:sdtContent></w:sdt>"))
p = d.add_paragraph("Price")._p
for part in (f'<w:ins w:id="1">{run(" 4711")}</w:ins>', '<w:del w:id="2"><w:r><w:delText>99</w:delText></w:r></w:del>', f'<w:moveFrom w:id="3">{run("98")}</w:moveFrom>',
    f"<w:sdt><w:sdtContent>{run(' EUR')}</w:sdtContent></w:sdt>", "<w:r><w:tab/><w:t>net</w:t></w:r>"): p.append(x(part))
box = "<w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent>"
d.add_paragraph("See")._p.append(x(f"<w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r>"))
d.add_table(1, 3); t = d.tables[0]; t.cell(0, 0).merge(t.cell(0, 1)); t.cell(0, 0).text = "wide"; t.cell(0, 2).text = "end"
d.sections[0].header.paragraphs[0].text = "Letterhead"; d.add_section(); d.sections[1].footer.paragraphs[0].text = "Page 1"
notes = x(f"<w:footnotes><w:footnote><w:p>{run('A note')}</w:p></w:footnote></w:footnotes>")
from lxml import etree
d.part.relate_to(Part(PackURI("/word/footnotes.xml"), "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml", etree.tostring(notes), d.part.package), R.FOOTNOTES)
d.save("/workspace/x")`;
		const told = await read(make);
		const lines = 'text' in told ? told.text.split('\n').filter((line) => line.trim() !== '') : told.problem;
		expect(lines).toEqual([
			'Header: Letterhead',
			'Footer: Page 1',
			'In a form',
			'Price 4711 EUR\tnet',
			'See',
			'In a box',
			'| wide |  | end |',
			'| --- | --- | --- |',
			'Footnotes: A note',
		]);
	});

	it('in PPTX is read with charts by their numbers, and pictures and videos by their kind', async () => {
		const make = `
import pptx
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from PIL import Image
Image.new("RGB", (5, 5)).save("/workspace/p.png")
p = pptx.Presentation(); s = p.slides.add_slide(p.slide_layouts[6]).shapes
d = CategoryChartData(); d.categories = ["Q1", "Q2", "Q3"]; d.add_series("Sales", (19, None, 21))
c = s.add_chart(XL_CHART_TYPE.PIE, 0, 0, 9, 9, d).chart
c.has_title = True; c.chart_title.text_frame.text = "Turnover"
s.add_picture("/workspace/p.png", 0, 0); s.add_movie("/workspace/p.png", 0, 0, 9, 9); p.save("/workspace/x")`;
		expect(await read(make)).toMatchObject({
			text: '## Slide 1\n\n[a chart]\nTurnover\nSales: Q1 = 19, Q3 = 21\n[a picture]\n[a video or a sound]\n',
		});
	});

	const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
	const point = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
	it.each([
		['DOCM', word, 'application/vnd.ms-word.document.macroEnabled.main+xml'],
		['DOTX', word, 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'],
		['DOTM', word, 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml'],
		['PPSX', point, 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml'],
		['POTX', point, 'application/vnd.openxmlformats-officedocument.presentationml.template.main+xml'],
		['PPTM', point, 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'],
		['PPSM', point, 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml'],
		['POTM', point, 'application/vnd.ms-powerpoint.template.macroEnabled.main+xml'],
	])('in %s is read as its plain sister', async (_name, plain, type) => {
		const make = `
import docx, pptx, zipfile
if "word" in "${plain}": d = docx.Document(); d.add_paragraph("words")
else: d = pptx.Presentation(); d.slides.add_slide(d.slide_layouts[5]).shapes.title.text = "words"
d.save("/workspace/y")
with zipfile.ZipFile("/workspace/y") as old, zipfile.ZipFile("/workspace/x", "w") as new:
    for part in old.infolist(): new.writestr(part, old.read(part).replace(b"${plain}", b"${type}"))`;
		expect(await read(make)).toMatchObject({ text: expect.stringContaining('words') });
	});

	it.each([
		['is broken', 'open("/workspace/x", "wb").write(b"%PDF-1.7 and nothing more")', /is broken/],
		['is half a workbook', 'open("/workspace/x", "wb").write(b"PK\\x03\\x04xl/" + b"x" * 99)', /is broken/],
		['is none', 'open("/workspace/x", "wb").write(b"hello")', /is no PDF/],
		['is empty', 'open("/workspace/x", "wb")', /is no PDF/],
		[
			'asks for a password',
			'open("/workspace/x", "wb").write(bytes.fromhex("d0cf11e0a1b11ae1") + b"x" * 999)',
			/password/,
		],
		[
			'is a binary workbook',
			'import zipfile\nwith zipfile.ZipFile("/workspace/x", "w") as z: z.writestr("xl/workbook.bin", b"x")',
			/\(XLSB\)/,
		],
		[
			'is a bomb of zeros',
			'import zipfile\nwith zipfile.ZipFile("/workspace/x", "w", zipfile.ZIP_DEFLATED) as z:\n    with z.open("xl/workbook.xml", "w") as f:\n        for _ in range(400): f.write(bytes(2**20))',
			/unpacks to more/,
		],
		[
			'lies about the size of a bomb',
			`import zipfile, re
with zipfile.ZipFile("/workspace/x", "w", zipfile.ZIP_DEFLATED) as z:
    with z.open("word/document.xml", "w") as f:
        for _ in range(1500): f.write(bytes(2**20))
data = open("/workspace/x", "rb").read().replace((1500 * 2**20).to_bytes(4, "little"), (99).to_bytes(4, "little"))
open("/workspace/x", "wb").write(data)`,
			/is broken|unpacks|memory|to its end/,
		],
	])(
		'that %s is answered in half a sentence',
		async (_what, make, said) => {
			expect(await read(make)).toEqual({ problem: expect.stringMatching(said) });
		},
		90_000,
	);

	it('of ten thousand pages is read as far as it may be, and says how many there are', async () => {
		const make = `
import pypdfium2
pdf = pypdfium2.PdfDocument.new()
for _ in range(10_000): pdf.new_page(9, 9)
pdf.save("/workspace/x")`;
		expect(await read(make)).toEqual({ text: '', parts: 10_000, unit: 'page' });
	}, 90_000);
});
