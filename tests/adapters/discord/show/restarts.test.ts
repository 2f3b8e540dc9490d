import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { answer, done, notice, play, started, taken, toolFinished, toolStarted, words } from './events.ts';
import { createFeed, openShow, type Root } from './open-show.ts';

/** A process dies while the events are shown; then the outbox stands as it was. */
async function interrupted(...live: readonly AgentEvent[]) {
	const discord = await startFakeDiscord();
	const outbox = createMemoryOutbox();
	let root: Root;
	{
		await using first = await openShow({ discord, outbox });
		root = await first.root();
		const feed = createFeed();
		first.show(root.thread, feed).catch(() => {});
		feed.push(started, taken(root.key, [{ name: 'sales.csv', size: 12 }]), ...live);
		await first.see(() => first.texts(root.thread)[0]?.includes('Stop'), 'the live message');
		await first.pass(2500);
		await first.see(() => outbox.all.every(({ id }) => id !== undefined), 'all ids');
	}
	return { discord, outbox, ...root };
}

const goingOn = notice('Threadsmith was interrupted; going on where it was', 9);

describe('a turn in Discord after a restart', () => {
	it('goes on in its live message, which is posted no second time', async () => {
		const { discord, outbox, thread, key } = await interrupted(
			toolStarted('c1'),
			toolFinished('c1'),
			toolStarted('c2'),
		);
		await using _discord = discord;
		await using second = await openShow({ discord, outbox });
		const [before] = second.shown(thread);
		const again = [started, taken(key, [{ name: 'sales.csv', size: 12 }]), toolStarted('c1'), toolFinished('c1')];
		const rest = [toolStarted('c2'), toolFinished('c2', false), goingOn, answer('Ended.', 2), done];
		const rows = outbox.all.map((row) => ({ ...row }));
		await second.until(second.show(thread, play(...again, ...rest), rows));
		const [live, last, ...others] = second.texts(thread);
		expect(others).toEqual([]);
		expect(second.shown(thread)[0]?.id).toBe(before?.id);
		expect(live).toMatch(/sales\.csv[\s\S]*✓.*ls c1[\s\S]*✗.*ls c2[\s\S]*interrupted/);
		expect(live).not.toContain('Stop');
		expect(last).toContain('Ended.');
	});

	it('finds the live message whose id was not noted', async () => {
		const { discord, outbox, thread, key } = await interrupted(toolStarted('c1'));
		await using _discord = discord;
		await using second = await openShow({ discord, outbox: createMemoryOutbox() });
		const rows = outbox.all.map(({ id: _, ...row }) => row);
		await second.until(
			second.show(thread, play(started, taken(key), toolStarted('c1'), answer('Ended.', 2), done), rows),
		);
		expect(second.texts(thread)).toEqual([expect.stringContaining('ls c1'), expect.stringContaining('Ended.')]);
		expect(second.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('takes words away that an earlier process has streamed, once the answer stands', async () => {
		const { discord, outbox, thread } = await interrupted(words('Once upon a time. '));
		await using _discord = discord;
		await using second = await openShow({ discord, outbox });
		const rows = outbox.all.map((row) => ({ ...row }));
		await second.until(second.show(thread, play(started, answer('Once upon a time.'), done), rows));
		expect(second.texts(thread)).toEqual([expect.stringContaining('Once upon a time.')]);
	});

	it('begins a new live message when somebody has deleted the old one', async () => {
		const { discord, outbox, thread, key } = await interrupted(toolStarted('c1'));
		await using _discord = discord;
		await using second = await openShow({ discord, outbox });
		const [before] = second.shown(thread);
		const url = `${discord.apiUrl}/v10/channels/${before?.channel}/messages/${before?.id}`;
		await fetch(url, { method: 'DELETE', headers: { authorization: `Bot ${discord.token}` } });
		const rows = outbox.all.map((row) => ({ ...row }));
		const feed = createFeed();
		const showing = second.show(thread, feed, rows);
		feed.push(started, taken(key), toolStarted('c1'), toolStarted('c2'));
		await second.see(() => second.texts(thread)[0]?.includes('ls c2'), 'the new one');
		expect(second.texts(thread)[0]).toContain('ls c1');
		feed.push(answer('Ended.', 2), done);
		feed.end();
		await second.until(showing);
		expect(second.texts(thread)).toHaveLength(2);
	});

	it('does nothing more when all of it was shown', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const events = [started, taken(key), toolStarted('c1'), toolFinished('c1'), answer('Ended.', 2), done];
		await opened.until(opened.show(thread, play(...events)));
		const before = opened.discord.calls().filter(({ path }) => !path.endsWith('/typing')).length;
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(...events), rows));
		expect(opened.discord.calls().filter(({ path }) => !path.endsWith('/typing'))).toHaveLength(before);
	});

	it('is shown by the newest show alone when it is shown anew', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		opened.discord.failNext('PATCH /channels/:id/messages/:id', { status: 503, text: 'away' }, 8);
		const events = [started, taken(key), toolStarted('c1'), toolFinished('c1')];
		const feed = createFeed();
		const showing = opened.show(thread, feed).catch(() => {});
		feed.push(...events.slice(0, 3));
		await opened.see(() => opened.texts(thread).length === 1, 'the live message');
		feed.push(...events.slice(3));
		feed.end();
		await opened.pass(2500);
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		const rest = [toolStarted('c2'), toolFinished('c2'), answer('Ended.', 2), done];
		await opened.until(opened.show(thread, play(...events, ...rest), rows));
		await opened.until(showing);
		await opened.pass(60_000);
		await opened.see(() => /✓.*ls c1[\s\S]*✓.*ls c2/.test(opened.texts(thread)[0] ?? ''), 'its last form');
		expect(opened.texts(thread)).toHaveLength(2);
		const edits = opened.discord.calls('PATCH').length;
		await opened.pass(60_000);
		expect(opened.discord.calls('PATCH')).toHaveLength(edits);
	});
});
