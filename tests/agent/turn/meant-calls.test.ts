import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { brainAt } from '../../support/brain-at.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { echoTool, message, openWorkbench } from '../../support/workbench.ts';

describe('what a model meant', () => {
	it('takes thoughts for the answer where nothing else comes twice', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([
			{ reasoning: 'It is 4.' },
			{ reasoning: 'It is 4.' },
			{ reasoning: 'hm' },
			{ text: 'Hi' },
		]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('2 + 2?'));
		expect(bench.platform.posts).toEqual(['It is 4.', 'ended done']);
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('Your last answer was empty');
		await bench.say(message('hi'));
		expect(bench.platform.posts.slice(2)).toEqual(['Hi', 'ended done']);
	});

	it.each([
		'functions.bash',
		'Bash',
		'default_api.bash',
		'bash<|channel|>commentary',
		'functions.bash:0',
		'mcp__box__bash',
	])('runs what a call of %s means, and remembers it by its own name', async (name) => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [{ name, args: { command: 'ls' } }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('exit code 0') } });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.slice(-2)).toMatchObject([
			{ role: 'assistant', calls: [{ name: 'bash' }] },
			{ role: 'tool', ok: true, text: 'exit code 0' },
		]);
	});

	it('names the nearest tool, and the way to forged ones, where a name means none', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [{ name: 'red_file', args: {} }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('go'));
		const text = brain.requests[1]?.messages.at(-1)?.text;
		expect(text).toContain('There is no tool "red_file". Did you mean read_file? Tools: bash, ');
		expect(text).toContain('Forged tools are run by use_tool');
	});

	it('reads arguments as they were meant, and says what it left out', async () => {
		await using dir = await tempDir();
		const args = { command: 'ls', timeout: '30', why: 'to look' };
		const brain = scriptedModel([{ calls: [{ name: 'bash', args }] }, { text: 'ok' }]);
		const asked: unknown[] = [];
		const tools = {
			bash: async (given: unknown) => {
				asked.push(given);
				return { ok: true, text: 'exit code 0' };
			},
		};
		await using bench = openWorkbench({ home: dir.path, brain, tools });
		await bench.say(message('go'));
		expect(asked).toEqual([{ command: 'ls', timeout: 30 }]);
		expect(brain.requests[1]?.messages.at(-1)?.text).toBe('exit code 0\n(bash has no argument "why": left out.)');
	});

	it('goes back to it once where it is a call that cannot be read, and nobody sees it', async () => {
		await using dir = await tempDir();
		const unread = '<|tool_call|>[{"name":"ba';
		const brain = scriptedModel([{ text: 'Let me look.', unread }, { text: 'Hello' }, { text: 'Bye' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('hi'));
		expect(bench.platform.posts).toEqual(['Hello', 'ended done']);
		const nudge = brain.requests[1]?.messages.at(-1);
		expect(nudge).toMatchObject({ role: 'user', text: expect.stringContaining('cannot be read') });
		expect(nudge?.text).toContain('< |tool_call|>[{"name":"ba');
		await bench.say(message('bye'));
		expect(brain.requests[2]?.messages.map(({ text }) => text)).toEqual(['hi', 'Hello', 'bye']);
	});

	it('ends the turn with one sentence where it cannot be read twice', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ unread: 'x'.repeat(100_000) }, { text: 'So:', unread: '<tool_call>' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('hi'));
		expect(bench.platform.posts).toEqual([
			expect.stringContaining('ended failed: The model wrote its tool call as text'),
		]);
		expect(brain.requests[1]?.messages.at(-1)?.text.length).toBeLessThan(2_000);
	});

	it('is run where it writes its call as text, and what comes of it is sent in the grammar of calls', async () => {
		await using dir = await tempDir();
		const content =
			'<tool_call>\n<function=bash>\n<parameter=command>\necho hi\n</parameter>\n</function>\n</tool_call>';
		await using server = await startModelServer({ brain: [{ text: [...content] }, { text: 'Done' }] });
		await using bench = openWorkbench({ home: dir.path, brain: brainAt(server.url), tools: { bash: echoTool('hi') } });
		await bench.say(message('say hi'));
		expect(bench.platform.posts).toEqual(['bash started', 'tool ok: hi', 'Done', 'ended done']);
		expect(server.requests[1]?.body.messages.slice(-2)).toMatchObject([
			{ role: 'assistant', tool_calls: [{ function: { name: 'bash', arguments: '{"command":"echo hi"}' } }] },
			{ role: 'tool', content: 'hi' },
		]);
	});
});
