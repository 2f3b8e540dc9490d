import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { asBrought, asWritten, filesIn, writesIn } from '../../../../src/agent/forge/files/order-files.ts';
import { judgeCase } from '../../../../src/agent/forge/try/judge.ts';
import { runCases } from '../../../../src/agent/forge/try/run-cases.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../../sandbox/podman/podman-home.ts';
import { never } from '../../../sandbox/podman/run-in.ts';
import { type FileRow, preamble } from './file-row.ts';
import { plots } from './wrong-plots.ts';
import { tables } from './wrong-tables.ts';
import { books, others, values } from './wrong-values.ts';

const fileRows = [...tables, ...values, ...books, ...plots, ...others];

type Brought = ReturnType<typeof asBrought>;

/** A draft that does what its input says, and a test of a file for each of the pieces. */
function asDraft(pieces: readonly string[]): string {
	const functions = pieces.map((piece, at) => `def piece_${at}():\n    ${piece.replaceAll('\n', '\n    ')}\n`);
	return `${preamble}\n${functions.join('\n')}\ndef run(input):\n    globals()["piece_" + str(input["piece"])]()\n    return {}\n`;
}

function casesOf({ name, holds, purpose = 'Writes a file' }: FileRow, titles: readonly string[]): readonly ToolCase[] {
	const writes = writesIn({ [name]: holds }, purpose);
	expect(writes).toBeTypeOf('object');
	return titles.map((title, piece) => ({
		name: title,
		from: 'example',
		input: { piece },
		files: {},
		expect: { kind: 'output', output: {}, ...asWritten(writes) },
	}));
}

describeWithPodman('a file that a draft has written', () => {
	let podman: PodmanHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		podman = await podmanHome();
		sandbox = await podman.sandboxes.acquire(podman.home('files'), never);
	}, 60_000);
	afterAll(() => podman?.[Symbol.asyncDispose]());

	/** Why each was refused, by its title; null where it was not. */
	async function verdictsOn(row: FileRow, pieces: Readonly<Record<string, string>>, brought: Brought = { files: {} }) {
		const cases = casesOf(row, Object.keys(pieces)).map((test) => ({ ...test, ...brought }));
		const code = asDraft(Object.values(pieces));
		const runs = await runCases(
			{ code, env: undefined },
			cases.map((test) => ({ test, times: 1 })),
			{ sandbox: async () => sandbox, signal: never },
		);
		if ('kind' in runs) throw new Error(runs.feedback);
		const rules = { checkOutput: () => undefined, varies: true };
		const verdicts = cases.map((test, at) => [test.name, judgeCase(test, runs.ends[at] ?? [], rules)?.reason ?? null]);
		return Object.fromEntries(verdicts) as Record<string, string | null>;
	}

	it.each(fileRows as FileRow[])(
		'passes for $title however it is written, as long as it is right',
		async (row) => {
			const verdicts = await verdictsOn(row, row.right);
			expect(verdicts).toEqual(Object.fromEntries(Object.keys(row.right).map((title) => [title, null])));
		},
		120_000,
	);

	it('can be made for an example of every kind that is no text', async () => {
		const brought = filesIn(
			{
				'in/book.xlsx': {
					Jan: [
						['day', 'n'],
						[{ date: '2026-01-31' }, 1],
					],
					Feb: [['x']],
				},
				'photo.jpg': { width: 30, height: 20 },
				'red.png': { width: 2, height: 2, color: 'red' },
				'page.pdf': ['Dear Ada', '(Grüße)'],
				'letter.docx': ['one', 'two'],
				'all.zip': { 'a.txt': 'A' },
				'all.sqlite': {
					people: [
						['name', 'age'],
						['Ada', 36],
					],
				},
			},
			{ broken: false },
		);
		const piece = `import openpyxl, sqlite3, docx, pypdfium2
from PIL import Image
whole = openpyxl.load_workbook("in/book.xlsx")
cells = [list(map(str, row)) for row in whole["Jan"].values]
photo, red, pages = Image.open("photo.jpg"), Image.open("red.png"), pypdfium2.PdfDocument("page.pdf")
words = [page.get_textpage().get_text_range() for page in pages]
letter = [one.text for one in docx.Document("letter.docx").paragraphs]
people = sqlite3.connect("all.sqlite").execute("select * from people").fetchall()
json.dump([whole.sheetnames, cells, photo.size, len(set(photo.getdata())) > 50, red.getpixel((1, 1)), words, letter,
    zipfile.ZipFile("all.zip").read("a.txt").decode(), people], open("out.json", "w"))`;
		const sheets = [
			['Jan', 'Feb'],
			[
				['day', 'n'],
				['2026-01-31 00:00:00', '1'],
			],
		];
		const pictures = [[30, 20], true, [255, 0, 0]];
		const holds = [...sheets, ...pictures, ['Dear Ada', '(Grüße)'], ['one', 'two'], 'A', [['Ada', 36]]];
		const row: FileRow = { title: 'made', name: 'out.json', holds, right: { read: piece }, wrong: {} };
		expect(await verdictsOn(row, row.right, asBrought(brought))).toEqual({ read: null });
	});

	it.each<[string, string, string, RegExp]>([
		[
			'a workbook that unpacks to 300 MB',
			'book.xlsx',
			'with zipfile.ZipFile("book.xlsx", "w", zipfile.ZIP_DEFLATED) as whole:\n    with whole.open("xl/workbook.xml", "w", force_zip64=True) as part:\n        for _ in range(300): part.write(bytes(2**20))',
			/unpacks to more/,
		],
		[
			'a picture of 60,000 by 60,000 pixels',
			'big.png',
			'import struct, zlib\ndef chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))\nsqueeze = zlib.compressobj(9)\nopen("big.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 1, 0, 0, 0, 0)) + chunk(b"IDAT", b"".join(squeeze.compress(bytes(7501)) for _ in range(60000)) + squeeze.flush()) + chunk(b"IEND", b""))',
			/60000 x 60000 pixels/,
		],
		[
			'a program for a printer, called a picture',
			'x.png',
			'text("x.png", "%!PS-Adobe-3.0 EPSF-3.0\\n%%BoundingBox: 0 0 9 9\\n%%EndComments\\nshowpage\\n")',
			/is no picture/,
		],
		[
			'an SVG of entities in entities',
			'x.svg',
			'text("x.svg", \'<!DOCTYPE svg [<!ENTITY a "\' + "x" * 1000 + \'">\' + "".join(f\'<!ENTITY {b} "\' + f"&{a};" * 20 + \'">\' for a, b in zip("abcdefg", "bcdefgh")) + "]><svg>&h;</svg>")',
			/no SVG/,
		],
		['a figure of a million points', 'plot.png', 'plot(lambda axes: axes.plot(range(10**6)))', /^$/],
	])('may be %s, and costs no more than a look may', async (title, name, piece, reason) => {
		const row: FileRow = { title, name, holds: {}, right: {}, wrong: { [title]: piece } };
		expect((await verdictsOn(row, row.wrong))[title] ?? '').toMatch(reason);
	});

	it.each(fileRows as FileRow[])(
		'is refused for $title where it is wrong, for what is wrong',
		async (row) => {
			const verdicts = await verdictsOn(row, row.wrong);
			const passed = Object.entries(verdicts).filter(([, reason]) => reason === null);
			expect(passed).toEqual([]);
			expect(Object.values(verdicts).filter((reason) => !reason?.includes(row.name))).toEqual([]);
		},
		120_000,
	);
});
