import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import {
	answer,
	createFeed,
	done,
	type OpenShow,
	openShow,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';
import { beginning, sentence, streamingTurn, textOf, textsOf } from './streaming-turn.ts';

/** We know of the stream: Slack shows it before its answer is here, and our time with it begins then. */
function isBegun({ outbox }: OpenShow, number: number): boolean {
	return outbox.all.some(({ key, id }) => key === `t1-x/live-${number}/stream` && id !== undefined);
}

describe('a live message in Slack', () => {
	it('goes on in another one before four minutes, with no open fence in any', async () => {
		await using opened = await openShow();
		const text = `${beginning}\n\n\`\`\`py\nfirst = 1\n`;
		const { thread, feed, end } = await streamingTurn(opened, text);
		await opened.see(() => isBegun(opened, 1), 'the first stream');
		await opened.pass(239_000);
		await opened.see(() => opened.shown(thread)[0]?.stream === 'stopped', 'the end of the first stream');
		expect(opened.slack.status('C1', placeOf(thread).ts)?.status).toBe('processing');
		feed.push(words('second = 2\n'));
		await opened.see(() => textOf(opened, thread).includes('second = 2'), 'the second stream');
		const [one, other] = opened.shown(thread);
		expect(one?.text.split('```')).toHaveLength(3);
		expect(other?.text).toContain('```py\nsecond = 2');
		const all = `${text}second = 2\n\`\`\`\n`;
		feed.push(words('```\n'));
		await end(all);
		expect(textOf(opened, thread)).toContain('first = 1\nsecond = 2');
		expect(opened.shown(thread)).toHaveLength(1);
	});

	it('shows a tool that runs on for hours as running, in no more than two messages', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), toolStarted('c1', 'sleep 7200'));
		await opened.see(() => textOf(opened, thread).includes('sleep 7200'), 'the card');
		for (let minutes = 0; minutes < 60; minutes += 1) {
			await opened.pass(60_000);
			await opened.see(() => opened.shown(thread).some(({ stream }) => stream === 'streaming'), 'a stream');
			expect(opened.shown(thread).length).toBeLessThanOrEqual(3);
		}
		const cards = JSON.stringify(opened.shown(thread).flatMap(({ blocks }) => blocks));
		expect(cards).toContain('"in_progress"');
		expect(cards).not.toContain('"error"');
		feed.push(toolFinished('c1'), answer('Slept.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(textsOf(opened, thread)).toEqual([
			expect.stringContaining('✓ *bash*  `sleep 7200`  0.3 s'),
			expect.stringContaining('Slept.'),
		]);
	});

	it('loses no line that comes between two of its messages', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), toolStarted('c1', 'sleep 7200'));
		await opened.see(() => isBegun(opened, 1), 'the first message');
		await opened.pass(210_000);
		await opened.see(() => isBegun(opened, 2), 'the second message');
		opened.slack.rateLimit('chat.startStream', { retryAfter: 60 });
		await opened.pass(210_000);
		await opened.see(() => opened.slack.calls('chat.delete').length === 1, 'the end of the second message');
		feed.push(toolStarted('c2', 'ls /inputs'), toolFinished('c2'), toolFinished('c1'), answer('Slept.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(textsOf(opened, thread).join('\n')).toMatch(/sleep 7200[\s\S]*ls \/inputs[\s\S]*Slept\./);
	});

	it('loses nothing when Slack has let the stream die', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await streamingTurn(opened);
		opened.slack.advance(301_000);
		feed.push(words('After its death. '));
		await opened.see(() => textOf(opened, thread).includes('After its death.'), 'the next stream');
		await end(`${beginning}After its death. `);
		expect(opened.shown(thread)).toHaveLength(1);
		expect(textOf(opened, thread)).toContain(`${sentence.trim()} After its death.`);
	});

	it('grows no more once a person has stopped it, and says what was stopped', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), toolStarted('c1', 'sleep 99'));
		await opened.see(() => textOf(opened, thread).includes('sleep 99'), 'the card');
		opened.slack
			.as('U1')
			.stopSession('C1', placeOf(thread).ts)
			.catch(() => {});
		feed.push(words('Words that come too late. ', 2));
		await opened.see(() => opened.slack.calls('chat.appendStream').length > 0, 'an append that is refused');
		feed.push(words('And more of them.', 2), toolFinished('c1', false));
		await opened.pass(3000);
		await opened.see(
			() => opened.outbox.all.some(({ key: of }) => of === 't1-x/c1/tool-finished'),
			'the end of the tool',
		);
		await opened.pass(3000);
		feed.push({ type: 'turn-ended', key: 't1-x/end/ended', turn: 't1-x', outcome: 'stopped', stopped: ['sleep 99'] });
		feed.end();
		await opened.until(showing);
		expect(opened.slack.calls('chat.startStream')).toHaveLength(1);
		const [lines, stopped, ...others] = textsOf(opened, thread);
		expect(others).toEqual([]);
		expect(lines).toContain('✗ *bash*  `sleep 99`');
		expect(stopped).toMatch(/Stopped[\s\S]*sleep 99/);
		await opened.see(() => opened.slack.status('C1', placeOf(thread).ts)?.status === 'active', 'the status');
	});

	it('loses no word to a limit on appending', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await streamingTurn(opened);
		opened.slack.failNext('chat.appendStream', 'ratelimited', 2);
		let all = beginning;
		for (let at = 0; at < 50; at += 1) {
			const word = `word-${at} `;
			all += word;
			feed.push(words(word));
			await opened.pass(40);
		}
		await end(all);
		expect(opened.shown(thread)).toHaveLength(1);
		expect(opened.shown(thread)[0]).toMatchObject({ text: all, stream: 'stopped' });
	});

	it('does not trust what it has streamed when an answer of Slack was lost', async () => {
		for (const fault of ['drop-response', 'drop-request'] as const) {
			await using opened = await openShow();
			const { thread, feed, end } = await streamingTurn(opened);
			opened.slack.failNext('chat.appendStream', fault);
			feed.push(words('Lost? '));
			await opened.see(() => opened.slack.calls('chat.appendStream').length > 0, 'the lost append');
			feed.push(words('Not lost.'));
			await end(`${beginning}Lost? Not lost.`);
			expect(opened.shown(thread)).toHaveLength(1);
			expect(textOf(opened, thread).match(/Lost\? Not lost\./g)).toHaveLength(1);
		}
	});

	it.each([
		['right', 0],
		['ten minutes fast', 600_000],
		['ten minutes slow', -600_000],
	])('finds its stream again when the answer to its beginning was lost, by a clock that is %s', async (_, wrongBy) => {
		await using opened = await openShow({ wrongBy });
		opened.slack.failNext('chat.startStream', 'drop-response');
		const text = sentence.repeat(6);
		const { thread, end } = await streamingTurn(opened, text);
		await end(text);
		expect(opened.shown(thread)).toHaveLength(1);
		expect(textOf(opened, thread)).toContain(text.trim());
	});
});
