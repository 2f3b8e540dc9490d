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
