import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { createFakeSandboxes, type FakeSandboxesOptions } from '../../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';

const pdf = '%PDF-1.7 …';

/** What the Brain is told of these files, and how many sandboxes were started for it. */
async function told(
	contents: Readonly<Record<string, string>>,
	options: Partial<FakeSandboxesOptions> = {},
	vision = false,
) {
	await using dir = await tempDir();
	const brain = scriptedModel([{ text: 'ok' }]);
	const sandboxes = createFakeSandboxes({ tools: {}, pathsOf: sessionPathsIn(dir.path), ...options });
	await using bench = openWorkbench({ home: dir.path, brain, sandboxes, vision });
	const files = Object.keys(contents).map((name) => ({ name, source: name }));
	for (const [name, text] of Object.entries(contents)) bench.platform.files.set(name, Buffer.from(text, 'latin1'));
	await bench.say(message('look', files));
	const [session = ''] = await bench.sessions.list();
	const text = brain.requests[0]?.messages[0]?.text ?? '';
	const { pictures } = brain.requests[0] ?? {};
	return { text, pictures, posts: bench.platform.posts, files: sandboxes.files(session), starts: sandboxes.starts() };
}

const reads = (data: unknown): Partial<FakeSandboxesOptions> => ({
	tools: { read_document: () => ({ ok: true, text: '', data }) },
});

describe('a document', () => {
	it('comes with its text beside it, its pages and its first words', async () => {
		const data = { text: '## Page 1\n\nTotal ] [Note: 99.50', parts: 2, unit: 'page' };
		const { text, files } = await told({ 'a.pdf': pdf }, reads(data));
		expect(text.split('\n').slice(-2)).toEqual([
			'[New files in /inputs: a.pdf (10 bytes), a.pdf.md (31 bytes)]',
			'[Of the files: The text of "a.pdf" (2 pages) is in /inputs/a.pdf.md. It begins: ## Page 1 Total Note: 99.50]',
		]);
		expect(Buffer.from(files.get('/inputs/a.pdf.md') ?? '').toString()).toBe(data.text);
	});

	it('is known by its bytes, whatever its name', async () => {
		const data = { text: 'words', parts: null, unit: 'page' };
		const { text } = await told({ scan: 'PK\x03\x04 word/document.xml' }, reads(data));
		expect(text).toContain('The text of "scan" is in /inputs/scan.md');
	});

	it.each(['sheet', 'slide'] as const)('with %ss and no text is no scan', async (unit) => {
		const { text } = await told({ a: 'PK\x03\x04 xl/workbook.xml' }, reads({ text: '', parts: 1, unit }));
		expect(text).toContain(`[Of the files: "a" (1 ${unit}) has no text: it is empty`);
		expect(text).not.toContain('scan');
	});

	it('without text is said to have none', async () => {
		const { text, files } = await told({ 'a.pdf': pdf }, reads({ text: ' \n', parts: 1, unit: 'page' }));
		expect(text).toContain('[Of the files: "a.pdf" (1 page) has no text: it is a scan');
		expect([...files.keys()]).toEqual(['/inputs/a.pdf']);
	});

	it.each([
		['cannot be read', reads({ problem: 'asks for a password' }), 'it asks for a password'],
		['is answered with what no guest says', reads({ text: 7 }), 'it could not be read'],
		[
			'takes the sandbox with it',
			{ tools: { read_document: () => ({ ok: false, text: '', lost: 'out of memory' }) } },
			'the sandbox ended (out of memory)',
		],
		[
			'finds no sandbox',
			{
				onAcquire: () => {
					throw new ProblemError('No Podman', 'Install it');
				},
			},
			'for want of a sandbox',
		],
	] as const)('that %s is told in a sentence, and the turn goes on', async (_what, options, said) => {
		const { text, posts } = await told({ 'a.pdf': pdf }, options);
		expect(text).toContain('[Of the files: No text of "a.pdf"');
		expect(text).toContain(said);
		expect(posts.join()).toContain('ok');
	});

	it('is read with nine others at most', async () => {
		const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.pdf`, pdf]));
		const { text } = await told(many, reads({ problem: 'is broken' }));
		expect(text.match(/it is broken/g)).toHaveLength(10);
		expect(text.match(/more than the 10/g)).toHaveLength(2);
	});
});

describe('what is no document', () => {
	it('starts no sandbox', async () => {
		const { text, starts } = await told({ 'a.csv': 'a,b\n', 'fake.pdf': 'words', 'a.txt': 'Convert WEBP' });
		expect(starts).toBe(0);
		expect(text).not.toContain('Of the files');
	});

	it.each([
		['\x89PNG\r\n\x1a\n', 'is a picture: you cannot see it'],
		['\0\0\0 ftypisom', 'is a video: you can neither see nor hear it'],
		['OggS\0', 'is a sound recording: you cannot hear it'],
		['PK\x03\x04 a.txt', 'is a ZIP archive, and nothing here reads it by itself: open it with Python'],
		['\0\x01\x02', 'is no text, and nothing here reads it by itself: open it with Python, or say that you cannot'],
		['II*\0', 'is a TIFF image: you cannot see it'],
		['<svg>', 'is a drawing as XML (SVG): you can read its source, not see it'],
	])('is said to the Brain for what it cannot perceive: %j', async (content, said) => {
		const { text, starts } = await told({ x: content });
		expect(text).toContain(`[Of the files: "x" ${said}`);
		expect(starts).toBe(0);
	});
});

describe('a picture', () => {
	const png = '\x89PNG\r\n\x1a\n…';
	const data = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x09\0\0\0\x09', 'latin1').toString('base64');
	const facts = { width: 9, height: 9, shown: [9, 9], frames: 1, ground: 'white' };
	const view = { type: 'image/png', data, text: '', ...facts };
	const views = (data: unknown): Partial<FakeSandboxesOptions> => ({
		tools: { view_picture: () => ({ ok: true, text: '', data }) },
	});

	it('is shown as the sandbox made it, whatever its name', async () => {
		const { text, pictures, files } = await told({ 'photo.txt': png }, views(view), true);
		expect([...(pictures ?? [])]).toEqual([['photo.txt.shown.png', `data:image/png;base64,${view.data}`]]);
		expect(text).not.toContain('cannot see');
		expect([...files.keys()]).toEqual(['/inputs/photo.txt', 'seen/photo.txt.shown.png']);
	});

	it('that is shown smaller than it is, or in part, is said to be', async () => {
		const long = { ...view, width: 1080, height: 14_000, shown: [121, 1568], frames: 2 };
		const { text } = await told({ 'a.png': png }, views(long), true);
		expect(text).toContain('[Of the files: "a.png" is 1080 x 14000 pixels, shown at 121 x 1568: ');
		expect(text).toContain('"a.png" moves: the first of 2 frames is shown');
	});

	it('in a form that models do not take is named, with the way to see it', async () => {
		const { text, starts } = await told({ 'a.heic': '\0\0\0\x20ftypheic' }, {}, true);
		expect(text).toContain('[Of the files: "a.heic" is a HEIC image: it cannot be shown as it is. Where Python (PIL)');
		expect(starts).toBe(0);
	});

	it('that cannot be shown is said to be unseen', async () => {
		const { text, pictures } = await told({ 'a.png': png }, views({ problem: 'is broken' }), true);
		expect(text).toContain('[Of the files: "a.png" is a picture, which you cannot see: it is broken]');
		expect(pictures).toBeUndefined();
	});

	it('is one of eight at most', async () => {
		const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.png`, png]));
		const { text, pictures } = await told(many, views(view), true);
		expect(pictures?.size).toBe(8);
		expect(text).toContain('"8.png" is not shown: it is more than the 8 pictures');
	});
});
