import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/agent/forge/registry/registry.ts';
import type { RawSpec } from '../../../src/agent/forge/spec/spec.ts';
import { ModelError } from '../../../src/base/errors.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { toolsPath } from '../../support/session-home.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';
import { codeOf, coderOf, fakeCheck, fakeTry, rawSpec } from './specs.ts';

const forging = (changes: Partial<RawSpec> = {}) => ({
	calls: [{ name: 'forge_tool', args: { ...rawSpec, ...changes } }],
});
const tools = { check_tool: fakeCheck, try_tool: fakeTry() };

describe('forge_tool', () => {
	it('tries until a draft passes and keeps the failed tries from the Brain', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'made' }]);
		const coder = coderOf([codeOf('syntax SECRET-1'), codeOf('wrong SECRET-2'), codeOf('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		const code = coder.asked.filter(({ name }) => name === 'tool_code');
		expect(code.map(({ seed }) => seed)).toEqual([1, 2, 3]);
		expect(code[1]?.prompt).toContain('SyntaxError: nope');
		expect(code[2]?.prompt).toContain('sum: expected 3, got 4');
		expect(JSON.stringify(brain.requests)).not.toMatch(/SECRET|SyntaxError|expected 3/);
		const answer = JSON.parse(brain.requests[1]?.messages.at(-1)?.text ?? '');
		expect(answer).toMatchObject({
			made: 'numbers/sum_numbers',
			use_tool: { name: 'numbers/sum_numbers', input: { numbers: [1, 2] } },
			tests: '3 of orders; none beside',
			packages: "none beside Python's own",
			lives: expect.stringContaining('/tools/numbers/sum_numbers/1/tool.py'),
		});
	});

	it('asks for two samples of tests once, beside the first code, and without showing it', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'made' }]);
		const test = {
			name: 'one number',
			input: { numbers: [5] },
			output: { sum: 5 },
		};
		const coder = coderOf([codeOf('wrong'), codeOf('good')], [{ tests: [test] }]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		expect(coder.asked.map(({ name }) => name)).toEqual(['tool_code', 'tool_tests', 'tool_tests', 'tool_code']);
		const versions = (await bench.sessions.open(sessionId)).files.tools;
		const kept = JSON.parse((await versions.read({ tool: 'numbers/sum_numbers', version: 1 }, 'tests.json')) ?? '');
		expect(kept.map(({ name }: { name: string }) => name)).toEqual([
			'Example 1',
			'Example 2',
			'Reject 1',
			'one number',
			'One of each',
			'Many',
		]);
	});

	it('starts afresh with the fourth try, and gives up after it with one sentence', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'no' }]);
		const coder = coderOf(Array.from({ length: 5 }, (_, index) => codeOf(`wrong MARK-${index}`)));
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		const last = coder.asked.filter(({ name }) => name === 'tool_code').at(-1);
		expect(last?.prompt).toContain('another approach');
		expect(last?.prompt).not.toContain('MARK-');
		expect(coder.asked.filter(({ name }) => name === 'tool_tests')).toHaveLength(2);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			ok: false,
			text: expect.stringMatching(/^The tool "sum_numbers" could not be made: 4 tries failed.*example/),
		});
		const { tools: none, counters } = await readRegistry(await bench.sessions.open(sessionId));
		expect(none).toEqual([]);
		expect(counters).toMatchObject({ orders: 1, givenUp: 1, registered: 0, tries: 4, refused: { example: 4 } });
	});

	it('counts an unusable answer as a try, and gives up with the sentence of a Coder that cannot be asked', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), forging({ name: 'add_numbers', anyway: true }), { text: 'no' }]);
		const bad = new ModelError('bad-answer', 'no JSON');
		const coder = coderOf([bad, codeOf('good'), new ModelError('unreachable', 'Cannot reach the Coder')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ ok: true });
		expect(brain.requests[2]?.messages.at(-1)).toMatchObject({
			ok: false,
			text: expect.stringContaining('Cannot reach the Coder'),
		});
		const { counters } = await readRegistry(await bench.sessions.open(sessionId));
		expect(counters.refused).toEqual({ answer: 1 });
	});

	it('sends a bad spec back in one sentence, before the Coder is asked', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging({ name: 'sum' }), { text: 'no' }]);
		const coder = coderOf([]);
		await using bench = openWorkbench({ home: dir.path, brain, coder });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			ok: false,
			text: expect.stringContaining('verb_target'),
		});
		expect(coder.asked).toEqual([]);
	});

	it('shows a whole order with the first one of a session that must be mended, and with no other', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging({ name: 'sum' }), forging({ name: 'sum' }), { text: 'no' }]);
		await using bench = openWorkbench({ home: dir.path, brain, coder: coderOf([]) });
		await bench.say(message('go'));
		const texts = brain.requests.slice(1).map(({ messages }) => messages.at(-1)?.text ?? '');
		expect(texts.map((text) => text.includes('A whole order: {"name":"tables/count_rows"'))).toEqual([true, false]);
		expect((await readRegistry(await bench.sessions.open(sessionId))).counters).toMatchObject({
			sentBack: 2,
			orders: 0,
		});
	});

	it('makes the tool of a sloppy order, and says what it took it for', async () => {
		await using dir = await tempDir();
		const { name, category, input, purpose, ...rest } = rawSpec;
		const order = { ...rest, name: `${category}/${name}`, description: purpose, input_schema: JSON.stringify(input) };
		const brain = scriptedModel([{ calls: [{ name: 'forge_tool', args: { arguments: order } }] }, { text: 'made' }]);
		await using bench = openWorkbench({ home: dir.path, brain, coder: coderOf([codeOf('good')]), tools });
		await bench.say(message('go'));
		expect(JSON.parse(brain.requests[1]?.messages.at(-1)?.text ?? '')).toMatchObject({
			made: 'numbers/sum_numbers',
			understood: 'what stands in "arguments" as the order; description as purpose; input_schema as input',
		});
	});

	it('answers with the tool that there is instead of forging its like', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), forging(), { text: 'ok' }]);
		const coder = coderOf([codeOf('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		expect(brain.requests[2]?.messages.at(-1)?.text).toContain('There is this tool already');
		const { counters } = await readRegistry(await bench.sessions.open(sessionId));
		expect(counters).toMatchObject({ orders: 2, reused: 1, registered: 1 });
	});

	it('answers a spec of a tool that is quarantined with how to have it repaired', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, coder: coderOf([]), tools });
		const { name, category } = rawSpec;
		await keepTool(await bench.sessions.open(sessionId), { name, category }, { quarantined: true });
		await bench.say(message('go'));
		const answer = JSON.parse(brain.requests[1]?.messages.at(-1)?.text ?? '');
		expect(answer.note).toMatch(/quarantined; call repair_tool with \{"tool": "numbers\/sum_numbers"/);
	});

	it('answers a spec that is none at all in fewer than 400 tokens', async () => {
		await using dir = await tempDir();
		const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`unknown_field_${at}`, 1]));
		const brain = scriptedModel([{ calls: [{ name: 'forge_tool', args: unknown }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, coder: coderOf([]), tools });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.at(-1)?.text.length).toBeLessThan(1_400);
	});

	it('keeps both of two tools that are forged at the same time', async () => {
		await using dir = await tempDir();
		const other = forging({ name: 'count_words', purpose: 'Words', category: 'text' }).calls[0];
		const brain = scriptedModel([{ calls: [...forging().calls, ...(other ? [other] : [])] }, { text: 'ok' }]);
		const coder = coderOf([codeOf('good'), codeOf('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		const registry = await readRegistry(await bench.sessions.open(sessionId));
		expect(registry.tools.map(({ name }) => name).toSorted()).toEqual(['count_words', 'sum_numbers']);
	});

	it('keeps tool.py, manifest and tests, and where the tool comes from', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'ok' }]);
		const coder = coderOf([codeOf('wrong'), codeOf('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		const at = (name: string) =>
			readFile(join(toolsPath(dir.path, sessionId), 'numbers/sum_numbers/current', name), 'utf8');
		expect(await at('tool.py')).toContain('good');
		expect(JSON.parse(await at('manifest.json'))).toMatchObject({
			format: 2,
			version: 1,
			provenance: { session: sessionId, coder: 'scripted', seeds: [1, 2], tries: 2, askedBy: { name: 'Ada' } },
		});
	});

	it('says nothing of a draft that takes its sandbox down but to the Coder', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'ok' }]);
		const coder = coderOf([codeOf('bomb'), codeOf('good')]);
		const dying = async (...[args, place]: Parameters<ReturnType<typeof fakeTry>>) =>
			String(args['code']).includes('bomb')
				? { ok: false, text: 'ended', lost: 'out of memory' }
				: fakeTry()(args, place);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { ...tools, try_tool: dying } });
		await bench.say(message('go'));
		expect(coder.asked.at(-1)?.prompt).toContain('out of memory');
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ ok: true });
	});

	it('passes nothing when the sandbox says nothing', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging(), { text: 'ok' }]);
		const coder = coderOf([codeOf('good'), codeOf('good')]);
		const silent = async () => ({ ok: true, text: 'all passed', data: { stage: 'passed' } });
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools: { ...tools, try_tool: silent } });
		await bench.say(message('go'));
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ ok: false });
		expect((await readRegistry(await bench.sessions.open(sessionId))).tools).toEqual([]);
	});
});
