import { describe, expect, it } from 'vitest';
import {
	answer,
	done,
	failed,
	play,
	remark,
	started,
	stopped,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './events.ts';
import { createFeed, openShow } from './open-show.ts';
import { runningTurn } from './running-turn.ts';

const posts = '/channels/:id/messages';
const edits = '/channels/:id/messages/:id';

describe('a turn that runs in Discord', () => {
	it('is known by its thread until it ends, and by the message that the thread was begun on', async () => {
		await using opened = await openShow();
		const { thread, channel, end } = await runningTurn(opened);
		expect(opened.running.at(channel)?.thread).toEqual(thread);
		expect(opened.running.at(opened.discord.channel)).toBeUndefined();
		await end(answer('Ended.', 2), done);
		expect(opened.running.at(channel)).toBeUndefined();
	});

	it('is seen as typing while nothing else is shown, until its answer', async () => {
		await using opened = await openShow();
		const { thread, key, channel } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key));
		await opened.see(() => opened.discord.threads(opened.discord.channel).length === 1, 'the thread');
		await opened.see(() => opened.discord.typing(channel).length === 1, 'that it types');
		await opened.pass(8000);
		await opened.see(() => opened.discord.typing(channel).length === 2, 'that it types on');
		feed.push(words('A sentence that streams. '));
		await opened.see(() => opened.texts(thread).length === 1, 'the live message');
		const before = opened.discord.typing(channel).length;
		for (let second = 0; second < 10; second += 1) {
			feed.push(words('More. '));
			await opened.pass(1000);
			await opened.see(() => opened.texts(thread).length === 1, 'the live message');
		}
		expect(opened.discord.typing(channel).length).toBeLessThanOrEqual(before + 1);
		feed.push(answer('Ended.', 2));
		await opened.see(() => opened.texts(thread).join().includes('Ended.'), 'the answer');
		const atAnswer = opened.discord.typing(channel).length;
		await opened.pass(20_000);
		expect(opened.discord.typing(channel)).toHaveLength(atAnswer);
		feed.push(done);
		feed.end();
		await opened.until(showing);
	});

	it('says within a second what was stopped', async () => {
		await using opened = await openShow();
		const { thread, feed, end } = await runningTurn(opened);
		opened.discord.rateLimit(`PATCH ${edits}`, { limit: 1, perMs: 3000 });
		feed.push(words('first '));
		await opened.pass(2000);
		await opened.see(() => opened.discord.calls('PATCH', edits).length > 0, 'an edit');
		const before = opened.discord.now();
		await end(stopped('sleep 7200', 'echo `date`'));
		const [post] = opened.discord.calls('POST', posts).slice(-1);
		expect((post?.at ?? 0) - before).toBeLessThan(1000);
		expect(opened.texts(thread).at(-1)).toMatch(/⏹ Stopped[\s\S]*sleep 7200[\s\S]*echo 'date'/);
		await opened.see(() => !opened.texts(thread)[0]?.includes('Stop'), 'its last form');
	});

	it('says in one line why it failed', async () => {
		await using opened = await openShow();
		const { thread, end } = await runningTurn(opened);
		await end(toolFinished('c1'), failed('The endpoint\nis gone'));
		expect(opened.texts(thread).at(-1)).toMatch(/⚠️ The endpoint is gone/);
	});

	it('ends though Discord never answers again, and holds no other turn up', async () => {
		await using opened = await openShow();
		const { thread, end } = await runningTurn(opened);
		opened.discord.failNext(`PATCH ${edits}`, 'hang', 1000);
		await end(toolFinished('c1'), answer('Ended.', 2), done);
		expect(opened.texts(thread).at(-1)).toContain('Ended.');
	});

	it('is shown beside nineteen others', async () => {
		await using opened = await openShow();
		const roots = [];
		for (let at = 0; at < 20; at += 1) roots.push(await opened.root(`root ${at}`));
		const shows = roots.map(({ thread, key }, at) => {
			const turn = `t${at}`;
			const begin = { type: 'turn-started', session: `s${at}`, turn } as const;
			const tool = {
				type: 'tool-started',
				key: `${turn}/c/tool`,
				callId: 'c',
				tool: 'bash',
				title: `ls ${at}`,
			} as const;
			const last = { type: 'message', key: `${turn}/2/message`, step: 2, text: `Answer ${at}.`, final: true } as const;
			const end = { type: 'turn-ended', key: `${turn}/end`, turn, outcome: 'done' } as const;
			return opened.show(thread, play(begin, taken(key), tool, last, end));
		});
		await opened.until(Promise.all(shows));
		for (const [at, { thread }] of roots.entries()) {
			expect(opened.texts(thread)).toEqual([
				expect.stringContaining(`ls ${at}`),
				expect.stringContaining(`Answer ${at}.`),
			]);
		}
	});

	it('says a thing once though the answers to its posts are lost', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		opened.discord.failNext(`POST ${posts}`, 'drop-response', 2);
		const events = [started, taken(key), toolStarted('c1'), remark('I look.'), answer('Ended.', 2), done];
		await opened.until(opened.show(thread, play(...events)));
		expect(opened.texts(thread)).toEqual([expect.stringContaining('ls c1'), expect.stringContaining('Ended.')]);
	});
});
