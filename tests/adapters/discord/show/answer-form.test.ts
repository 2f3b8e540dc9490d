import { describe, expect, it } from 'vitest';
import { type Answer, renderAnswer } from '../../../../src/adapters/discord/render/answer.ts';
import { plainMessages } from '../../../../src/adapters/discord/render/parts.ts';
import { discordRenderers } from '../../../../src/adapters/discord/render/renderers.ts';
import { type TextMessage, textMessage } from '../../../../src/adapters/discord/render/text-message.ts';
import { splitText } from '../../../../src/adapters/markdown/split-text.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { renderHere } from '../../render-here.ts';
import { failureOf } from '../api/open-rest.ts';
import { answer, done, play, started, taken } from './events.ts';
import { openShow } from './open-show.ts';

const lines = Array.from({ length: 100 }, (_, at) => `Line ${at} of a long answer, with some words in it.`);
const text = lines.join('\n');
const withoutFiles = bits('ViewChannel', 'ReadMessageHistory', 'SendMessages', 'SendMessagesInThreads');

type Rendered = (markdown: string, key: string) => Answer;
const asMessages: Rendered = (markdown, key) => renderAnswer(markdown, key);
/** In as many messages, cut elsewhere. */
const cutShorter: Rendered = (markdown, key) => ({ kind: 'messages', messages: inMessages(markdown, key, 1700) });
const asOne: Rendered = (_, key) => renderAnswer(lines.slice(0, 30).join('\n'), key);
/** As the same words come out where they need more room. */
const asFile: Rendered = (markdown, key) => ({
	kind: 'file',
	summary: textMessage(markdown.slice(0, 400), [key]),
	file: { name: 'answer.md', text: markdown },
});

function inMessages(markdown: string, key: string, most: number, first = 1): TextMessage[] {
	const keyOf = (number: number) => (number === 1 ? key : `${key}/${number}`);
	return splitText(markdown, most).map((piece, at) => textMessage(piece, [keyOf(at + first)]));
}

interface Options {
	/** The outbox's rows are those of a version that noted no cut. */
	readonly isFormer?: boolean;
	readonly refusesFiles?: boolean;
	/** How the words are rendered that follow a refused file. */
	readonly whole?: readonly [typeof plainMessages, typeof plainMessages];
}

/** All that is seen of an answer that is cut off at the call of the outbox, and rendered otherwise when it is shown once more. */
async function shownTwice(
	[first, second]: readonly [Rendered, Rendered],
	point: string,
	at: string,
	{ isFormer = false, refusesFiles = false, whole = [plainMessages, plainMessages] }: Options = {},
) {
	let isFirst = true;
	const outbox = createMemoryOutbox((call, key) => {
		if (isFirst && call === point && key.endsWith(at)) throw new Error('crash');
	});
	const render = renderHere({
		...discordRenderers,
		answer: (markdown: string, key: string) => (isFirst ? first : second)(markdown, key),
		messages: (markdown: string, key: string, from?: number) => whole[isFirst ? 0 : 1](markdown, key, from),
	});
	await using opened = await openShow({ outbox, render });
	const { discord } = opened;
	const { thread, key, channel } = await opened.root();
	if (refusesFiles) {
		await discord.as(discord.ada).startThread(channel, 'Lines');
		discord.setPermissions(discord.channel, withoutFiles);
	}
	const events = [started, taken(key), answer(text), done];
	expect((await failureOf(opened.until(opened.show(thread, play(...events))))).message).toBe('crash');
	isFirst = false;
	const rows = outbox.all.filter((row) => !isFormer || !row.key.endsWith('/form')).map((row) => ({ ...row }));
	await opened.until(opened.show(thread, play(...events), rows));
	expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	const files = opened.shown(thread).flatMap(({ attachments }) => attachments);
	return { words: opened.texts(thread).join('\n'), files: files.map(({ bytes }) => Buffer.from(bytes).toString()) };
}

function timesIn(words: string): number[] {
	return lines.map((line) => words.split(line).length - 1);
}
const once = lines.map(() => 1);

describe('a long answer in Discord that is rendered otherwise when it is shown once more', () => {
	it.each([
		['intend', '/message/2', [asMessages, cutShorter]],
		['intend', '/message/2', [cutShorter, asMessages]],
		['intend', '/message/2', [asMessages, asOne]],
		['intend', '/message/2', [asMessages, asFile]],
		['intend', '/message/3', [cutShorter, asMessages]],
		['intended', '/message', [asMessages, asFile]],
		['intended', '/message', [asMessages, cutShorter]],
		['sent', '/message', [asOne, asMessages]],
	] as const)('%# is whole as a file: %s of %s was not made', async (...[call, key, renderers]) => {
		expect((await shownTwice(renderers, call, key)).files).toEqual([text]);
	});

	it.each(['/message', '/file'])('is still the file that it was begun as, cut off at the intent of %s', async (at) => {
		const { files, words } = await shownTwice([asFile, asMessages], 'intended', at);
		expect(files).toEqual([text]);
		expect(words.split(lines[0] ?? '').length - 1).toBe(1);
	});

	it.each([
		['in messages', cutShorter],
		['as a file', asFile],
	])('is left as it was when all of it stood there, though it comes out %s now', async (_, second) => {
		const { files, words } = await shownTwice([asMessages, second], 'intend', '/ended');
		expect(files).toEqual([]);
		expect(timesIn(words)).toEqual(once);
	});

	it('is left as it was when it was one message that stood there', async () => {
		const { files, words } = await shownTwice([asOne, cutShorter], 'intend', '/ended');
		expect(files).toEqual([]);
		expect(timesIn(words)).toEqual(lines.map((_, at) => (at < 30 ? 1 : 0)));
	});

	it('goes on as it was begun when it is rendered as before', async () => {
		const { files, words } = await shownTwice([asMessages, asMessages], 'intended', '/message/2');
		expect(files).toEqual([]);
		expect(timesIn(words)).toEqual(once);
	});

	it('is cut as it comes out now when none of it stood there', async () => {
		const { files, words } = await shownTwice([asMessages, cutShorter], 'intend', '/message');
		expect(files).toEqual([]);
		expect(timesIn(words)).toEqual(once);
	});

	it.each([
		['more', 1000, 700],
		['less', 700, 1000],
	])('follows whole where its file is refused, though %s came of a piece than before', async (_, before, now) => {
		const cut =
			(most: number): typeof plainMessages =>
			(markdown, key, first) =>
				inMessages(markdown, key, most, first);
		const options = { refusesFiles: true, whole: [cut(before), cut(now)] } as const;
		const { words } = await shownTwice([asFile, asFile], 'intend', '/whole/piece-1/2', options);
		expect(timesIn(words).filter((times) => times === 0)).toEqual([]);
	});
});

describe('a long answer in Discord that a former version has begun', () => {
	it.each([
		['as before', '/message', asMessages],
		['as before', '/message/2', asMessages],
		['as a file', '/message/2', asFile],
	])('is still messages when it comes out %s, cut off at the intent of %s', async (_, at, second) => {
		const { files, words } = await shownTwice([asMessages, second], 'intended', at, { isFormer: true });
		expect(files).toEqual([]);
		expect(timesIn(words)).toEqual(once);
	});

	it('is still a file when that was to follow', async () => {
		const { files } = await shownTwice([asFile, asMessages], 'intended', '/file', { isFormer: true });
		expect(files).toEqual([text]);
	});
});
