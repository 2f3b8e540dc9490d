import { describe, expect, it } from 'vitest';
import { type Answer, renderAnswer } from '../../../../src/adapters/discord/render/answer.ts';
import { discordRenderers } from '../../../../src/adapters/discord/render/renderers.ts';
import { textMessage } from '../../../../src/adapters/discord/render/text-message.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { renderHere } from '../../render-here.ts';
import { failureOf } from '../rest/open-rest.ts';
import { answer, done, play, started, taken } from './events.ts';
import { openShow } from './open-show.ts';

const lines = Array.from({ length: 100 }, (_, at) => `Line ${at} of a long answer, with some words in it.`);
const text = lines.join('\n');

type Options = Parameters<typeof renderAnswer>[1];
const asMessages = (markdown: string, options: Options): Answer => renderAnswer(markdown, options);
/** As the same words come out where they need more room. */
const asFile = (markdown: string, { key }: Options): Answer => ({
	kind: 'file',
	summary: textMessage(markdown.slice(0, 400), [key]),
	file: { name: 'answer.md', text: markdown },
});

/** All that is seen of an answer that is cut off at the intent `at`, and rendered otherwise when it is shown once more. */
async function shownTwice(first: typeof asFile, second: typeof asFile, at: string) {
	let isFirst = true;
	const outbox = createMemoryOutbox((call, key) => {
		if (isFirst && call === 'intended' && key.endsWith(at)) throw new Error('crash');
	});
	const render = renderHere({
		...discordRenderers,
		answer: (markdown: string, options: Options) => (isFirst ? first : second)(markdown, options),
	});
	await using opened = await openShow({ outbox, render });
	const { thread, key } = await opened.root();
	const events = [started, taken(key), answer(text), done];
	expect((await failureOf(opened.until(opened.show(thread, play(...events))))).message).toBe('crash');
	isFirst = false;
	const rows = outbox.all.map((row) => ({ ...row }));
	await opened.until(opened.show(thread, play(...events), rows));
	expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	const files = opened.shown(thread).flatMap(({ attachments }) => attachments);
	return { words: opened.texts(thread).join('\n'), files: files.map(({ bytes }) => Buffer.from(bytes).toString()) };
}

describe('a long answer in Discord that is rendered otherwise when it is shown once more', () => {
	it.each(['/message', '/file'])('is still the file that it was begun as, cut off at the intent of %s', async (at) => {
		const { files, words } = await shownTwice(asFile, asMessages, at);
		expect(files).toEqual([text]);
		expect(words.split(lines[0] ?? '').length - 1).toBe(1);
	});

	it('is still messages when one of them was to follow the first', async () => {
		const { files, words } = await shownTwice(asMessages, asFile, '/2');
		expect(files).toEqual([]);
		expect(lines.filter((line) => !words.includes(line))).toEqual([]);
	});

	it('is whole as a file when only the first message stood there', async () => {
		const { files } = await shownTwice(asMessages, asFile, '/message');
		expect(files).toEqual([text]);
	});
});
