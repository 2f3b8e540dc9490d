import { describe, expect, it } from 'vitest';
import { answer, createFeed, done, openShow, remark, started, taken, toolStarted, words } from './open-show.ts';

const size = 1_000_000;
/** A megabyte of characters that are three bytes, or four for two of them. */
const wide = size / 3;
const huge: readonly (readonly [string, string])[] = [
	['one line without an end', 'word '.repeat(size / 5).trim()],
	['one word', 'x'.repeat(size)],
	['line endings', `a${'\n'.repeat(size - 2)}b`],
	['code', `\`\`\`js\n${'let a = 1;\n'.repeat(size / 11)}`],
	['a row of a table', `|a|b|\n|-|-|\n|${'cell '.repeat(size / 5)}|b|`],
	['list items', '- item\n'.repeat(size / 7)],
	['emoji', '👩‍👩‍👧'.repeat(wide / 8)],
	['halves of characters', '\ud83d'.repeat(wide)],
	['marks on one letter', `e${'\u0301'.repeat(size / 2 - 1)}`],
	['letters from right to left', '\u05d0\u202e'.repeat(wide / 2)],
	['characters of no width', `a${'\u200b'.repeat(wide - 2)}b`],
	['what might become a mention', '<&lt;@'.repeat(size / 6)],
];

describe('an answer of a megabyte in Slack', () => {
	it.each(huge)('of %s is its beginning and a file, and streams no more than people read', async (_what, text) => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key));
		for (let at = 0; at < text.length; at += 500) feed.push(words(text.slice(at, at + 500)));
		await opened.see(() => opened.slack.calls('chat.appendStream').length > 0, 'the stream');
		feed.push(answer(text), done);
		feed.end();
		await opened.until(showing);
		const streamed = opened.slack.calls().filter(({ method }) => /^chat\.(start|append)Stream$/.test(method));
		expect(JSON.stringify(streamed.map(({ args }) => args['chunks'])).length).toBeLessThan(100_000);
		expect(opened.shown(thread).flatMap(({ files }) => files).length).toBe(1);
		expect(opened.slack.files().map(({ bytes }) => Buffer.from(bytes).equals(Buffer.from(text)))).toEqual([true]);
		expect(opened.shown(thread).length).toBeLessThanOrEqual(3);
	});

	it('costs no more as the words of a step, the title of a call, or a name', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		const text = 'word '.repeat(size / 5);
		feed.push(started, taken(key, [{ name: text, size: 1 }]), remark(text), toolStarted('c1', text));
		feed.push({ type: 'notice', key: 't1-x/1/notice', text }, answer('Done.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(JSON.stringify(opened.shown(thread)).length).toBeLessThan(50_000);
		expect(JSON.stringify(opened.slack.calls().map(({ args }) => args)).length).toBeLessThan(200_000);
	});
});
