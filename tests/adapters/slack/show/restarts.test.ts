import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { OutboxRow } from '../../../../src/store/store.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import {
	answer,
	createFeed,
	done,
	notice,
	openShow,
	play,
	remark,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';
import { beginning, textsOf } from './streaming-turn.ts';

const resumed = notice('Threadsmith was interrupted; going on where it was', 9);
const file = { name: 'sales.csv', size: 2048 };

/** The rows as the core reads them before a show. */
function rowsOf(outbox: MemoryOutbox): OutboxRow[] {
	return outbox.all.filter(({ turn }) => turn === 't1-x').map((row) => ({ ...row }));
}

/** Another process, on the same Slack and the same store. */
function restarted(slack: FakeSlack, outbox: MemoryOutbox) {
	return openShow({ slack, outbox });
}

/** A process that ends while it shows these events. */
async function interrupted(
	slack: FakeSlack,
	outbox: MemoryOutbox,
	events: (key: string) => readonly AgentEvent[],
	seen: string,
) {
	await using opened = await openShow({ slack, outbox });
	const at = opened.root();
	const feed = createFeed();
	const showing = opened.show(at.thread, feed).catch(() => {});
	feed.push(...events(at.key));
	await opened.see(() => textsOf(opened, at.thread).join('\n').includes(seen), seen);
	return {
		...at,
		async [Symbol.asyncDispose]() {
			feed.end();
			await showing;
		},
	};
}

describe('a turn in Slack after a restart', () => {
	it('has its live message finished, and goes on in another one', async () => {
		await using slack = await startFakeSlack();
		const outbox = createMemoryOutbox();
		const before = (key: string) => [
			started,
			taken(key, [file]),
			words('I look. '),
			remark('I look.'),
			toolStarted('c1'),
		];
		await using at = await interrupted(slack, outbox, before, 'ls c1');
		await using opened = await restarted(slack, outbox);
		const again = [started, taken(at.key, [file]), remark('I look.'), toolStarted('c1'), resumed];
		const feed = createFeed();
		const showing = opened.show(at.thread, feed, rowsOf(outbox));
		feed.push(...again, toolFinished('c1', false));
		await opened.see(() => textsOf(opened, at.thread)[0]?.includes('going on'), 'the earlier message');
		expect(opened.shown(at.thread)[0]?.stream).toBe('stopped');
		feed.push(toolStarted('c2'), toolFinished('c2'), answer('The sum is 42.', 3), done);
		feed.end();
		await opened.until(showing);
		const [earlier = '', live = '', answered = '', ...others] = textsOf(opened, at.thread);
		expect(others).toEqual([]);
		expect(earlier).toMatch(/sales\.csv[\s\S]*I look\.[\s\S]*✗ \*bash\* {2}`ls c1`[\s\S]*interrupted; going on/);
		expect(live).toContain('✓ *bash*  `ls c2`');
		expect(live).not.toMatch(/ls c1|sales\.csv/);
		expect(answered).toContain('The sum is 42.');
		expect(outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('finds a stream of which nobody knows but Slack', async () => {
		await using slack = await startFakeSlack();
		let alive = true;
		const outbox = createMemoryOutbox((call, key) => {
			if (alive && call === 'sent' && key.endsWith('/live-1/stream')) throw new Error('crash');
		});
		const before = (key: string) => [started, taken(key), words(beginning)];
		await using at = await interrupted(slack, outbox, before, beginning.trim());
		alive = false;
		await using opened = await restarted(slack, outbox);
		await opened.until(
			opened.show(at.thread, play(started, taken(at.key), resumed, answer('Short.'), done), rowsOf(outbox)),
		);
		const shown = opened.shown(at.thread);
		expect(textsOf(opened, at.thread)).toEqual([
			expect.stringMatching(/interrupted; going on/),
			expect.stringContaining('Short.'),
		]);
		expect(shown[0]?.stream).toBe('stopped');
		expect(outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('keeps the answer that had streamed, wherever the crash came', async () => {
		for (const point of ['intend', 'intended', 'sent'] as const) {
			for (const key of ['t1-x/1/message', 't1-x/live-1/stream', 't1-x/end/ended']) {
				await using slack = await startFakeSlack();
				let alive = true;
				const outbox = createMemoryOutbox((call, of) => {
					if (alive && call === point && of === key) throw new Error(`crash at ${point} ${key}`);
				});
				const turn = (of: string) => [started, taken(of), answer(beginning), done];
				let at: { thread: ReturnType<Awaited<ReturnType<typeof openShow>>['root']>['thread']; key: string };
				{
					await using opened = await openShow({ slack, outbox });
					at = opened.root();
					const feed = createFeed();
					const showing = opened.show(at.thread, feed);
					feed.push(started, taken(at.key), words(beginning));
					await opened.pass(1000);
					feed.push(...turn(at.key).slice(2));
					feed.end();
					await opened.until(showing).catch(() => {});
				}
				alive = false;
				await using opened = await restarted(slack, outbox);
				await opened.until(opened.show(at.thread, play(...turn(at.key)), rowsOf(outbox)));
				const texts = textsOf(opened, at.thread);
				expect(
					texts.filter((text) => text.includes(beginning.trim())),
					`${point} ${key}`,
				).toHaveLength(1);
				const cameSoFar = !key.includes('live');
				if (cameSoFar && point !== 'intend') expect(texts, `${point} ${key}`).toHaveLength(1);
				expect(opened.shown(at.thread).every(({ stream }) => stream !== 'streaming')).toBe(true);
				expect(
					outbox.all.every(({ id }) => id !== undefined),
					`${point} ${key}`,
				).toBe(true);
			}
		}
	});

	it('takes a stream away whose answer was about to be shown', async () => {
		await using slack = await startFakeSlack();
		const outbox = createMemoryOutbox();
		const before = (key: string) => [started, taken(key), words(beginning)];
		await using at = await interrupted(slack, outbox, before, beginning.trim());
		await outbox.intend({ session: 's', thread: at.thread, turn: 't1-x', key: 't1-x/1/message' });
		await using opened = await restarted(slack, outbox);
		await opened.until(opened.show(at.thread, play(started, taken(at.key), answer(beginning), done), rowsOf(outbox)));
		expect(textsOf(opened, at.thread)).toEqual([expect.stringContaining(beginning.trim())]);
	});

	it('shows lines that were only meant to be shown', async () => {
		await using slack = await startFakeSlack();
		const outbox = createMemoryOutbox();
		await using opened = await restarted(slack, outbox);
		const at = opened.root();
		for (const key of ['t1-x/c1/tool', 't1-x/live-1/stream']) {
			await outbox.intend({ session: 's', thread: at.thread, turn: 't1-x', key });
		}
		const events = [started, taken(at.key, [file]), toolStarted('c1'), toolFinished('c1'), answer('Done.', 2), done];
		await opened.until(opened.show(at.thread, play(...events), rowsOf(outbox)));
		const [lines = '', ...others] = textsOf(opened, at.thread);
		expect(lines).toMatch(/sales\.csv[\s\S]*✓ \*bash\* {2}`ls c1`/);
		expect(others).toEqual([expect.stringContaining('Done.')]);
		expect(outbox.all.map(({ key }) => key)).toContain('t1-x/live-2/settled');
		expect(outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('tells what came in where a process died after it had found that nothing was told', async () => {
		await using slack = await startFakeSlack();
		const outbox = createMemoryOutbox();
		await using opened = await restarted(slack, outbox);
		const at = opened.root();
		await outbox.intend({ session: 's', thread: at.thread, turn: 't1-x', key: 't1-x/live-1/stream' });
		await outbox.sent('s', 't1-x/live-1/stream', 'none');
		const events = [started, taken(at.key, [file]), toolStarted('c1'), toolFinished('c1'), answer('Done.', 2), done];
		await opened.until(opened.show(at.thread, play(...events), rowsOf(outbox)));
		expect(textsOf(opened, at.thread)[0]).toMatch(/sales\.csv[\s\S]*✓ \*bash\* {2}`ls c1`/);
	});

	it('says nothing twice when it was shown to its end', async () => {
		await using slack = await startFakeSlack();
		const outbox = createMemoryOutbox();
		await using opened = await restarted(slack, outbox);
		const at = opened.root();
		const events = [started, taken(at.key, [file]), toolStarted('c1'), toolFinished('c1'), answer('Done.', 2), done];
		await opened.until(opened.show(at.thread, play(...events), []));
		const shown = textsOf(opened, at.thread);
		const changes = slack.calls().filter(({ method }) => method.startsWith('chat.')).length;
		await opened.until(opened.show(at.thread, play(...events), rowsOf(outbox)));
		expect(textsOf(opened, at.thread)).toEqual(shown);
		expect(slack.calls().filter(({ method }) => method.startsWith('chat.'))).toHaveLength(changes);
	});

	it('streams though Slack limits the question whether its thread is there', async () => {
		await using slack = await startFakeSlack();
		await using opened = await restarted(slack, createMemoryOutbox());
		const at = opened.root();
		slack.rateLimit('conversations.replies', { retryAfter: 3600, times: 1 });
		const feed = createFeed();
		const showing = opened.show(at.thread, feed);
		feed.push(started, taken(at.key), words(beginning));
		await opened.see(() => opened.shown(at.thread).length === 1, 'the live message');
		expect(opened.shown(at.thread)[0]?.stream).toBe('streaming');
		feed.push(answer(beginning), done);
		feed.end();
		await opened.until(showing);
		expect(slack.calls('conversations.replies')).toHaveLength(1);
	});

	it('waits for a look-up that Slack limits, and posts nothing twice', async () => {
		await using slack = await startFakeSlack({ distributed: true });
		let alive = true;
		const outbox = createMemoryOutbox((call, key) => {
			if (alive && call === 'sent' && key === 't1-x/1/message') throw new Error('crash');
		});
		await using opened = await restarted(slack, outbox);
		const at = opened.root();
		const events = [started, taken(at.key), answer('Once.'), done];
		await expect(opened.show(at.thread, play(...events), [])).rejects.toThrow('crash');
		alive = false;
		slack.rateLimit('conversations.replies', { retryAfter: 60, times: 1 });
		const before = slack.calls('conversations.replies').length;
		const showing = opened.show(at.thread, play(...events), rowsOf(outbox));
		await opened.see(() => slack.calls('conversations.replies').length > before, 'the look-up');
		await opened.pass(50_000);
		expect(slack.calls('chat.postMessage')).toHaveLength(1);
		await opened.pass(10_000);
		await opened.until(showing);
		expect(slack.calls('conversations.replies')).toHaveLength(before + 2);
		expect(textsOf(opened, at.thread)).toEqual([expect.stringContaining('Once.')]);
	});
});
