import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type Tool, type Touch } from '../../../../src/agent/tool.ts';
import { createFakeSandboxes, type FakeTool } from '../../../support/fake-sandboxes.ts';
import { type RecordingPlatform, recordingPlatform } from '../../../support/recording-platform.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

const bash = (command: string) => ({ name: 'bash', args: { command } });
const read = (path: string) => ({ name: 'read_file', args: { path } });
const asksFirst = { name: 'ask_first', args: {} };

/** A bash that writes only once `until` is there. */
function writesLate(until: Promise<unknown>): FakeTool {
	return async (_args, { files }) => {
		await until;
		files.set('/workspace/a.txt', Buffer.from('written'));
		return { ok: true, text: 'exit code 0' };
	};
}

const reads: FakeTool = async (_args, { files }) => {
	const found = files.get('/workspace/a.txt');
	return { ok: found !== undefined, text: found ? Buffer.from(found).toString() : 'does not exist' };
};

function resultsOf(messages: readonly { readonly role: string; readonly text: string }[] = []): string[] {
	return messages.flatMap(({ role, text }) => (role === 'tool' ? [text] : []));
}

/** A tool that asks before it does anything. */
function asking(touches: Touch): Tool {
	return defineTool({
		name: 'ask_first',
		description: '',
		touches,
		ways: ['goes-on'],
		args: z.strictObject({}),
		run: async (_args, { call: { answer } }) =>
			answer
				? { ok: true, text: `told ${answer.value}` }
				: { ask: { text: 'May I?', answer: { kind: 'choices', choices: ['Yes', 'No'] } } },
	});
}

async function answer(bench: Workbench, value: string): Promise<void> {
	const asked = bench.platform.events.findLast((event) => event.type === 'question');
	await bench.say(inbound('answer', { question: asked?.type === 'question' ? asked.question.id : '', value }));
}

/** Which commands and paths the sandbox was asked for, in order. */
function askedFor({ calls }: ReturnType<typeof createFakeSandboxes>): unknown[] {
	return calls.map(({ args }) => args['command'] ?? args['path']);
}

describe('calls of one message', () => {
	it('that look come behind one that writes, and are shown only when they begin', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [bash('write'), read('a.txt')] }, { text: 'ok' }]);
		const { promise, resolve } = Promise.withResolvers<void>();
		const sandboxes = createFakeSandboxes({ tools: { bash: writesLate(promise), read_file: reads } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => sandboxes.calls.length > 0 && bench.platform.posts.length > 0, 'the first call');
		expect(bench.platform.posts).toEqual(['bash started']);
		resolve();
		await bench.dispatch.settled();
		expect(resultsOf(brain.requests[1]?.messages)).toEqual(['exit code 0', 'written']);
	});

	it('that write come behind one that looks at what there was', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [read('a.txt'), bash('write')] }, { text: 'ok' }]);
		const { promise, resolve } = Promise.withResolvers<void>();
		const readsLate: FakeTool = async (args, place) => {
			await promise;
			return reads(args, place);
		};
		const sandboxes = createFakeSandboxes({ tools: { bash: writesLate(Promise.resolve()), read_file: readsLate } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => sandboxes.calls.length > 0, 'the first call');
		resolve();
		await bench.dispatch.settled();
		expect(resultsOf(brain.requests[1]?.messages)).toEqual(['does not exist', 'exit code 0']);
	});

	it('that do nothing with files wait for nobody', async () => {
		await using dir = await tempDir();
		const { promise, resolve } = Promise.withResolvers<void>();
		const apart = defineTool({
			name: 'apart',
			description: '',
			touches: 'nothing',
			args: z.strictObject({}),
			run: async () => {
				resolve();
				return { ok: true, text: 'done' };
			},
		});
		const brain = scriptedModel([{ calls: [bash('write'), { name: 'apart', args: {} }] }, { text: 'ok' }]);
		const tools = { bash: writesLate(promise) };
		await using bench = openWorkbench({ home: dir.path, brain, tools, moreTools: [apart] });
		await bench.say(message('go'));
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('go on behind one that fails, whose failure is an answer', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [bash('a'), bash('b')] }, { text: 'ok' }]);
		const tools = {
			bash: async ({ command }: Readonly<Record<string, unknown>>) => ({ ok: false, text: `${command} failed` }),
		};
		await using bench = openWorkbench({ home: dir.path, brain, tools });
		await bench.say(message('go'));
		expect(resultsOf(brain.requests[1]?.messages)).toEqual(['a failed', 'b failed']);
	});

	it('that wait are not begun after a stop, and do not come back with the next message', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [bash('endless'), bash('behind'), read('a.txt')] }, { text: 'ok' }]);
		const sandboxes = createFakeSandboxes({ tools: { bash: () => new Promise(() => undefined), read_file: reads } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => sandboxes.calls.length > 0, 'the first call');
		await bench.say(inbound('stop', {}));
		await bench.say(message('and now'));
		expect(askedFor(sandboxes)).toEqual(['endless']);
		expect(resultsOf(brain.requests[1]?.messages)).toEqual(Array(3).fill('Stopped by Ada before it had finished'));
		expect(bench.platform.posts).toEqual([
			'bash started',
			'Stopping …',
			'tool failed: Stopped by Ada before it had finished',
			'ended stopped',
			'ok',
			'ended done',
		]);
	});

	it('that had not begun when the process ended are begun by the next one, behind what was interrupted', async () => {
		await using dir = await tempDir();
		const platform: RecordingPlatform = recordingPlatform();
		const calls = [bash('first'), bash('second'), read('a.txt')];
		{
			const sandboxes = createFakeSandboxes({ tools: { bash: () => new Promise(() => undefined), read_file: reads } });
			const brain = scriptedModel([{ calls }]);
			await using bench = openWorkbench({ home: dir.path, brain, sandboxes, platform });
			await bench.dispatch.accept(message('go'));
			await waitFor(() => sandboxes.calls.length > 0, 'the first call');
		}
		const brain = scriptedModel([{ text: 'ok' }]);
		const sandboxes = createFakeSandboxes({ tools: { bash: writesLate(Promise.resolve()), read_file: reads } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes, platform });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(askedFor(sandboxes)).toEqual(['second', 'a.txt']);
		const [first, ...others] = resultsOf(brain.requests[0]?.messages);
		expect(first).toContain('Interrupted');
		expect(others).toEqual(['exit code 0', 'written']);
	});
});

describe('calls behind one that asks', () => {
	const calls = [asksFirst, bash('behind')];

	it('wait for the answer where it has to do with files', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls }, { text: 'ok' }]);
		const sandboxes = createFakeSandboxes({ tools: { bash: echoTool('ran') } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes, moreTools: [asking('makes-tools')] });
		await bench.say(message('go'));
		expect(bench.platform.posts.slice(-2)).toEqual(['question: May I?', 'ended waiting']);
		expect(sandboxes.calls).toEqual([]);
		await answer(bench, 'Yes');
		expect(resultsOf(brain.requests[1]?.messages)).toEqual(['told Yes', 'ran']);
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('run meanwhile where it has not', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls }, { text: 'ok' }]);
		const sandboxes = createFakeSandboxes({ tools: { bash: echoTool('ran') } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes, moreTools: [asking('nothing')] });
		await bench.say(message('go'));
		expect(askedFor(sandboxes)).toEqual(['behind']);
	});

	it('run before the people are asked anything more', async () => {
		await using dir = await tempDir();
		const asks = { name: 'ask_user', args: { question: 'Which?' } };
		const brain = scriptedModel([{ calls: [asks, ...calls] }, { text: 'ok' }]);
		const tools = { bash: echoTool('ran') };
		await using bench = openWorkbench({ home: dir.path, brain, tools, moreTools: [asking('changes')] });
		await bench.say(message('go'));
		expect(bench.platform.posts.filter((post) => post.startsWith('question'))).toEqual(['question: May I?']);
		await answer(bench, 'No');
		expect(bench.platform.posts.slice(-4)).toEqual([
			'bash started',
			'tool ok: ran',
			'question: Which?',
			'ended waiting',
		]);
	});

	it.each([
		['a stop', () => inbound('stop', {})],
		['a message instead of the answer', () => message('something else')],
	])('are not begun after %s', async (_, instead) => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls }, { text: 'ok' }]);
		const sandboxes = createFakeSandboxes({ tools: { bash: echoTool('ran') } });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes, moreTools: [asking('makes-tools')] });
		await bench.say(message('go'));
		await bench.say(instead());
		if (brain.requests.length < 2) await bench.say(message('go on'));
		expect(sandboxes.calls).toEqual([]);
		const results = resultsOf(brain.requests[1]?.messages);
		expect(results).toHaveLength(2);
		expect(results).toContain('Not begun: what it waited for was not answered.');
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
	});

	it('wait on after a restart, and run with the answer', async () => {
		await using dir = await tempDir();
		const platform: RecordingPlatform = recordingPlatform();
		{
			const brain = scriptedModel([{ calls }]);
			await using bench = openWorkbench({ home: dir.path, brain, platform, moreTools: [asking('makes-tools')] });
			await bench.say(message('go'));
		}
		const brain = scriptedModel([{ text: 'ok' }]);
		const sandboxes = createFakeSandboxes({ tools: { bash: echoTool('ran') } });
		await using bench = openWorkbench({
			home: dir.path,
			brain,
			platform,
			sandboxes,
			moreTools: [asking('makes-tools')],
		});
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(sandboxes.calls).toEqual([]);
		await answer(bench, 'Yes');
		expect(resultsOf(brain.requests[0]?.messages)).toEqual(['told Yes', 'ran']);
	});
});
