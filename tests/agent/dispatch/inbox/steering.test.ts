import { describe, expect, it } from 'vitest';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import { type LogFields, silentLogger } from '../../../../src/base/log.ts';
import type { Inbound } from '../../../../src/chat/inbound.ts';
import type { Store } from '../../../../src/store/store.ts';
import { bo, command, cy, said } from '../../../support/commands.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { recordingPlatform } from '../../../support/recording-platform.ts';
import { type ScriptedModel, scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';
import type { WorkbenchOptions } from '../../../support/workbench-options.ts';

/** A turn that is in the middle of a tool call until `go` is called. */
interface HeldTurn extends AsyncDisposable {
	readonly bench: Workbench;
	readonly brain: ScriptedModel;
	go(): Promise<void>;
}

type More = Pick<WorkbenchOptions, 'platform' | 'platforms' | 'wrap' | 'log'>;

/** `before`: what is said and answered, with "hello", before that. */
async function heldTurn(
	first: Inbound = message('start'),
	{ before = [], ...more }: More & { readonly before?: readonly Inbound[] } = {},
): Promise<HeldTurn> {
	const dir = await tempDir();
	const brain = scriptedModel([
		...(before.length > 0 ? [{ text: 'hello' }] : []),
		{ calls: [{ name: 'bash', args: { command: 'sleep' } }] },
		{ text: 'first answer' },
		{ text: 'second answer' },
	]);
	const gate = Promise.withResolvers<void>();
	const bash = async () => {
		await gate.promise;
		return { ok: true, text: 'exit code 0' };
	};
	const sandboxes = createFakeSandboxes({ tools: { bash } });
	const bench = openWorkbench({ home: dir.path, brain, sandboxes, ...more });
	if (before.length > 0) await bench.say(...before);
	await bench.dispatch.accept(first);
	await waitFor(() => bench.platform.events.some((event) => event.type === 'tool-started'), 'the call');
	return {
		bench,
		brain,
		async go() {
			gate.resolve();
			await bench.dispatch.settled();
		},
		async [Symbol.asyncDispose]() {
			gate.resolve();
			await bench[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

/** What the Brain was told at its nth call, from the first message on. */
const told = (brain: ScriptedModel, call: number) =>
	brain.requests[call]?.messages.map(({ role, text }) => `${role}: ${text}`);

const waitings = (bench: Workbench) => bench.platform.events.filter((event) => event.type === 'waiting');

const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });

/** A store in which one wish cannot be finished, or the answer to it cannot be kept, the first time. */
function failingOnce(name: 'finish' | 'add', { key }: Inbound) {
	let left = 1;
	const fails = (isMeant: boolean) => {
		if (!isMeant || left === 0) return;
		left -= 1;
		throw full;
	};
	return ({ inbox, ...rest }: Store): Store => ({
		...rest,
		inbox: {
			...inbox,
			finish: async (lease, keys) => {
				fails(name === 'finish' && keys.includes(key));
				return await inbox.finish(lease, keys);
			},
			add: async (session, one) => {
				fails(name === 'add' && one.type === 'word' && one.answers === key);
				return await inbox.add(session, one);
			},
		},
	});
}

describe('a message during a turn', () => {
	it('is announced as waiting and is taken by the next turn', async () => {
		await using turn = await heldTurn();
		const later = message('and then?');
		await turn.bench.dispatch.accept(later);
		await waitFor(() => waitings(turn.bench).length === 1, 'the acknowledgement');
		expect(waitings(turn.bench)).toEqual([{ type: 'waiting', of: later.key, steers: false }]);
		await turn.go();
		expect(told(turn.brain, 1)?.at(-1)).toBe('tool: exit code 0');
		expect(told(turn.brain, 2)?.at(-1)).toBe('user: and then?');
	});

	it('reaches the next model call when somebody says to use it now', async () => {
		await using turn = await heldTurn();
		const { bench, brain } = turn;
		const later = message('in blue, please');
		await bench.dispatch.accept(later);
		await bench.dispatch.accept(message('and this afterwards'));
		await bench.dispatch.accept(inbound('steer', { of: later.key }));
		await turn.go();
		expect(told(brain, 1)?.slice(-2)).toEqual(['tool: exit code 0', 'user: in blue, please']);
		expect(told(brain, 2)?.at(-1)).toBe('user: and this afterwards');
		expect(bench.platform.posts.filter((post) => post === 'ended done')).toHaveLength(2);
		const takens = bench.platform.events.filter((event) => event.type === 'taken');
		expect(takens[1]).toMatchObject({ of: [later.key] });
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
	});

	it('waits its turn when whoever wants to use it now takes no part', async () => {
		await using turn = await heldTurn(said('start', { person: bo }));
		const { bench, brain } = turn;
		const later = said('mine', { person: bo });
		await bench.dispatch.accept(later);
		await bench.dispatch.accept({ ...inbound('steer', { of: later.key }), person: cy });
		await waitFor(
			() => bench.platform.posts.some((post) => post.startsWith('Only those who take part')),
			'the refusal',
		);
		const waiting = await bench.store.inbox.waiting(sessionId);
		expect(waiting.filter(({ type }) => type === 'steer')).toEqual([]);
		await turn.go();
		expect(told(brain, 1)?.at(-1)).toBe('tool: exit code 0');
	});

	it.each(['finish', 'add'] as const)(
		'runs on, and the log tells of it, when a wish of somebody who takes no part cannot be refused: %s',
		async (name) => {
			const wish = { ...inbound('steer', { of: 'k' }), person: cy };
			const warned = Promise.withResolvers<unknown>();
			const log = { ...silentLogger, warn: (_: string, { err }: LogFields = {}) => warned.resolve(err) };
			const wrap = { store: failingOnce(name, wish), sessions: <T>(sessions: T) => sessions };
			await using turn = await heldTurn(said('start', { person: bo }), { wrap, log });
			await turn.bench.dispatch.accept(wish);
			expect(await warned.promise).toBe(full);
			await turn.go();
			expect(turn.bench.platform.posts).toContain('ended done');
		},
	);

	it('steers at once in a session whose mode says so', async () => {
		await using turn = await heldTurn();
		const { bench, brain } = turn;
		await bench.dispatch.accept(command('/mode steer'));
		await waitFor(() => bench.platform.posts.includes('Messages reach the running turn at its next step.'), 'the mode');
		await bench.dispatch.accept(message('in blue'));
		await waitFor(() => waitings(bench).length === 1, 'the acknowledgement');
		expect(waitings(bench)[0]).toMatchObject({ steers: true });
		await turn.go();
		expect(told(brain, 1)?.at(-1)).toBe('user: in blue');
		expect(brain.requests).toHaveLength(2);
	});

	it('waits on, and ends no turn, while the platform of its files is away', async () => {
		const platform = recordingPlatform();
		const platforms = (store: Store) => ({
			...platform.on(store.outbox),
			intake: {
				...platform.on(store.outbox).intake,
				// biome-ignore lint/correctness/useYield: it is away
				async *fetchFile() {
					throw new PlatformAwayError('terminal', 'Files are away');
				},
			},
		});
		const before = [message('hello'), command('/mode steer')];
		await using turn = await heldTurn(message('start'), { before, platform, platforms });
		const { bench } = turn;
		await bench.dispatch.accept(message('and this', [{ name: 'a.csv', source: 'x' }]));
		void turn.go();
		const ends = () => bench.platform.posts.filter((post) => post.startsWith('ended'));
		await waitFor(() => ends().length === 2, 'the end');
		expect(bench.platform.posts).toContain('first answer');
		expect(ends()).toEqual(['ended done', 'ended done']);
		expect(await bench.store.inbox.waiting(sessionId)).toContainEqual(expect.objectContaining({ text: 'and this' }));
	});

	it('by /steer is announced as such, reaches the next model call, and needs no answer', async () => {
		await using turn = await heldTurn();
		const { bench, brain } = turn;
		await bench.dispatch.accept(command('/steer in blue, please'));
		await waitFor(() => waitings(bench).length === 1, 'the acknowledgement');
		expect(waitings(bench)).toMatchObject([{ steers: true }]);
		await turn.go();
		expect(told(brain, 1)?.at(-1)).toBe('user: in blue, please');
		expect(bench.platform.posts.filter((post) => post.startsWith('ended'))).toEqual(['ended done']);
	});

	it('that was taken back or edited is followed', async () => {
		await using turn = await heldTurn();
		const { bench, brain } = turn;
		const [dropped, changed] = [message('never mind'), message('red')];
		await bench.dispatch.accept(dropped);
		await bench.dispatch.accept(changed);
		await bench.dispatch.accept(inbound('delete', { of: dropped.key }));
		await bench.dispatch.accept(inbound('edit', { of: changed.key, text: 'blue' }));
		await waitFor(async () => (await bench.store.inbox.waiting(sessionId)).length === 2, 'the changes');
		const takenBack = bench.platform.events.filter((event) => event.type === 'taken-back');
		expect(takenBack).toEqual([{ type: 'taken-back', of: dropped.key }]);
		await turn.go();
		expect(told(brain, 2)?.filter((one) => one.startsWith('user'))).toEqual(['user: start', 'user: blue']);
	});
});

describe('/steer without a running turn', () => {
	it('is a message like any other', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'hello' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(command('/steer hi there'));
		expect(told(brain, 0)).toEqual(['user: hi there']);
		expect(bench.platform.posts).toEqual(['hello', 'ended done']);
	});
});

describe('a wish to steer that a crash left behind', () => {
	it('is finished with the message that it was about', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'one' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const first = message('one');
		await bench.say(first, inbound('steer', { of: first.key }));
		expect(await bench.store.inbox.sessions()).toEqual([]);
		expect(brain.requests).toHaveLength(1);
	});
});
