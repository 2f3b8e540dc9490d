import { describe, expect, it } from 'vitest';
import { casesSchema } from '../../../../src/agent/forge/draft/cases.ts';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { keepRun, readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import type { FakeTool } from '../../../support/fake-sandboxes.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf, fakeTry } from '../specs.ts';
import { bashMessages } from './bash-messages.ts';

const code = 'import sys, json\nprint(json.dumps({"sum": sum(map(float, open(sys.argv[1])))}))\n';
const given = {
	path: '/workspace/sum.py',
	name: 'numbers/sum_lines',
	purpose: 'Add up the numbers of a text, one a line',
};

interface Watched {
	readonly reads?: Readonly<Record<string, string>>;
	readonly writes?: Readonly<Record<string, string>>;
	readonly printed?: string;
	readonly seen?: readonly string[];
	readonly code?: number;
}

/** A sandbox in which each run of the script ends so. */
function watching(...runs: readonly (Watched | object)[]): FakeTool {
	return (args) => {
		const all = args['runs'] as readonly unknown[];
		const ends = all.map((_, index) => runs[Math.max(0, index - 1)] ?? runs.at(-1) ?? {}).map(endOf);
		return { ok: true, text: '', data: { code, runs: ends } };
	};
}

function endOf(run: Watched | object) {
	if ('error' in run || 'ended' in run) return run;
	const { reads = {}, writes = {}, printed = '', seen = [], code: exit = 0 } = run as Watched;
	const noted = (files: object) =>
		Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { size: 9, text }]));
	const stdin = { size: 0, text: '' };
	return {
		code: exit,
		stdin,
		printed: { text: printed, cut: false },
		reads: noted(reads),
		writes: noted(writes),
		seen,
	};
}

const first = { reads: { '/inputs/a.txt': '1\n2\n' }, printed: '{"sum": 3.0}\n' };
const second = { reads: { '/workspace/b.txt': '4\n' }, printed: '{"sum": 4.0}\n' };
const messages = bashMessages('python3 sum.py b.txt', 'python3 /workspace/sum.py /inputs/a.txt');

/** Adds up the lines of the files that a run brings. */
const adding: FakeTool = async (args, place) => {
	const runs = args['runs'] as readonly { input: { path?: string }; files: Record<string, string>; times: number }[];
	const { data } = await fakeTry()({ ...args, runs: [] }, place);
	const ends = runs.map(({ input, files, times }) => {
		const text = files[input.path ?? ''];
		const sum = text?.split('\n').reduce((total, line) => total + Number(line), 0);
		const end =
			sum === undefined
				? { ended: 'error', error: { type: 'ValueError', message: 'There is no such file', traceback: '' } }
				: { ended: 'output', output: { sum }, files: [] };
		return Array.from({ length: times }, () => end);
	});
	return { ok: true, text: '', data: { ...(data as object), runs: ends } };
};

describe('forge_from_script', () => {
	it('makes a tool whose tests are the runs of the script, and a missing file', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good')]);
		await using forge = await openForge({
			home: dir.path,
			coder,
			messages,
			watchScript: watching(first, second),
			tryTool: adding,
		});
		const outcome = await forge.fromScript(given);
		expect(outcome).toMatchObject({ ok: true, text: expect.stringContaining('"made":"numbers/sum_lines"') });
		const asked = forge.sandboxes.calls.find(({ tool }) => tool === 'watch_script')?.args;
		expect(asked).toMatchObject({
			path: given.path,
			runs: [{ args: ['/inputs/a.txt'] }, { args: ['/inputs/a.txt'] }, { args: ['b.txt'] }],
		});
		const tests = casesSchema.parse(
			JSON.parse((await forge.folder.files.tools.read({ tool: given.name, version: 1 }, 'tests.json')) ?? ''),
		);
		expect(tests).toMatchObject([
			{ from: 'example', input: { path: 'a.txt' }, files: { 'a.txt': '1\n2\n' }, expect: { output: { sum: 3 } } },
			{ from: 'example', input: { path: 'b.txt' }, files: { 'b.txt': '4\n' }, expect: { output: { sum: 4 } } },
			{ from: 'negative', input: { path: 'there_is_none.txt' } },
		]);
		const [tool] = (await readRegistry(forge.folder)).tools;
		expect(tool?.versions[0]?.manifest).toMatchObject({
			purpose: given.purpose,
			capabilities: ['files'],
			input: { properties: { path: { type: 'string' } }, required: ['path'] },
			provenance: { ownData: true },
		});
		expect(coder.asked.map(({ name }) => name)).toEqual(['tool_code', 'tool_made_up']);
		expect(coder.asked[0]?.prompt).toContain(`path: argument 1.\n${code}`);
	});

	it('goes on where it was when the process dies, without running the script again', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good')]);
		await using forge = await openForge({
			home: dir.path,
			coder,
			messages,
			watchScript: watching(first, second),
			tryTool: adding,
		});
		const outcome = await forge.fromScript(given);
		const run = await readRun(forge.folder, 's1');
		if (!run) throw new Error('There is no run');
		await keepRun(forge.folder, 's1', { ...run, outcome: 'open' });
		expect(await forge.fromScript(given)).toEqual(outcome);
		expect(forge.sandboxes.calls.filter(({ tool }) => tool === 'watch_script')).toHaveLength(1);
	});

	it.each<[string, readonly object[], RegExp]>([
		['needs the network', [{ ...first, seen: ['network'] }], /needs the network, which no tool has/],
		[
			'reads what is gone',
			[{ error: { type: 'FileNotFoundError', message: 'b.txt', traceback: '' } }],
			/what it reads is gone/,
		],
		[
			'is not Python',
			[{ error: { type: 'SyntaxError', message: 'invalid', traceback: '' } }],
			/is not Python 3\.13: invalid/,
		],
		['ends badly', [{ ...first, code: 2 }], /ends with exit code 2/],
		['says nothing', [{ reads: first.reads }], /prints and writes nothing/],
		['takes nothing in', [{ printed: '1' }], /is an empty input|takes nothing in/],
		['imports what stands beside it', [{ ...first, reads: { '/workspace/x.py': '' } }], /imports \/workspace\/x\.py/],
		[
			'reads what is no text',
			[{ ...first, reads: { '/inputs/a.xlsx': 'x' } }],
			/is no text: order the tool by forge_tool/,
		],
		['reads too much', [{ ...first, reads: { '/inputs/a.txt': 'x'.repeat(30_000) } }], /is too large for an example/],
		['hangs', [{ ended: 'failed', how: 'Timed out after 60 s' }], /could not be run again: Timed out/],
	])('names why a script cannot be taken: it %s', async (_, runs, sentence) => {
		await using dir = await tempDir();
		const coder = coderOf([]);
		const calls = bashMessages(`python3 sum.py${_ === 'takes nothing in' ? '' : ' /inputs/a.txt'}`);
		await using forge = await openForge({ home: dir.path, coder, messages: calls, watchScript: watching(...runs) });
		expect(textOf(await forge.fromScript(given))).toMatch(sentence);
		expect(coder.asked).toEqual([]);
	});

	it('is sent back where it was never run, or results differ each time', async () => {
		await using dir = await tempDir();
		const differing: FakeTool = () => {
			const ends = ['1', '2'].map((printed) => endOf({ ...first, printed }));
			return { ok: true, text: '', data: { code, runs: ends } };
		};
		await using forge = await openForge({ home: dir.path, coder: coderOf([]), messages, watchScript: differing });
		expect(textOf(await forge.fromScript({ ...given, path: 'other.py' }))).toContain('was not run in this session');
		expect(textOf(await forge.fromScript(given))).toContain('another result for the same input each time');
	});

	it('reads sloppy calls, and tells all that is missing at once', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good')]);
		await using forge = await openForge({
			home: dir.path,
			coder,
			messages,
			watchScript: watching(first, second),
			tryTool: adding,
		});
		expect(textOf(await forge.fromScript({ path: '/inputs/sum.py', name: null }))).toMatch(
			/path:.*\n- name:.*\n- purpose:/,
		);
		const sloppy = JSON.stringify({
			script: 'sum.py',
			tool: 'sumLines',
			category: 'numbers',
			description: given.purpose,
		});
		expect(await forge.fromScript(sloppy)).toMatchObject({ ok: true, text: expect.stringContaining(given.name) });
	});
});
