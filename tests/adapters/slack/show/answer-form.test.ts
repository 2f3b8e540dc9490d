import { describe, expect, it } from 'vitest';
import { splitText } from '../../../../src/adapters/markdown/split-text.ts';
import { type Answer, renderAnswer } from '../../../../src/adapters/slack/render/answer.ts';
import { slackRenderers } from '../../../../src/adapters/slack/render/renderers.ts';
import { placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { renderHere } from '../../render-here.ts';
import { answer, done, openShow, play, started, taken } from './open-show.ts';

const rows = Array.from({ length: 60 }, (_, at) => `Row ${at} ${'x'.repeat(40)}.`);
const table = (cells: readonly string[]) => ['| a | b |', '|---|---|', ...cells.map((cell) => `| ${cell} | ${cell} |`)];
const text = ['One.', '', ...table(rows.slice(0, 30)), '', 'Two.', '', ...table(rows.slice(30))].join('\n');

type Rendered = (markdown: string) => Answer;
const asTables: Rendered = (markdown) => renderAnswer(markdown);
/** In more messages, cut elsewhere. */
const asText: Rendered = (markdown) => inTexts(markdown, 2500);
const asOne: Rendered = () => renderAnswer(rows.join('\n'));
const asFile: Rendered = (markdown) => {
	const longer = renderAnswer(markdown.repeat(20));
	return longer.kind === 'file' ? { ...longer, file: { ...longer.file, text: markdown } } : longer;
};

function inTexts(markdown: string, most: number): Answer {
	return { kind: 'messages', messages: splitText(markdown, most).map((piece) => ({ blocks: [], text: piece })) };
}

/** All that is seen of an answer that is cut off at the call of the outbox, and rendered otherwise when it is shown once more. */
async function shownTwice(
	[first, second]: readonly [Rendered, Rendered],
	point: string,
	at: string,
	{ text: said = text, refusesFiles = false, isFormer = false } = {},
) {
	let isFirst = true;
	const outbox = createMemoryOutbox((call, key) => {
		if (isFirst && call === point && key.endsWith(at)) throw new Error('crash');
	});
	const render = renderHere({
		...slackRenderers,
		answer: (markdown: string) => (isFirst ? first : second)(markdown),
	});
	await using opened = await openShow({ outbox, render });
	const { thread, key } = opened.root();
	const events = [started, taken(key), answer(said), done];
	if (refusesFiles) opened.slack.failNext('files.getUploadURLExternal', 'file_uploads_disabled', 5);
	await expect(opened.until(opened.show(thread, play(...events)))).rejects.toThrow('crash');
	isFirst = false;
	const before = outbox.all.filter((row) => !isFormer || !row.key.endsWith('/form')).map((row) => ({ ...row }));
	await opened.until(opened.show(thread, play(...events), before));
	expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	const words = opened.shown(thread).map((message) => opened.slack.plainText(message));
	const files = opened.slack.files().map(({ bytes }) => Buffer.from(bytes).toString());
	return { files, words: words.join('\n') };
}

describe('a long answer in Slack that is rendered otherwise when it is shown once more', () => {
	it.each([
		['intend', '/message/2', [asTables, asText]],
		['intend', '/message/2', [asText, asTables]],
		['intend', '/message/2', [asText, asOne]],
		['intend', '/message/3', [asText, asTables]],
		['sent', '/message', [asOne, asText]],
	] as const)('%# is whole as a file: %s of %s was not made', async (...[call, key, renderers]) => {
		expect((await shownTwice(renderers, call, key)).files).toEqual([text]);
	});

	it.each([
		['intended', '/message'],
		['intended', '/message/file'],
	])('is still the file that it was begun as, cut off when it had %s %s', async (call, key) => {
		const { files, words } = await shownTwice([asFile, asTables], call, key);
		expect(files).toEqual([text]);
		expect(words.split('Row 0 ')).toHaveLength(3);
	});

	it('is left as it was when all of it stood there', async () => {
		const { files, words } = await shownTwice([asTables, asText], 'intend', '/ended');
		expect(files).toEqual([]);
		expect(rows.map((row) => words.split(row).length - 1)).toEqual(rows.map(() => 2));
	});

	it('goes on as it was begun when it is rendered as before', async () => {
		const { files, words } = await shownTwice([asTables, asTables], 'intend', '/message/2');
		expect(files).toEqual([]);
		expect(rows.map((row) => words.split(row).length - 1)).toEqual(rows.map(() => 2));
	});

	it('is left as it was when a former version has posted all of it', async () => {
		const { files, words } = await shownTwice([asTables, asTables], 'intend', '/ended', { isFormer: true });
		expect(files).toEqual([]);
		expect(rows.map((row) => words.split(row).length - 1)).toEqual(rows.map(() => 2));
	});

	it.each([
		['/message/2', [asTables, asTables]],
		['/ended', [asText, asTables]],
	] as const)('%# is whole as a file when a former version has posted a part before %s', async (at, renderers) => {
		expect((await shownTwice(renderers, 'intend', at, { isFormer: true })).files).toEqual([text]);
	});

	it('goes on below what a former version has posted of it where its file is refused', async () => {
		const lines = Array.from({ length: 400 }, (_, number) => `Line ${number} of a long answer, with some words in it.`);
		const said = lines.join('\n');
		const cut: Rendered = (markdown) => (markdown === said ? asFile(markdown) : asTables(markdown));
		await using opened = await openShow({ render: renderHere({ ...slackRenderers, answer: cut }) });
		const { thread, key } = opened.root();
		const keys = ['', '/file', '/file/problem', '/file/whole', '/file/whole/2'];
		const { ts: id } = placeOf(thread);
		const before = keys.map((of) => ({ thread, session: 's', turn: 't1-x', key: `t1-x/1/message${of}`, id }));
		const known = before.map(({ id, ...row }) => (row.key.endsWith('/file') ? row : { ...row, id }));
		for (const row of known) await opened.outbox.intend(row);
		await opened.until(opened.show(thread, play(started, taken(key), answer(said), done), known));
		const words = opened
			.shown(thread)
			.map((message) => opened.slack.plainText(message))
			.join('\n');
		const left = lines.filter((line) => words.includes(line));
		expect(left).toEqual(lines.slice(-left.length));
		expect(left.length).toBeGreaterThan(240);
		expect(left.length).toBeLessThan(280);
	});

	it.each([
		['/whole/piece-2', 'more', 3500, 2000],
		['/whole/piece-1/2', 'more', 2000, 1200],
		['/whole/piece-1/2', 'less', 1200, 2000],
		['/whole/piece-1/2', 'one message alone', 2000, 3500],
	])('follows whole where its file is refused before %s, though %s came of a piece than before', async (...given) => {
		const [at, _, before, now] = given;
		const lines = Array.from({ length: 200 }, (_, number) => `Line ${number} of a long answer, with some words in it.`);
		const said = lines.join('\n');
		const cut =
			(most: number): Rendered =>
			(markdown) =>
				markdown === said ? asFile(markdown) : inTexts(markdown, most);
		const options = { text: said, refusesFiles: true };
		const { words } = await shownTwice([cut(before), cut(now)], 'intend', at, options);
		expect(lines.filter((line) => !words.includes(line))).toEqual([]);
	});
});
