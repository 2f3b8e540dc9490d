import { describe, expect, it } from 'vitest';
import type { Inbound } from '../../../../src/chat/inbound.ts';
import { bo, command, cy, said } from '../../../support/commands.ts';
import { heldSandboxes } from '../../../support/held.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

const hanging = { text: 'Busy ', hangs: true } as const;
const stop = (fields: { turn?: string; timed?: true } = {}) => inbound('stop', fields);
const at = <T extends Inbound>(one: T, second: number): T => ({ ...one, at: `2026-11-28T10:00:0${second}.000Z` });

/** A bench whose turn hangs in its first model call. */
async function busy(home: string, replies = [{ text: 'next' }]) {
	const brain = scriptedModel([hanging, ...replies]);
	const bench = openWorkbench({ home, brain });
	await bench.dispatch.accept(message('go'));
	await waitFor(() => brain.requests.length === 1, 'the turn');
	return { bench, brain };
}

async function settledPosts(bench: Workbench): Promise<readonly string[]> {
	await bench.dispatch.settled();
	expect(await bench.store.inbox.sessions()).toEqual([]);
	return bench.platform.posts;
}

describe('a stop', () => {
	it('takes back a message that has just been taken in, in the same instant', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([]);
		await using bench = openWorkbench({ home: dir.path, brain });
		void bench.dispatch.accept(message('sum it up'));
		void bench.dispatch.accept(stop());
		await waitFor(() => bench.platform.posts.length > 0, 'the answer');
		expect(await settledPosts(bench)).toEqual([
			'Stopped before it was begun: “sum it up”. Say it again if you still want it.',
		]);
		expect(brain.requests).toEqual([]);
	});

	it('touches nothing that is said after it in the same instant', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'new' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		for (const one of [message('old'), stop(), message('start anew')]) void bench.dispatch.accept(one);
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the turn');
		expect(await settledPosts(bench)).toEqual([expect.stringContaining('“old”'), 'new', 'ended done']);
		expect(brain.requests.map(({ messages }) => messages.at(-1))).toMatchObject([{ text: 'start anew' }]);
	});

	it('ends the running turn and takes back what waits, and says so at the end of the turn', async () => {
		await using dir = await tempDir();
		const { bench, brain } = await busy(dir.path);
		await using _ = bench;
		const waiting = [message('and then this'), message('and that')];
		for (const one of waiting) await bench.dispatch.accept(one);
		await bench.dispatch.accept(stop());
		await bench.dispatch.accept(message('now this'));
		expect(await settledPosts(bench)).toEqual([
			'Busy ',
			'Stopped before it was begun: “and then this”, “and that”. Say it again if you still want it.',
			'ended stopped',
			'next',
			'ended done',
		]);
		expect(brain.requests).toHaveLength(2);
		const takenBack = bench.platform.events.filter((event) => event.type === 'taken-back');
		expect(takenBack.map(({ of }) => of)).toEqual(waiting.map(({ key }) => key));
	});

	it('is answered once each time that it is said', async () => {
		await using dir = await tempDir();
		const { bench } = await busy(dir.path);
		await using _ = bench;
		await bench.dispatch.accept(stop());
		await bench.dispatch.accept(stop());
		expect([...(await settledPosts(bench))].sort()).toEqual(['Busy ', 'Stopping …', 'ended stopped']);
	});

	it('given as a command is the same stop', async () => {
		await using dir = await tempDir();
		const { bench } = await busy(dir.path);
		await using _ = bench;
		await bench.dispatch.accept(message('and then this'));
		await bench.dispatch.accept(command('/stop'));
		expect([...(await settledPosts(bench))].sort()).toEqual([
			'Busy ',
			expect.stringContaining('“and then this”'),
			'Stopping …',
			'ended stopped',
		]);
	});

	it('ends a turn whose files are being fetched, and says nothing of the files', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([]);
		const held = Promise.withResolvers<void>();
		const sandboxes = heldSandboxes(held.promise);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		bench.platform.files.set('f', Buffer.from('a'));
		bench.platform.earlier = [];
		await bench.dispatch.accept({ ...message('look', [{ name: 'a.csv', source: 'f' }]), withEarlier: true });
		await waitFor(sandboxes.isPlacing, 'the files');
		await bench.dispatch.accept(stop());
		await waitFor(sandboxes.isCalledOff, 'the stop');
		held.resolve();
		expect(await settledPosts(bench)).toEqual(['ended stopped']);
		expect(brain.requests).toEqual([]);
	});

	it('lets a command that was given before it be done, and takes back what waits behind that', async () => {
		await using dir = await tempDir();
		const { bench, brain } = await busy(dir.path);
		await using _ = bench;
		for (const one of [command('/clear'), message('afterwards'), stop()]) await bench.dispatch.accept(one);
		const posts = await settledPosts(bench);
		expect(posts.slice(1)).toEqual([
			expect.stringContaining('“afterwards”'),
			'ended stopped',
			expect.stringContaining('Cleared.'),
		]);
		expect(brain.requests).toHaveLength(1);
	});

	it('withdraws the question of a turn that waits, with what was said behind it', async () => {
		await using dir = await tempDir();
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['a', 'b'] } }] };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		await bench.say(message('pick'));
		for (const one of [message('hello?'), stop()]) void bench.dispatch.accept(one);
		await waitFor(() => bench.platform.posts.includes('ended stopped'), 'the end');
		expect((await settledPosts(bench)).slice(-2)).toEqual([expect.stringContaining('“hello?”'), 'ended stopped']);
	});

	it('that names a turn stops no other', async () => {
		await using dir = await tempDir();
		const { bench } = await busy(dir.path);
		await using _ = bench;
		await bench.dispatch.accept(stop({ turn: 't0-former' }));
		await waitFor(() => bench.platform.posts.includes('That turn has ended already.'), 'the answer');
		expect(bench.platform.posts).not.toContain('ended stopped');
		const open = bench.platform.events.find((event) => event.type === 'turn-started');
		await bench.dispatch.accept(stop({ turn: open?.turn ?? '' }));
		expect((await settledPosts(bench)).at(-1)).toBe('ended stopped');
	});

	it('holds by the clock of its thread for what is stored after it', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'new' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(at(stop({ timed: true }), 3));
		await bench.say(at(message('late'), 2));
		await bench.say(at(message('later'), 4));
		expect(await settledPosts(bench)).toEqual([
			'Nothing is running.',
			'Stopped before it was begun: “late”. Say it again if you still want it.',
			'new',
			'ended done',
		]);
	});

	it('that is stored late stops no turn that was asked for after it', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([hanging]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(at(message('go'), 4));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(at(stop({ timed: true }), 3));
		await waitFor(() => bench.platform.posts.length > 0, 'the answer');
		expect(bench.platform.posts).toEqual(['Nothing that was said before runs any more.']);
		await bench.dispatch.accept(stop());
		expect((await settledPosts(bench)).at(-1)).toBe('ended stopped');
	});

	it('of somebody who takes no part takes back what is theirs, and says that the rest is not', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([hanging]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(said('go', { person: bo }));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(said('mine', { person: cy }));
		await bench.dispatch.accept({ ...stop(), person: cy });
		await waitFor(() => bench.platform.posts.length > 0, 'the answer');
		expect(bench.platform.posts).toEqual([
			'Stopped before it was begun: “mine”. Say it again if you still want it. Only those who take part in this session may stop it.',
		]);
		await bench.dispatch.accept({ ...stop(), person: bo });
		expect((await settledPosts(bench)).at(-1)).toBe('ended stopped');
	});

	it("takes back nobody else's first message in a thread", async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'done' }]) });
		for (const one of [said('go', { person: bo }), { ...stop(), person: cy }]) void bench.dispatch.accept(one);
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the turn');
		expect(await settledPosts(bench)).toEqual([
			'Only those who take part in this session may stop it.',
			'done',
			'ended done',
		]);
	});

	it('holds for what waited over a restart', async () => {
		await using dir = await tempDir();
		const { bench: first } = await busy(dir.path);
		const waiting = message('and then this');
		await first.dispatch.accept(waiting);
		await first[Symbol.asyncDispose]();
		const brain = scriptedModel([]);
		await using bench = openWorkbench({ home: dir.path, brain, platform: first.platform });
		await bench.store.inbox.add(sessionId, stop());
		await bench.dispatch.recover();
		expect((await settledPosts(bench)).slice(-2)).toEqual([
			expect.stringContaining('“and then this”'),
			'ended stopped',
		]);
		expect(brain.requests).toEqual([]);
	});
});
