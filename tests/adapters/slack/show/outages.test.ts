import { describe, expect, it } from 'vitest';
import { LostResponseError } from '../../../../src/adapters/slack/api/calls.ts';
import { slackTrouble } from '../../../../src/adapters/slack/api/problems/trouble.ts';
import { messageKey, placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import type { OutboxRow } from '../../../../src/store/store.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import {
	answer,
	createFeed,
	done,
	type OpenShow,
	openShow,
	play,
	started,
	taken,
	toolFinished,
	toolStarted,
} from './open-show.ts';
import { beginning, streamingTurn, textsOf } from './streaming-turn.ts';

/** The rows as the core reads them before a show. */
function rowsOf({ outbox }: OpenShow): OutboxRow[] {
	return outbox.all.filter(({ turn }) => turn === 't1-x').map((row) => ({ ...row }));
}

/** Shows the same once more, as the core does when Slack is back. */
async function again(opened: OpenShow, thread: Thread, ...events: readonly AgentEvent[]): Promise<void> {
	await opened.until(opened.show(thread, play(started, ...events), rowsOf(opened)));
	expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
}

describe('the live message of a turn that ends while Slack is away', () => {
	it.each([503, 403])('gets its last form when the turn is shown again, after status %i', async (status) => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const events = [taken(key), toolStarted('c1'), toolFinished('c1'), answer('The sum is 42.', 2), done];
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, ...events.slice(0, 2));
		await opened.see(() => opened.shown(thread).length === 1, 'the live message');
		opened.slack.failNext('chat.stopStream', { status }, 5);
		feed.push(...events.slice(2));
		feed.end();
		const trouble = await opened.until(showing).catch((error: unknown) => slackTrouble(error, thread));
		expect(trouble).toBeInstanceOf(PlatformAwayError);
		opened.slack.failNext('chat.stopStream', '', 0);
		await again(opened, thread, ...events);
		expect(opened.shown(thread).map(({ stream }) => stream)).toEqual(['stopped', undefined]);
		expect(textsOf(opened, thread)).toEqual([
			expect.stringContaining('✓ *bash*  `ls c1`'),
			expect.stringContaining('The sum is 42.'),
		]);
	});

	it('does not stand beside its answer, which had streamed', async () => {
		await using opened = await openShow();
		const { thread, end } = await streamingTurn(opened);
		opened.slack.failNext('chat.stopStream', 'drop-request', 10);
		await expect(end(beginning)).rejects.toBeInstanceOf(LostResponseError);
		expect(opened.shown(thread)).toHaveLength(2);
		await again(opened, thread, taken(messageKey(placeOf(thread))), answer(beginning), done);
		expect(textsOf(opened, thread)).toEqual([expect.stringContaining(beginning.trim())]);
	});
});

describe('an answer in Slack whose file is refused', () => {
	it('is there whole and once in messages when it was interrupted among them', async () => {
		let alive = true;
		const outbox = createMemoryOutbox((call, key) => {
			if (alive && call === 'intend' && key.endsWith('/piece-3')) throw new Error('crash');
		});
		await using opened = await openShow({ outbox });
		const { thread, key } = opened.root();
		const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at}: ${'words '.repeat(30)}`).join('\n\n');
		opened.slack.failNext('files.getUploadURLExternal', 'file_uploads_disabled');
		const events = [taken(key), answer(text), done];
		await expect(opened.until(opened.show(thread, play(started, ...events)))).rejects.toThrow('crash');
		alive = false;
		await again(opened, thread, ...events);
		const [, ...below] = textsOf(opened, thread);
		const all = below.join('\n');
		expect(Array.from({ length: 120 }, (_, at) => all.split(`Paragraph ${at}:`).length - 1)).toEqual(
			Array(120).fill(1),
		);
		const before = textsOf(opened, thread);
		await again(opened, thread, ...events);
		expect(textsOf(opened, thread)).toEqual(before);
		expect(opened.slack.files()).toEqual([]);
	});
});

describe('a live message that has begun on a full disk', () => {
	it('becomes the answer, and is no message beside it', async () => {
		let isFull = true;
		const outbox = createMemoryOutbox((call, key) => {
			if (isFull && call === 'sent' && key.endsWith('/live-1/stream')) throw new Error('ENOSPC');
		});
		await using opened = await openShow({ outbox });
		const { thread, end } = await streamingTurn(opened);
		isFull = false;
		await end(beginning);
		expect(opened.shown(thread).map(({ stream }) => stream)).toEqual(['stopped']);
		expect(textsOf(opened, thread)).toEqual([expect.stringContaining(beginning.trim())]);
	});
});
