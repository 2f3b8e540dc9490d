import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../../src/sandbox/sandbox.ts';
import { createFakeSandboxes, type FakeSandboxes, type FakeTool } from '../../support/fake-sandboxes.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId } from '../../support/workbench.ts';

const done: CallResult = { ok: true, text: 'done' };
const draw = { calls: [{ name: 'bash', args: { command: 'draw' } }] };
const drawing =
	(...names: readonly string[]): FakeTool =>
	(_args, { files }) => {
		for (const name of names) files.set(`/outputs/${name}`, Buffer.from(`as ${name}`));
		return done;
	};
const chart = drawing('chart.txt');
const hanging: FakeTool = (args, place) => {
	void chart(args, place);
	return new Promise(() => undefined);
};

const names = (events: readonly { type: string; name?: string }[]) =>
	events.flatMap((event) => (event.type === 'artifact' ? [event.name] : []));

/** Sandboxes that can be had only as long as `refuses` is false; how often they were asked for meanwhile. */
function scarceSandboxes(tool: FakeTool) {
	const state = { refuses: false, refused: 0 };
	const sandboxes: FakeSandboxes = createFakeSandboxes({
		tools: { bash: tool },
		onAcquire: () => {
			if (!state.refuses) return;
			state.refused += 1;
			throw new Error('no sandbox');
		},
	});
	return { state, sandboxes };
}

/** A turn that has made a file and is stopped when no sandbox can be had. */
async function openWithLost(home: string, replies: readonly ScriptedReply[]) {
	const { state, sandboxes } = scarceSandboxes(hanging);
	const brain = scriptedModel([draw, { text: 'Hm', hangs: true }, ...replies]);
	const bench = openWorkbench({ home, brain, sandboxes });
	await bench.dispatch.accept(message('draw it'));
	await waitFor(() => sandboxes.calls.length === 1, 'the call');
	state.refuses = true;
	sandboxes.die(sessionId, 'out of memory');
	await waitFor(() => brain.requests.length === 2, 'the next model call');
	await bench.say(inbound('stop', {}));
	return { state, bench, brain, sandboxes };
}

const ask = { text: 'I will look' };

describe('files that a turn could not hand over', () => {
	it('come with the next answer, without any tool call, and are looked for no more', async () => {
		await using dir = await tempDir();
		const { state, bench, sandboxes } = await openWithLost(dir.path, [ask, ask]);
		await using _bench = bench;
		expect(bench.platform.posts.join()).toContain('"/outputs" could not be looked into');
		state.refuses = false;
		await bench.say(message('where is my file?'));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
		sandboxes.die(sessionId, 'idle');
		const starts = sandboxes.starts();
		await bench.say(message('thanks'));
		expect(sandboxes.starts()).toBe(starts);
	});

	it('come after a restart as well', async () => {
		await using dir = await tempDir();
		const { bench, sandboxes } = await openWithLost(dir.path, []);
		await bench.dispatch[Symbol.asyncDispose]();
		await bench[Symbol.asyncDispose]();
		await using next = openWorkbench({ home: dir.path, brain: scriptedModel([ask]), sandboxes: kept(sandboxes) });
		await next.say(message('where is my file?'));
		expect(names(next.platform.events)).toEqual(['chart.txt']);
	});

	it('fail no answer while they cannot be had, and are not looked for without end', async () => {
		await using dir = await tempDir();
		const { state, bench } = await openWithLost(
			dir.path,
			Array.from({ length: 9 }, () => ask),
		);
		await using _bench = bench;
		const before = state.refused;
		for (let turn = 0; turn < 9; turn += 1) await bench.say(message('where is my file?'));
		expect(state.refused - before).toBe(4);
		expect(bench.platform.posts.filter((post) => post === 'ended done')).toHaveLength(9);
		expect(bench.platform.posts.filter((post) => post.includes('could not be looked into'))).toHaveLength(1);
	});

	it('are not looked for by a turn that is stopped before it has done anything', async () => {
		await using dir = await tempDir();
		const { state, bench, brain } = await openWithLost(dir.path, [{ text: 'Hm', hangs: true }, ask]);
		await using _bench = bench;
		const before = state.refused;
		await bench.dispatch.accept(message('where is my file?'));
		await waitFor(() => brain.requests.length === 3, 'the model call');
		await bench.say(inbound('stop', {}));
		expect(state.refused).toBe(before);
		state.refuses = false;
		await bench.say(message('go on'));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
	});

	it('come with the next answers, twenty at a time, where there are more than one turn may hand over', async () => {
		await using dir = await tempDir();
		const made = Array.from({ length: 45 }, (_, at) => `${at}.txt`);
		const brain = scriptedModel([draw, ask, ask, ask]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: drawing(...made) } });
		await bench.say(message('draw them'));
		expect(names(bench.platform.events)).toHaveLength(20);
		await bench.say(message('and the others?'));
		expect(names(bench.platform.events)).toHaveLength(40);
		await bench.say(message('and the others?'));
		expect(names(bench.platform.events)).toEqual(made);
	});

	it('are left to another turn by one that ended the process again and again, and that is said', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: hanging } });
		await leaveDying(dir.path, sandboxes);
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([ask]), sandboxes: kept(sandboxes) });
		await bench.dispatch.recover();
		await waitFor(() => bench.platform.posts.some((post) => post.startsWith('ended failed')), 'the end');
		expect(bench.platform.posts.join()).toContain('"/outputs" was not looked into');
		expect(names(bench.platform.events)).toEqual([]);
		await bench.say(message('where is my file?'));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
	});

	/** Sandboxes on the files of others. */
	function kept(before: FakeSandboxes): FakeSandboxes {
		const sandboxes = createFakeSandboxes({ tools: {} });
		for (const [path, bytes] of before.files(sessionId)) sandboxes.files(sessionId).set(path, bytes);
		return sandboxes;
	}

	/** Leaves a turn in its tool call, at which three processes have ended. */
	async function leaveDying(home: string, sandboxes: FakeSandboxes): Promise<void> {
		const bench = openWorkbench({ home, brain: scriptedModel([draw]), sandboxes });
		await bench.dispatch.accept(message('draw it'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		const { journal } = await bench.sessions.open(sessionId);
		await bench.dispatch[Symbol.asyncDispose]();
		const [newest] = (await journal.after(0)).slice(-1);
		if (newest === undefined || !('turn' in newest.step) || !newest.step.turn) throw new Error('No turn is open');
		const {
			lease: token,
			step: { turn },
		} = newest;
		for (const process of ['a', 'b', 'c'])
			await journal.append({ session: sessionId, token }, { turn, type: 'resumed', process });
		await bench[Symbol.asyncDispose]();
	}
});
