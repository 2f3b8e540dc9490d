import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstProven } from '../../../../src/agent/forge/proof/prove.ts';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { candidatesFor, lookFirst } from '../../../../src/agent/forge/spec/look-first.ts';
import type { ForgeSpec, RawSpec } from '../../../../src/agent/forge/spec/spec.ts';
import { createLabs } from '../../../../src/agent/forge/try/lab.ts';
import { knownTools } from '../../../../src/agent/forge/use/known-tools.ts';
import { listingOf } from '../../../../src/agent/forge/use/listing.ts';
import { ProblemError } from '../../../../src/base/errors.ts';
import { labIn } from '../../../../src/sandbox/lab-home.ts';
import type { FakeTool } from '../../../support/fake-sandboxes.ts';
import { type Kept, keepTool, keepVersion } from '../../../support/kept-tools.ts';
import { specWith } from '../specs.ts';
import { type OpenTools, openTools } from '../use/open-tools.ts';
import { bodies, csvToJson, list, object, string } from './csv-tools.ts';
import { tryBodies } from './tried.ts';

/** An order for what csv_to_json does, in other words and by other names. */
const wanted: Partial<RawSpec> = {
	name: 'parse_table',
	category: 'tables',
	purpose: 'Convert CSV to JSON objects',
	input: object({ text: string }),
	output: object({ records: list }),
	examples: [
		{ input: { text: 'n\n1\n' }, output: { records: [{ n: '1' }] } },
		{ input: { text: 'm\n2\n3\n' }, output: { records: [{ m: '2' }, { m: '3' }] } },
	],
	rejects: [{ input: { text: '' }, says: 'empty' }],
};

const sameNames = { input: object({ csv: string }), output: object({ rows: list }), rejects: [{ input: { csv: '' } }] };

const never = new AbortController().signal;

async function open(tryTool: FakeTool = tryBodies(bodies)): Promise<OpenTools> {
	return openTools(undefined, { tools: { try_tool: tryTool } });
}

async function lookIn(opened: OpenTools, changes: Partial<RawSpec> = {}, anyway = false) {
	const { sessions, places, labs } = opened;
	const spec = specWith({ ...wanted, ...changes });
	return lookFirst(spec, anyway, { deps: { sessions, places, labs }, context: opened.contextOf(never) });
}

describe('lookFirst()', () => {
	it('offers a tool that passes all examples, whatever it calls things, and says what it calls them', async () => {
		await using opened = await open();
		await keepTool(opened.folder, csvToJson);
		const answer = JSON.parse((await lookIn(opened)) ?? '{}');
		expect(answer).toMatchObject({
			name: 'convert/csv_to_json',
			note: expect.stringContaining('passed all your examples'),
			calls: 'your "text" is its "csv"; your "records" is its "rows"',
		});
	});

	it('offers a tool of the catalog without adopting it', async () => {
		await using opened = await open();
		await keepVersion(opened.catalog.tools, csvToJson);
		expect(await lookIn(opened)).toContain('convert/csv_to_json');
		expect((await readRegistry(opened.folder)).tools).toEqual([]);
	});

	it('runs candidates in a lab, where nothing of the session is', async () => {
		await using opened = await open();
		await keepTool(opened.folder, csvToJson);
		expect(await lookIn(opened)).toContain('convert/csv_to_json');
		expect(opened.sandboxes.calls.map(({ session }) => labIn(session) !== undefined)).toEqual([true]);
		expect(opened.sandboxes.status()).toEqual([]);
	});

	it('offers nothing where there is no room for a lab, and the order is worked on', async () => {
		await using opened = await open();
		await keepTool(opened.folder, csvToJson);
		const full = new ProblemError('Cannot start the sandbox: no room', 'Make room');
		const labs = createLabs({ acquire: () => Promise.reject(full), end: async () => {} }, 1);
		expect(await lookIn({ ...opened, labs })).toBeUndefined();
	});

	it('counts a proof neither as a use nor as a failure', async () => {
		await using opened = await open();
		await keepTool(opened.folder, { ...csvToJson, code: 'broken' });
		for (let time = 0; time < 4; time += 1) expect(await lookIn(opened)).toBeUndefined();
		const [tool] = (await readRegistry(opened.folder)).tools;
		expect(tool?.versions[0]).toMatchObject({ quarantined: false, use: { calls: 0, failures: 0, failuresInARow: 0 } });
	});

	it.each<[string, Partial<RawSpec>, Kept?]>([
		['the opposite', { purpose: 'Convert JSON objects to a CSV text', examples: reversed() }],
		['a tool that answers all alike', {}, { ...csvToJson, code: 'lax' }],
		['a tool that crashes', {}, { ...csvToJson, code: 'broken' }],
		[
			'a tool whose schema takes no example',
			{ input: object({ text: string, x: string, y: string }), examples: wide() },
		],
		['a tool that takes what must be refused', { rejects: [{ input: { text: 'n\n1\n2\n' } }] }],
		['examples that say nothing', { ...sameNames, examples: silent() }],
	])('offers nothing for %s', async (_, changes, kept = csvToJson) => {
		await using opened = await open();
		await keepTool(opened.folder, kept);
		expect(await lookIn(opened, changes)).toBeUndefined();
	});

	it('tries what only meaning leads to', async () => {
		await using opened = await open();
		const other = { ...csvToJson, purpose: 'Roll', code: 'broken' };
		await keepTool(opened.folder, { ...other, name: 'roll_dice' });
		await keepTool(opened.folder, {
			...csvToJson,
			name: 'tafel_lesen',
			purpose: 'Liest eine Tafel',
			category: 'lesen',
		});
		const { sessions, places, labs } = opened;
		const meaning = async (query: string, tools: readonly { readonly name: string }[]) =>
			tools.map(({ name }) => (query.includes('CSV') && name === 'tafel_lesen' ? 0.9 : 0.1));
		const context = opened.contextOf(never);
		const look = (deps: object) =>
			lookFirst(specWith(wanted), false, { deps: { sessions, places, labs, ...deps }, context });
		expect(await look({})).toBeUndefined();
		expect(await look({ meaning })).toContain('lesen/tafel_lesen');
	});

	it('tries nothing where the order says anyway', async () => {
		await using opened = await open();
		await keepTool(opened.folder, csvToJson);
		expect(await lookIn(opened, {}, true)).toBeUndefined();
		expect(opened.sandboxes.calls).toEqual([]);
	});

	it('runs no tool that has nothing to do with the order, that was set aside, or that was changed by hand', async () => {
		await using opened = await open();
		await keepTool(opened.folder, csvToJson, { quarantined: true });
		await keepTool(opened.folder, { ...csvToJson, name: 'roll_dice', purpose: 'Roll', category: 'games' });
		await keepTool(opened.folder, { ...csvToJson, name: 'csv_to_rows' });
		await appendFile(join(opened.toolsPath, 'convert', 'csv_to_rows', '1', 'tool.py'), ' ');
		expect(await lookIn(opened)).toBeUndefined();
		expect(opened.sandboxes.calls).toEqual([]);
	});

	it('goes on after a stop with nothing but its reason', async () => {
		const leaving = new AbortController();
		await using opened = await open(async () => {
			leaving.abort(new Error('stopped'));
			return new Promise(() => undefined);
		});
		await keepTool(opened.folder, csvToJson);
		const { sessions, places, labs } = opened;
		const context = opened.contextOf(leaving.signal);
		await expect(lookFirst(specWith(wanted), false, { deps: { sessions, places, labs }, context })).rejects.toThrow(
			'stopped',
		);
	});

	it('offers the next one where the closest takes its sandbox down', async () => {
		await using opened: OpenTools = await open(async (args, place) => {
			if (args['code'] !== 'deadly') return tryBodies(bodies)(args, place);
			opened.sandboxes.die(opened.sandboxes.calls.at(-1)?.session ?? '', 'out of memory');
			return { ok: false, text: '', lost: 'out of memory' };
		});
		await keepTool(opened.folder, { ...csvToJson, name: 'convert_csv_to_json_objects', code: 'deadly' });
		await keepTool(opened.folder, csvToJson);
		expect(await lookIn(opened)).toContain('convert/csv_to_json');
	});

	it('installs the packages of a candidate first, and offers none that cannot have them', async () => {
		const lock = { env: 'a'.repeat(32), lock: 'x==1\n' };
		for (const kind of ['installed', 'refused'] as const) {
			await using opened = await openTools(undefined, {
				tools: { try_tool: tryBodies(bodies) },
				installs: kind === 'installed' ? { kind } : { kind, reason: 'away' },
			});
			await keepTool(opened.folder, { ...csvToJson, ...lock });
			expect((await lookIn(opened)) !== undefined).toBe(kind === 'installed');
			expect(opened.installed).toEqual(['x==1\n']);
		}
	});
});

describe('firstProven()', () => {
	it('gives up a candidate that hangs, and tries no longer than all may take', async () => {
		await using opened = await open();
		await keepTool(opened.folder, { ...csvToJson, name: 'csv_to_objects', code: 'hangs' });
		await keepTool(opened.folder, csvToJson);
		const { sessions, places, folder } = opened;
		const { tools } = await knownTools({ folder, thread: { platform: 'terminal', id: 'bench' } }, { sessions, places });
		const spec: ForgeSpec = specWith(wanted);
		const context = opened.contextOf(never);
		// Enough for the one that passes, however busy the processor: each candidate has as long.
		const limits = { eachMs: 2_000, allMs: 60_000 };
		expect((await firstProven(spec, tools, { labs: opened.labs, context, limits }))?.tool.manifest.name).toBe(
			'csv_to_json',
		);
		const hanging = tools.filter(({ manifest }) => manifest.name === 'csv_to_objects');
		const short = { labs: opened.labs, context, limits: { eachMs: 60_000, allMs: 20 } };
		expect(await firstProven(spec, [...hanging, ...tools], short)).toBeUndefined();
	});
});

describe('candidatesFor()', () => {
	it('names at most three, the closest first', async () => {
		await using opened = await open();
		for (const name of ['csv_to_json', 'csv_to_text', 'csv_to_rows', 'csv_to_lists'])
			await keepTool(opened.folder, { ...csvToJson, name });
		const { sessions, places, folder } = opened;
		const { tools } = await knownTools({ folder, thread: { platform: 'terminal', id: 'bench' } }, { sessions, places });
		const names = candidatesFor({ name: 'csv_to_json', purpose: 'CSV to JSON' }, tools.map(listingOf)).map(
			(tool) => tool.manifest.name,
		);
		expect([names[0], names.length]).toEqual(['csv_to_json', 3]);
	});
});

function reversed(): RawSpec['examples'] {
	return [
		{ input: { text: '[{"n":1}]' }, output: { records: ['n\n1\n'] } },
		{ input: { text: '[{"m":2}]' }, output: { records: ['m\n2\n'] } },
	];
}

function wide(): RawSpec['examples'] {
	return (wanted.examples ?? []).map(({ input, output }) => ({ input: { ...input, x: 'x', y: 'y' }, output }));
}

function silent(): RawSpec['examples'] {
	return ['n\n1\n', 'n\n1'].map((csv) => ({ input: { csv }, output: { rows: [{ n: '1' }] } }));
}
