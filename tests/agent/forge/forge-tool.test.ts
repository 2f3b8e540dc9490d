import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeTool } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';

const spec = { name: 'Sum By-Column!', category: 'Tables', purpose: 'Sum', inputs: [], examples: ['x'] };
const forging = { calls: [{ name: 'forge_tool', args: spec }] };
const draft = (code: string) => ({ code, usage: 'sum_by_column {"file": "a.csv"}', tests: 'def test_a(): pass' });

/** Passes drafts whose code says "good". */
const tries: FakeTool = async ({ code }) => {
	if (String(code).includes('syntax')) return result({ stage: 'compile', error: 'SyntaxError: nope' });
	if (String(code).includes('wrong')) return result({ stage: 'test', error: 'AssertionError: 3 != 4' });
	return result({ stage: 'passed', tests: 1 });
};

function result(data: unknown) {
	return { ok: true, text: JSON.stringify(data), data };
}

const runs: FakeTool = async ({ tool, input }) => ({ ok: true, text: JSON.stringify({ tool, input }) });

describe('forge_tool', () => {
	it('tries until a draft passes and keeps the failed tries from the Brain', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging, { text: 'made' }]);
		const coder = scriptedModel([], [draft('syntax SECRET-1'), draft('wrong SECRET-2'), draft('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { try_tool: tries } });
		await bench.say(message('go'));
		expect(coder.asked.map((request) => request.seed)).toEqual([1, 2, 3]);
		expect(coder.asked[1]?.prompt).toContain('SyntaxError: nope');
		expect(JSON.stringify(brain.requests)).not.toMatch(/SECRET|SyntaxError|AssertionError/);
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('"tool":"tables/sum_by_column"');
	});

	it('gives up after four tries with one sentence, and registers nothing', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging, { calls: [{ name: 'find_tools', args: {} }] }, { text: 'no' }]);
		const coder = scriptedModel(
			[],
			Array.from({ length: 5 }, () => draft('wrong')),
		);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { try_tool: tries } });
		await bench.say(message('go'));
		expect(coder.asked).toHaveLength(4);
		expect(coder.asked[3]?.prompt).toContain('Start afresh');
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			ok: false,
			text: expect.stringContaining('4 tries failed'),
		});
		expect(brain.requests[2]?.messages.at(-1)?.text).toContain('No tools have been forged');
	});

	it('gives a name that exists a new version, and use_tool takes the newest', async () => {
		await using dir = await tempDir();
		const use = { calls: [{ name: 'use_tool', args: { name: 'sum_by_column', input: { file: 'a' } } }] };
		const brain = scriptedModel([forging, forging, use, { text: 'ok' }]);
		const coder = scriptedModel([], [draft('good'), draft('good 2')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { try_tool: tries, run_tool: runs } });
		await bench.say(message('go'));
		const answer = '{"tool":"tables/sum_by_column/2","input":{"file":"a"}}';
		expect(brain.requests[3]?.messages.at(-1)?.text).toBe(answer);
		const { mounts } = (await bench.sessions.open(sessionId)).paths;
		expect(await readFile(join(mounts.tools, 'tables/sum_by_column/2/tool.py'), 'utf8')).toBe('good 2');
	});

	it('keeps both of two tools that are forged at the same time', async () => {
		await using dir = await tempDir();
		const other = { name: 'forge_tool', args: { ...spec, name: 'other' } };
		const both = { calls: [forging.calls[0] ?? other, other] };
		const brain = scriptedModel([
			both,
			{ calls: [{ name: 'find_tools', args: { category: 'tables' } }] },
			{ text: 'ok' },
		]);
		const coder = scriptedModel([], [draft('good'), draft('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { try_tool: tries } });
		await bench.say(message('go'));
		expect(brain.requests[2]?.messages.at(-1)?.text).toMatch(/sum_by_column[\s\S]*other/);
	});
});

describe('find_tools and use_tool', () => {
	it('say what there is when a name is not known', async () => {
		await using dir = await tempDir();
		const use = { calls: [{ name: 'use_tool', args: { name: 'nope', input: {} } }] };
		const brain = scriptedModel([use, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('There is no forged tool "nope"');
	});

	it('go from categories to one category to a version', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([
			forging,
			{ calls: [{ name: 'find_tools', args: {} }] },
			{ calls: [{ name: 'find_tools', args: { category: 'tables' } }] },
			{ calls: [{ name: 'use_tool', args: { name: 'tables/sum_by_column', input: {}, version: 9 } }] },
			{ text: 'ok' },
		]);
		const coder = scriptedModel([], [draft('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { try_tool: tries } });
		await bench.say(message('go'));
		const answers = brain.requests.map((request) => request.messages.at(-1)?.text ?? '');
		expect(answers[2]).toBe('tables: sum_by_column');
		expect(answers[3]).toContain('tables/sum_by_column (version 1): Sum');
		expect(answers[4]).toContain('has no version 9');
	});
});
