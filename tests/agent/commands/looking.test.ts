import { describe, expect, it } from 'vitest';
import { questionSchema } from '../../../src/chat/question.ts';
import { sessionPathsIn } from '../../../src/store/session/layout.ts';
import { ask, command, said } from '../../support/commands.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { echoTool, inbound, openWorkbench, sessionId } from '../../support/workbench.ts';

describe('/status', () => {
	it('shows a new session', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		expect((await ask(bench, '/status')).split('\n')).toEqual([
			'Session    not begun yet',
			'Models     Brain scripted, Coder scripted, Summarizer scripted',
			'Turn       none running',
			'Last turn  none yet',
			'Sandbox    not running (starts when it is needed)',
			'Tokens     0 in, 0 out, 0 model calls',
			`Id         ${sessionId}`,
		]);
	});

	it('shows title, outcome, sandbox and tokens after a turn', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('exit code 0') } });
		await bench.say(said('Sum\nthis'));
		const status = await ask(bench, '/status');
		expect(status).toContain('Session    Sum this');
		expect(status).toContain('Last turn  done');
		expect(status).toMatch(/Sandbox {4}running on fake for \d+ s/);
		expect(status).toContain('Tokens     20 in, 10 out, 2 model calls');
	});

	it('names what nothing limits of a sandbox, where that was accepted', async () => {
		await using dir = await tempDir();
		const fake = createFakeSandboxes({ tools: { bash: async () => ({ ok: true, text: 'done' }) } });
		const unenforced = ['memory', 'CPU'];
		const sandboxes = { ...fake, status: () => fake.status().map((one) => ({ ...one, unenforced })) };
		const brain = scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(said('Sum this'));
		expect(await ask(bench, '/status')).toMatch(/running on fake for \d+ s, with no limit on memory, CPU\n/);
	});

	it('says on which runtime the sandbox is, and why on none of the stronger ones', async () => {
		await using dir = await tempDir();
		const passedOver = ['runsc: memory limit is 0', 'crun: hybrid mode'];
		const inner = createFakeSandboxes({ tools: { bash: echoTool('exit code 0') }, pathsOf: sessionPathsIn(dir.path) });
		const status = () => inner.status().map((one) => ({ ...one, runtime: 'runc', passedOver }));
		const brain = scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes: { ...inner, status } });
		await bench.say(said('go'));
		expect(await ask(bench, '/status')).toMatch(
			/Sandbox {4}running on runc for \d+ s \(taken because of runsc: memory limit is 0; crun: hybrid mode\)/,
		);
	});

	it('counts the messages that wait behind a running turn', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Busy ', hangs: true }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(said('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(said('next'));
		await bench.dispatch.accept(command('/status'));
		await waitFor(
			() => bench.platform.posts.some((post) => /Turn {7}running for \d+ s, 1 waiting/.test(post)),
			'the status',
		);
		await bench.say(inbound('stop', {}));
	});

	it('shows a turn that waits for an answer as that, its message not as waiting', async () => {
		await using dir = await tempDir();
		const question = { name: 'ask_user', args: { question: 'Which column?' } };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ calls: [question] }]) });
		await bench.say(said('go'));
		expect(await ask(bench, '/status')).toMatch(/^Turn {7}waits for an answer$/m);
	});
});

describe('/stop', () => {
	it('stops the running turn of its session', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Busy ', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(said('go'));
		await waitFor(() => bench.platform.events.some((event) => event.type === 'text'), 'the text');
		await bench.say(command('/stop'));
		await waitFor(() => bench.platform.posts.includes('Stopping …'), 'the acknowledgement');
		expect(bench.platform.posts).toContain('ended stopped');
	});

	it('says that nothing is running when nothing is', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		expect(await ask(bench, '/stop')).toBe('Nothing is running.');
	});

	it('ends a turn that waits for an answer, which no longer takes one', async () => {
		await using dir = await tempDir();
		const question = { name: 'ask_user', args: { question: 'Which column?' } };
		const brain = scriptedModel([{ calls: [question] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('go'));
		await bench.say(command('/stop'));
		expect(bench.platform.posts.slice(-3)).toEqual([
			'The question is withdrawn.',
			'closed: Stopped by Ada',
			'ended stopped',
		]);
		const [asked] = await bench.store.records.list('question', sessionId, questionSchema);
		expect(asked?.state).toBe('withdrawn');
		await bench.say(inbound('answer', { question: asked?.id ?? '', value: 'area' }));
		expect(bench.platform.posts.at(-1)).toBe('That question is no longer open.');
		await bench.say(said('next'));
		expect(brain.requests[1]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});
});

describe('/files', () => {
	it('lists what was handed in and what was handed over, with sizes', async () => {
		await using dir = await tempDir();
		const makes = async (_args: unknown, { files }: { files: Map<string, Uint8Array> }) => {
			files.set('/outputs/chart.png', new Uint8Array(50 * 1024));
			return { ok: true, text: 'exit code 0' };
		};
		const sandboxes = createFakeSandboxes({ tools: { bash: makes }, pathsOf: sessionPathsIn(dir.path) });
		const brain = scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		expect(await ask(bench, '/files')).toBe('Handed in: none\nArtifacts: none');
		bench.platform.files.set('here', Buffer.from('a,b'));
		await bench.say(inbound('message', { text: 'go', files: [{ name: 'a.csv', source: 'here' }] }));
		expect(await ask(bench, '/files')).toBe('Handed in:\n  a.csv  3 bytes\nArtifacts:\n  chart.png  50 KB');
	});
});
