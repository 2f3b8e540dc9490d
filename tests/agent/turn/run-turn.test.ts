import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../src/agent/tool.ts';
import { ModelError, ProblemError } from '../../../src/base/errors.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Sandboxes } from '../../../src/sandbox/sandbox.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';

import { waitFor } from '../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench } from '../../support/workbench.ts';

/** Events as short words, for literal lists. */
function words(events: readonly AgentEvent[]): string[] {
	return events.map((event) => {
		if (event.type === 'turn-ended') return `turn-ended ${event.outcome}`;
		if (event.type === 'text' || event.type === 'reasoning') return `${event.type} ${event.delta}`;
		return event.type;
	});
}

const bash = (command: string) => ({ name: 'bash', args: { command } });

describe('a turn', () => {
	it('without tools is text, message, usage, end, and starts no sandbox', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ reasoning: 'hm', text: 'Hello' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('hi'));
		expect(words(bench.platform.events)).toEqual([
			'turn-started',
			'taken',
			'reasoning hm',
			'text Hello',
			'message',
			'usage',
			'turn-ended done',
		]);
		expect(bench.sandboxes.status()).toEqual([]);
	});

	it('with a tool call runs it, thinks again and hands artifacts over before it ends', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Looking', calls: [bash('ls')] }, { text: 'Done' }]);
		const tools = {
			bash: async (_args: unknown, { files }: { files: Map<string, Uint8Array> }) => {
				files.set('/outputs/a.txt', Buffer.from('x'));
				return { ok: true, text: 'exit code 0' };
			},
		};
		await using bench = openWorkbench({ home: dir.path, brain, tools });
		await bench.say(message('make a file'));
		expect(words(bench.platform.events)).toEqual([
			'turn-started',
			'taken',
			'text Looking',
			'message',
			'usage',
			'tool-started',
			'tool-finished',
			'text Done',
			'message',
			'usage',
			'artifact',
			'turn-ended done',
		]);
	});

	it('hands an unchanged artifact over only once', async () => {
		await using dir = await tempDir();
		const reply = [{ calls: [bash('x')] }, { text: 'ok' }];
		const brain = scriptedModel([...reply, ...reply]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: writesFile } });
		await bench.say(message('one'), message('two'));
		expect(bench.platform.posts.filter((post) => post.startsWith('artifact'))).toEqual(['artifact a.txt']);
	});

	it('runs the calls of one reply that only look in parallel and answers each under an id of its own', async () => {
		await using dir = await tempDir();
		const read = (path: string) => ({ name: 'read_file', args: { path } });
		const brain = scriptedModel([{ calls: [read('a'), read('b')] }, { text: 'ok' }]);
		const { promise: both, resolve } = Promise.withResolvers<void>();
		let started = 0;
		const tools = {
			read_file: async () => {
				started += 1;
				if (started === 2) resolve();
				await both;
				return { ok: true, text: 'exit code 0' };
			},
		};
		await using bench = openWorkbench({ home: dir.path, brain, tools });
		await bench.say(message('go'));
		const messages = brain.requests[1]?.messages ?? [];
		const assistant = messages.find((one) => one.role === 'assistant');
		const ids = assistant?.role === 'assistant' ? assistant.calls.map((call) => call.id) : [];
		expect(new Set(ids).size).toBe(2);
		expect(messages.flatMap((one) => (one.role === 'tool' ? [one.callId] : [])).sort()).toEqual([...ids].sort());
	});

	it.each([
		['an unknown tool', { name: 'teleport', args: {} }, 'There is no tool "teleport"'],
		['a way to ask people by another name', { name: 'request_human_input', args: {} }, 'People are asked by ask_user.'],
		['wrong arguments', { name: 'bash', args: { command: ['ls', '-l'] } }, 'Wrong call of bash: command'],
		['arguments of the wrong shape', { name: 'bash', args: [1] }, 'Wrong call of bash: arguments'],
	])('answers %s to the model and goes on', async (_what, call, text) => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('never') } });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			role: 'tool',
			ok: false,
			text: expect.stringContaining(text),
		});
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('fails with one sentence when the model fails, and the next turn has the history whole', async () => {
		await using dir = await tempDir();
		const error = new ModelError('unreachable', 'The model endpoint refused the connection');
		const brain = scriptedModel([{ calls: [bash('x')] }, { fails: error }, { text: 'back' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('exit code 0') } });
		await bench.say(message('one'));
		expect(bench.platform.posts.at(-1)).toBe('ended failed: The model endpoint refused the connection');
		await bench.say(inbound('command', { name: 'status', args: '' }));
		expect(bench.platform.posts.at(-1)).toContain('failed: The model endpoint refused');
		await bench.say(message('two'));
		expect(brain.requests[2]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});

	it('goes on by itself, without a failure, when descriptors are there again', async () => {
		await using dir = await tempDir();
		const famine = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
		const error = new ModelError('unreachable', 'could not be reached', { cause: famine });
		const brain = scriptedModel([{ fails: error }, { text: 'here' }]);
		const timing = { pacing: { retryMs: [1, 2] as const } };
		await using bench = openWorkbench({ home: dir.path, brain, timing });
		await bench.dispatch.recover();
		await bench.say(message('one'));
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the end');
		expect(bench.platform.posts.filter((post) => post === 'here')).toHaveLength(1);
		expect(bench.platform.posts.join()).not.toContain('ended failed');
	});

	it('asks once more after an empty answer and fails after a second', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{}, { text: 'here' }, {}, {}]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('one'));
		expect(bench.platform.posts).toEqual(['here', 'ended done']);
		await bench.say(message('two'));
		expect(bench.platform.posts.at(-1)).toBe('ended failed: The model gave an empty answer twice');
	});

	it('ends honestly at its limit of model calls', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel(Array.from({ length: 5 }, () => ({ calls: [bash('x')] })));
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('ok') }, modelCalls: 3 });
		await bench.say(message('loop'));
		expect(brain.requests).toHaveLength(3);
		expect(bench.platform.posts.at(-1)).toContain('ended failed: Stopped after 3 model calls');
	});

	it('fails with the mend when the sandbox cannot start, every call answered', async () => {
		await using dir = await tempDir();

		const refuse = () => {
			throw new ProblemError('Cannot start the sandbox: podman is missing', 'Run npm start');
		};
		const brain = scriptedModel([{ calls: [bash('x')] }, { text: 'fine' }]);
		const sandboxes = createFakeSandboxes({ tools: {}, onAcquire: refuse });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('go'));
		expect(bench.platform.posts.at(-1)).toBe(
			'ended failed: Cannot start the sandbox: podman is missing. Run npm start',
		);
		await bench.say(message('again'));
		expect(brain.requests[1]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});
});

async function writesFile(_args: unknown, { files }: { files: Map<string, Uint8Array> }) {
	files.set('/outputs/a.txt', Buffer.from('x'));
	return { ok: true, text: 'exit code 0' };
}

describe('a file that is refused to be handed over', () => {
	it('is named once to the person, and to the Brain with the next message', async () => {
		await using dir = await tempDir();
		const reply = [{ calls: [bash('x')] }, { text: 'ok' }];
		const brain = scriptedModel([...reply, ...reply]);
		const inner = createFakeSandboxes({ tools: { bash: echoTool('exit code 0') } });
		const refused = [{ name: 'huge.bin', reason: 'is larger than 50 MB' }];
		const sandboxes: Sandboxes = {
			...inner,
			acquire: async (home, signal) => ({
				...(await inner.acquire(home, signal)),
				collect: async () => ({ artifacts: [], refused }),
			}),
		};
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('one'), message('two'));
		const named = bench.platform.posts.filter((post) => post.includes('huge.bin'));
		expect(named).toEqual(['Not handed over: "huge.bin" is larger than 50 MB']);
		expect(brain.requests[2]?.messages.at(-1)?.text).toBe(
			'[Note: "huge.bin" was not handed over: it is larger than 50 MB.]\ntwo',
		);
	});
});

describe('what grows in a turn has an end', () => {
	it('an answer that was cut is shown, with the sentence that names the limit', async () => {
		await using dir = await tempDir();
		const cutWhy = 'The answer was cut at 1 MB: MODEL_ANSWER_LIMIT says how long it may be';
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'Hello', cutWhy }]) });
		await bench.say(message('hi'));
		expect(words(bench.platform.events)).toContain('turn-ended done');
		expect(bench.platform.events).toContainEqual(expect.objectContaining({ type: 'notice', text: cutWhy }));
	});

	it("a tool's text and its live output are cut, whatever the tool does", async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [{ name: 'flood', args: {} }] }, { text: 'ok' }]);
		const flood = defineTool({
			name: 'flood',
			description: '',
			touches: 'nothing',
			args: z.strictObject({}),
			run: async (_args, { output }) => {
				for (let count = 0; count < 100_000; count++) output('x');
				return { ok: true, text: 'y'.repeat(1_000_000) };
			},
		});
		await using bench = openWorkbench({ home: dir.path, brain, moreTools: [flood] });
		await bench.say(message('go'));
		const outputs = bench.platform.events.filter(({ type }) => type === 'tool-output');
		expect(outputs.length).toBeGreaterThan(0);
		expect(outputs.length).toBeLessThan(200);
		expect(brain.requests[1]?.messages.at(-1)?.text).toHaveLength(20_000);
	});
});
