import { describe, expect, it } from 'vitest';
import type { Thread } from '../../../../src/chat/thread.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';
import {
	answer,
	done,
	notice,
	play,
	remark,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from '../show/events.ts';
import { type OpenShow, openShow } from '../show/open-show.ts';
import { runningTurn } from '../show/running-turn.ts';

const posts = '/channels/:id/messages';
const edits = '/channels/:id/messages/:id';

/** As a moderator does. */
async function removeFirst({ discord, shown }: OpenShow, thread: Thread): Promise<void> {
	const [first] = shown(thread);
	const url = `${discord.apiUrl}/v10/channels/${first?.channel}/messages/${first?.id}`;
	await fetch(url, { method: 'DELETE', headers: { authorization: `Bot ${discord.token}` } });
}

/** The most requests within any `ms`. */
function mostWithin(times: readonly number[], ms: number): number {
	return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
}

describe('a live message in Discord', () => {
	it('is edited at most every two seconds, with what is the newest then', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		for (let step = 0; step < 100; step += 1) {
			feed.push(words(`word${step} `));
			await opened.pass(100);
		}
		await opened.see(() => opened.texts(thread)[0]?.includes('word99'), 'the newest words');
		const times = opened.discord.calls('PATCH', edits).map(({ at }) => at);
		expect(times.length).toBeGreaterThan(3);
		expect(times.length).toBeLessThanOrEqual(7);
		await end(answer('Ended.', 2), done);
		const all = opened.discord.calls('PATCH', edits).map(({ at }) => at);
		expect(mostWithin(all, 5000)).toBeLessThanOrEqual(5);
	});

	it('never has two requests at once', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		opened.discord.failNext(`PATCH ${edits}`, 'hang');
		feed.push(words('first '));
		await opened.pass(2000);
		await opened.see(() => opened.discord.calls('PATCH', edits).length === 1, 'an edit');
		for (let step = 0; step < 20; step += 1) {
			feed.push(words(`more${step} `));
			await opened.pass(500);
		}
		expect(opened.discord.calls('PATCH', edits)).toHaveLength(1);
		await end(answer('Ended.', 2), done);
		expect(opened.texts(thread).at(-1)).toContain('Ended.');
	});

	it('waits as long as Discord says, and shows what is the newest then', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		opened.discord.failNext(`PATCH ${edits}`, {
			status: 429,
			message: 'You are being rate limited.',
			headers: { 'retry-after': '1', 'x-ratelimit-scope': 'shared' },
		});
		feed.push(words('first '));
		await opened.pass(2000);
		feed.push(words('second '));
		await opened.see(() => opened.texts(thread)[0]?.includes('first second'), 'all words');
		await end(answer('Ended.', 2), done);
		expect(opened.discord.calls('PATCH', edits).length).toBeLessThanOrEqual(4);
	});

	it('does not hold up the answer when no more edits are taken', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		opened.discord.rateLimit(`PATCH ${edits}`, { limit: 1, perMs: 4000 });
		feed.push(words('first '));
		await opened.pass(2000);
		await opened.see(() => opened.discord.calls('PATCH', edits).length > 0, 'an edit');
		feed.push(words('second '));
		await opened.pass(2500);
		const before = opened.discord.now();
		await end(toolFinished('c1'), answer('Ended.', 2), done);
		const [post] = opened.discord.calls('POST', posts).slice(-1);
		expect(JSON.stringify(post?.body)).toContain('Ended.');
		expect((post?.at ?? 0) - before).toBeLessThan(1500);
		await opened.see(() => !opened.texts(thread)[0]?.includes('Stop'), 'its last form');
	});

	it('is an embed where Components V2 are refused, and so are all that follow', async () => {
		await using opened = await openShow({ fake: { withoutComponentsV2: true } });
		const { thread, feed, end } = await runningTurn(opened);
		expect(opened.shown(thread)[0]?.embeds).toHaveLength(1);
		feed.push(remark('I look.'), toolFinished('c1'));
		await end(answer('Ended.', 2), done);
		expect(opened.texts(thread)[0]).toMatch(/✓[\s\S]*I look\./);
		const refused = () => opened.discord.calls('POST', posts).filter(({ status }) => status === 400);
		expect(refused()).toHaveLength(1);
		const { thread: other } = await opened.root();
		const later = { type: 'turn-started', session: 's2', turn: 't2' } as const;
		const call = { type: 'tool-started', key: 't2/c1/tool', callId: 'c1', tool: 'bash', title: 'ls c1' } as const;
		await opened.until(opened.show(other, play(later, call)));
		expect(opened.shown(other)[0]?.embeds).toHaveLength(1);
		expect(refused()).toHaveLength(1);
	});

	it('is there again when somebody has deleted it', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		await removeFirst(opened, thread);
		feed.push(toolFinished('c1'), toolStarted('c2'));
		await opened.see(() => opened.texts(thread)[0]?.includes('ls c2'), 'the next one');
		expect(opened.texts(thread)[0]).toContain('ls c1');
		await end(answer('Ended.', 2), done);
		expect(opened.texts(thread)).toHaveLength(2);
	});

	it('does not come back when it was deleted after all was shown', async () => {
		await using opened = await openShow();
		const { thread, end } = await runningTurn(opened);
		await opened.pass(2500);
		await removeFirst(opened, thread);
		await end(answer('Ended.', 2), done);
		expect(opened.texts(thread)).toEqual([expect.stringContaining('Ended.')]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('goes on in a next one when it is an hour old and was edited too often', async () => {
		await using opened = await openShow({ fake: { oldEdits: 1 } });
		const { thread, feed, end } = await runningTurn(opened);
		await opened.pass(3_700_000);
		feed.push(toolFinished('c1'));
		await opened.see(() => opened.texts(thread)[0]?.includes('✓'), 'the last edit');
		feed.push(toolStarted('c2'));
		await opened.see(() => opened.texts(thread)[1]?.includes('ls c2'), 'the next one');
		expect(opened.texts(thread)[1]).not.toContain('ls c1');
		await end(toolFinished('c2'), answer('Ended.', 2), done);
		expect(opened.texts(thread).map((text) => text.split('ls c2').length - 1)).toEqual([0, 1, 0]);
	});

	it('is one message however much there is to tell', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const calls = Array.from({ length: 400 }, (_, at) => [toolStarted(`c${at}`), toolFinished(`c${at}`)]).flat();
		const long = 'a word '.repeat(200_000);
		const events = [started, taken(key), words(long), remark(long), ...calls, answer('Ended.', 2), done];
		await opened.until(opened.show(thread, play(...events)));
		const texts = opened.texts(thread);
		expect(texts).toHaveLength(2);
		expect(texts[0]).toMatch(/earlier step[\s\S]*ls c399/);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is not missed by the turn when nothing can be posted for a while', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		opened.discord.failNext(`POST ${posts}`, { status: 503, text: 'unavailable' }, 7);
		const events = [
			started,
			taken(key),
			toolStarted('c1'),
			toolFinished('c1'),
			notice('Retried'),
			answer('Ended.', 2),
			done,
		];
		await opened.until(opened.show(thread, play(...events)));
		await opened.see(() => opened.texts(thread).length === 2, 'both');
		expect(opened.texts(thread).join('\n')).toMatch(/ls c1|Ended/);
	});

	it('says nothing in a place that takes nothing, and holds nobody up', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		opened.discord.setPermissions(opened.discord.channel, bits('ViewChannel'));
		feed.push(remark('I look.'), toolFinished('c1'));
		await opened.pass(2500);
		await end(answer('Ended.', 2), done);
		expect(opened.texts(thread)).toHaveLength(1);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});
});
