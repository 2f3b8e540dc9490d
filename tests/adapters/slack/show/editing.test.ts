import { describe, expect, it } from 'vitest';
import {
	answer,
	createFeed,
	done,
	openShow,
	remark,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';
import { beginning, sentence, streamingTurn, textOf, textsOf } from './streaming-turn.ts';

describe('a live message where Slack does not stream', () => {
	it.each(['unknown_method', 'method_deprecated', 'feature_not_enabled'])(
		'is posted and edited where streaming is refused with %s, and not asked for again',
		async (noStreaming) => {
			await using opened = await openShow({ fake: { noStreaming } });
			for (const round of [1, 2]) {
				const { thread, feed, end } = await streamingTurn(opened, beginning, `s${round}`);
				feed.push(words('More words.'));
				await opened.see(() => textOf(opened, thread).includes('More words.'), 'an edit');
				feed.push(remark(`${beginning}More words.`), toolStarted('c1'), toolFinished('c1'));
				await end('The answer.', 2);
				expect(textsOf(opened, thread)).toEqual([
					expect.stringContaining('✓ *bash*'),
					expect.stringContaining('The answer.'),
				]);
				expect(opened.slack.calls('chat.startStream'), `round ${round}`).toHaveLength(1);
			}
		},
	);

	it('is edited no more than once in three seconds', async () => {
		await using opened = await openShow({ fake: { noStreaming: 'unknown_method' } });
		const { thread, feed, end } = await streamingTurn(opened);
		for (let at = 0; at < 60; at += 1) {
			feed.push(words(`word ${at} `));
			await opened.pass(250);
		}
		await opened.see(() => textOf(opened, thread).includes('word 59'), 'the last word');
		expect(opened.slack.calls('chat.update').length).toBeLessThanOrEqual(8);
		await end('Done.');
	});

	it('is posted and edited where Slack is not told whom it is for', async () => {
		await using opened = await openShow({ recipient: undefined });
		const { thread, end } = await streamingTurn(opened);
		await end(sentence.repeat(6));
		expect(opened.shown(thread)).toHaveLength(1);
		expect(textOf(opened, thread)).toContain(sentence.repeat(6).trim());
	});

	it('is posted and edited for a turn whose stream must wait', async () => {
		await using opened = await openShow();
		opened.slack.rateLimit('chat.startStream', { retryAfter: 30 });
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), toolStarted('c1', 'ls /inputs'));
		await opened.see(() => textOf(opened, thread).includes('ls /inputs'), 'the edited message');
		expect(opened.shown(thread).at(-1)?.stream).toBeUndefined();
		feed.push(toolFinished('c1'), answer('Done.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(opened.shown(thread)).toHaveLength(2);
	});
});
