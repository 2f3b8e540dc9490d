import { describe, expect, it } from 'vitest';
import type { CallResult, Sandboxes } from '../../../src/sandbox/sandbox.ts';
import { createFakeSandboxes, type FakeTool } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench } from '../../support/workbench.ts';

const done: CallResult = { ok: true, text: 'done' };
const draw = { calls: [{ name: 'bash', args: { command: 'draw' } }] };
const drawing: FakeTool = (_args, { files }) => {
	files.set('/outputs/chart.txt', Buffer.from('a chart'));
	return done;
};
const hanging: FakeTool = (args, place) => {
	void drawing(args, place);
	return new Promise(() => undefined);
};
const names = (events: readonly { type: string; name?: string }[]) =>
	events.flatMap((event) => (event.type === 'artifact' ? [event.name] : []));

describe('what a turn has made is handed over', () => {
	it.each([
		['gives empty answers', [draw, { text: '' }, { text: '' }], 60],
		['reaches its last model call', [draw, draw, draw], 2],
	])('when it %s', async (_how, replies, modelCalls) => {
		await using dir = await tempDir();
		const brain = scriptedModel([...replies, { text: 'next' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: drawing }, modelCalls });
		await bench.say(message('draw it'));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
		expect(bench.platform.events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'failed' });
	});

	it('when its sandbox dies while they are collected: the next one collects them, and the turn is done', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: drawing } });
		const collections: string[] = [];
		const dying: Sandboxes = {
			...sandboxes,
			async acquire(home, signal) {
				const sandbox = await sandboxes.acquire(home, signal);
				return {
					...sandbox,
					async collect(known, until) {
						collections.push(home.session);
						if (collections.length === 1) throw new Error('Cannot use the sandbox: it ended: it was killed');
						return sandbox.collect(known, until);
					},
				};
			},
		};
		const brain = scriptedModel([draw, { text: 'here it is' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes: dying });
		await bench.say(message('draw it'));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
		expect(bench.platform.events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'done' });
		expect(collections).toHaveLength(2);
	});

	it('when it is stopped, before its end is told', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: hanging } });
		const brain = scriptedModel([draw, { text: 'next' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('draw it'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		await bench.say(inbound('stop', {}));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
		expect(bench.platform.events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'stopped' });
	});

	it('with a word that it was being written, when it was, and the Brain is told which files went out', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: hanging }, unfinished: ['chart.txt'] });
		const brain = scriptedModel([draw, { text: 'next' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('draw it'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		await bench.say(inbound('stop', {}));
		const remark = 'unfinished: it was being written when you stopped it';
		expect(bench.platform.events.filter(({ type }) => type === 'artifact')).toMatchObject([{ remark }]);
		expect(bench.platform.posts[1]).toBe('Stopping …');
		await bench.say(message('and now'));
		const told = JSON.stringify(brain.requests[1]?.messages.at(-1));
		expect(told).toContain('Handed over from /outputs at its end');
		expect(told).toContain(remark);
	});

	it('when it is stopped while it waits for an answer', async () => {
		await using dir = await tempDir();
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which colour?' } }] };
		const brain = scriptedModel([draw, asks]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: drawing } });
		await bench.say(message('draw it'));
		expect(names(bench.platform.events)).toEqual([]);
		await bench.say(inbound('stop', {}));
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
		expect(bench.platform.events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'stopped' });
		expect(bench.platform.posts.join()).not.toContain('interrupted');
	});

	it('from the disk, when its sandbox has died under it', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: hanging } });
		const brain = scriptedModel([draw, { text: '' }, { text: '' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('draw it'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		sandboxes.die('local-bench', 'out of memory');
		await bench.dispatch.settled();
		expect(names(bench.platform.events)).toEqual(['chart.txt']);
	});

	it('not when its request was deleted', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: hanging } });
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([draw]), sandboxes });
		const request = message('draw it');
		await bench.dispatch.accept(request);
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		await bench.say(inbound('delete', { of: request.key }));
		expect(names(bench.platform.events)).toEqual([]);
	});

	it('or said to lie there still, when no sandbox can be had at its end', async () => {
		await using dir = await tempDir();
		let refuses = false;
		const sandboxes = createFakeSandboxes({
			tools: { bash: hanging },
			onAcquire: () => {
				if (refuses) throw new Error('no sandbox');
			},
		});
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([draw]), sandboxes });
		await bench.dispatch.accept(message('draw it'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		refuses = true;
		sandboxes.die('local-bench', 'out of memory');
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts.join()).toContain('"/outputs" could not be looked into');
	});
});
