import { describe, expect, it } from 'vitest';
import { questionSchema } from '../../../src/chat/question.ts';
import type { Store } from '../../../src/store/store.ts';
import { command, said } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, thread } from '../../support/workbench.ts';

const call = { calls: [{ name: 'bash', args: { command: 'x' } }] };
const texts = (...all: string[]) => all.map((text) => ({ text }));

/** A bench whose first turn waits in a tool call until `go`. */
async function heldTurn(home: string, replies: readonly { text: string }[]) {
	const { promise: held, resolve } = Promise.withResolvers<void>();
	const brain = scriptedModel([call, ...replies]);
	const tools = { bash: async () => held.then(() => ({ ok: true, text: 'exit code 0' })) };
	const bench = openWorkbench({ home, brain, tools });
	await bench.dispatch.accept(message('first'));
	await waitFor(() => brain.requests.length === 1, 'the turn');
	const go = async () => {
		resolve();
		await bench.dispatch.settled();
	};
	const saidIn = (request: number) =>
		brain.requests[request]?.messages.flatMap((one) => (one.role === 'user' ? [one.text] : []));
	return { bench, brain, go, saidIn };
}

describe('what is said behind a command that gives the thread another session', () => {
	it('belongs to the session that /new makes, in its order, with its files', async () => {
		await using dir = await tempDir();
		const { bench, go, saidIn } = await heldTurn(dir.path, texts('one', 'two', 'three'));
		await using _ = bench;
		bench.platform.files.set('here', Buffer.from('a,b'));
		const files = [{ name: 'a.csv', source: 'here' }];
		for (const one of [command('/new'), message('fresh talk', files), message('and more')])
			await bench.dispatch.accept(one);
		await go();
		expect(saidIn(2)).toEqual(['fresh talk\n[New files in /inputs: a.csv (3 bytes)]']);
		expect(saidIn(3)).toHaveLength(2);
		const fresh = await bench.sessions.open(`${sessionId}.2`);
		expect((await fresh.journal.after(0)).filter(({ step }) => step.type === 'taken')).toHaveLength(2);
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});

	it('belongs to the last of several', async () => {
		await using dir = await tempDir();
		const { bench, go, saidIn } = await heldTurn(dir.path, texts('one', 'two', 'three', 'four'));
		await using _ = bench;
		const all = [command('/new'), message('second'), command('/new'), command('/new'), message('fourth')];
		for (const one of all) await bench.dispatch.accept(one);
		await bench.dispatch.accept(command(`/load ${sessionId}`));
		await bench.dispatch.accept(message('back again'));
		await go();
		await waitFor(async () => (await bench.store.inbox.sessions()).length === 0, 'the end');
		await bench.dispatch.settled();
		expect([saidIn(2), saidIn(3), saidIn(4)]).toEqual([['second'], ['fourth'], ['first', 'back again']]);
		expect(bench.platform.posts.filter((post) => post.startsWith('New session'))).toEqual(
			['.2', '.3', '.4'].map((end) => expect.stringContaining(`${sessionId}${end}. `)),
		);
		expect(await bench.store.bindings.sessionOf(thread)).toBe(sessionId);
	});

	it('does not steer the running turn by the mode of its session, but does where somebody says so', async () => {
		await using dir = await tempDir();
		const { bench, go, saidIn } = await heldTurn(dir.path, texts('one', 'two'));
		await using _ = bench;
		await bench.dispatch.accept(command('/mode steer'));
		await waitFor(() => bench.platform.posts.some((post) => post.startsWith('Messages reach')), 'the mode');
		const fresh = message('fresh talk');
		for (const one of [command('/new'), fresh, command('/steer in blue')]) await bench.dispatch.accept(one);
		await waitFor(async () => (await bench.store.inbox.waiting(sessionId)).length === 4, 'the words');
		const waits = { type: 'waiting', of: fresh.key, steers: false };
		await waitFor(
			() => bench.platform.events.some((event) => event.type === 'waiting' && event.of === fresh.key),
			'the acknowledgement',
		);
		expect(bench.platform.events).toContainEqual(waits);
		await go();
		expect([saidIn(1), saidIn(2)]).toEqual([['first', 'in blue'], ['fresh talk']]);
	});

	it('is changed and taken back there', async () => {
		await using dir = await tempDir();
		const { bench, go, saidIn } = await heldTurn(dir.path, texts('one', 'two'));
		await using _ = bench;
		const [changed, gone] = [message('tpyo'), message('never mind')];
		for (const one of [command('/new'), changed, gone]) await bench.dispatch.accept(one);
		await bench.dispatch.accept(inbound('edit', { of: changed.key, text: 'typo' }));
		await bench.dispatch.accept(inbound('delete', { of: gone.key }));
		await go();
		expect(saidIn(2)).toEqual(['typo']);
		expect(saidIn(3)).toBeUndefined();
	});

	it('of another thread stays', async () => {
		await using dir = await tempDir();
		const { bench, go, saidIn } = await heldTurn(dir.path, texts('one', 'two'));
		await using _ = bench;
		const other = { platform: 'terminal', id: 'other' } as const;
		await bench.store.bindings.bind(other, sessionId);
		for (const one of [command('/new'), said('from elsewhere', { thread: other })]) await bench.dispatch.accept(one);
		await go();
		expect(saidIn(2)).toEqual(['first', 'from elsewhere']);
	});
});

describe('a thread that cannot be given another session', () => {
	it('stays where it is, and the status tells why', async () => {
		await using dir = await tempDir();
		const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
		const store = ({ bindings, ...rest }: Store): Store => ({
			...rest,
			bindings: { ...bindings, rebind: () => Promise.reject(full) },
		});
		const timing = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };
		const wrap = { store, sessions: <T>(sessions: T) => sessions };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]), wrap, timing });
		await bench.say(message('first'), command('/new'));
		expect(bench.troubles.of(sessionId)?.why).toContain('the disk is full');
		expect(await bench.store.bindings.sessionOf(thread)).toBe(sessionId);
	});
});

describe('the answer to a question of a session that the thread has left', () => {
	it('reaches it', async () => {
		await using dir = await tempDir();
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['a', 'b'] } }] };
		const brain = scriptedModel([asks, { text: 'It is b' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		const [question] = await bench.store.records.list('question', sessionId, questionSchema);
		await bench.say(command('/new'));
		await bench.say(inbound('answer', { question: question?.id ?? '', value: 'b' }));
		expect(bench.platform.posts.slice(-2)).toEqual(['It is b', 'ended done']);
	});
});
