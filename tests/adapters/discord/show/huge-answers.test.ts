import { describe, expect, it } from 'vitest';
import { answer, done, remark, started, taken, toolStarted, words } from './events.ts';
import { createFeed, openShow } from './open-show.ts';

const size = 1_000_000;
/** A megabyte of characters that are three bytes, or four for two of them. */
const wide = size / 3;
const huge: readonly (readonly [string, string])[] = [
	['one line without an end', 'word '.repeat(size / 5).trim()],
	['one word', 'x'.repeat(size)],
	['line endings', `a${'\n'.repeat(size - 2)}b`],
	['code', `\`\`\`js\n${'let a = 1;\n'.repeat(size / 11)}`],
	['a row of a table', `|a|b|\n|-|-|\n|${'cell '.repeat(size / 5)}|b|`],
	['emoji', '👩‍👩‍👧'.repeat(wide / 8)],
	['marks on one letter', `e${'\u0301'.repeat(size / 2 - 1)}`],
	['characters of no width', `a${'\u200b'.repeat(wide - 2)}b`],
];

describe('an answer of a megabyte in Discord', () => {
	it.each(huge)('of %s is its beginning and a file, below a live message that stays small', async (_what, text) => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key));
		for (let at = 0; at < text.length; at += 500) feed.push(words(text.slice(at, at + 500)));
		feed.push(answer(text), done);
		feed.end();
		await opened.until(showing);
		const shown = opened.shown(thread);
		const files = shown.flatMap(({ attachments }) => attachments);
		expect(files.map(({ bytes }) => Buffer.from(bytes).equals(Buffer.from(text)))).toEqual([true]);
		expect(shown.length).toBeLessThanOrEqual(2);
	});

	it('costs no more as the words of a step, the title of a call, or a name', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		const text = 'word '.repeat(size / 5);
		feed.push(started, taken(key, [{ name: text, size: 1 }]), remark(text), toolStarted('c1', text));
		feed.push({ type: 'notice', key: 't1-x/1/notice', text }, answer('Done.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(opened.texts(thread).join('').length).toBeLessThan(10_000);
	});
});
