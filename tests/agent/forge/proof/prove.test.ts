import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstProven } from '../../../../src/agent/forge/proof/prove.ts';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { candidatesFor, lookFirst } from '../../../../src/agent/forge/spec/look-first.ts';
import type { ForgeSpec, RawSpec } from '../../../../src/agent/forge/spec/spec.ts';
import { knownTools } from '../../../../src/agent/forge/use/known-tools.ts';
import { listingOf } from '../../../../src/agent/forge/use/listing.ts';
import type { FakeTool } from '../../../support/fake-sandboxes.ts';
import { type Kept, keepTool, keepVersion } from '../../../support/kept-tools.ts';
import { specWith } from '../specs.ts';
import { type OpenTools, openTools } from '../use/open-tools.ts';
import { tryBodies } from './tried.ts';

const string = { type: 'string' } as const;
const list = { type: 'array', items: { type: 'object', additionalProperties: string } } as const;
const object = (names: Readonly<Record<string, unknown>>) => ({
	type: 'object',
	properties: names,
	required: Object.keys(names),
	additionalProperties: false,
});

const bodies = {
	'csv to json': ({ csv }: Readonly<Record<string, unknown>>) => {
		const [head = '', ...lines] = String(csv).split('\n').filter(Boolean);
		return lines.length === 0 ? new Error('no rows') : { rows: lines.map((line) => ({ [head]: line })) };
	},
	lax: () => ({ rows: [{ n: '1' }] }),
	broken: () => {
		throw new TypeError('nobody knows');
	},
};

const csvToJson: Kept = {
	category: 'convert',
	name: 'csv_to_json',
	purpose: 'Convert a CSV text to a list of JSON objects',
	code: 'csv to json',
	input: object({ csv: string }),
	output: object({ rows: list }),
};

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
	const { sessions, places } = opened;
	const spec = specWith({ ...wanted, ...changes });
	return lookFirst(spec, anyway, { deps: { sessions, places }, context: opened.contextOf(never) });
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
		const { sessions, places } = opened;
		const meaning = async (query: string, tools: readonly { readonly name: string }[]) =>
			tools.map(({ name }) => (query.includes('CSV') && name === 'tafel_lesen' ? 0.9 : 0.1));
		const context = opened.contextOf(never);
		const look = (deps: object) => lookFirst(specWith(wanted), false, { deps: { sessions, places, ...deps }, context });
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
		const { sessions, places } = opened;
		const context = opened.contextOf(leaving.signal);
		await expect(lookFirst(specWith(wanted), false, { deps: { sessions, places }, context })).rejects.toThrow(
			'stopped',
		);
	});

	it('offers the next one where the closest takes its sandbox down', async () => {
		await using opened: OpenTools = await open(async (args, place) => {
			if (args['code'] !== 'deadly') return tryBodies(bodies)(args, place);
			opened.sandboxes.die('local-bench', 'out of memory');
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
		const limits = { eachMs: 20, allMs: 60_000 };
		expect((await firstProven(spec, tools, context, limits))?.tool.manifest.name).toBe('csv_to_json');
		const hanging = tools.filter(({ manifest }) => manifest.name === 'csv_to_objects');
		expect(await firstProven(spec, [...hanging, ...tools], context, { eachMs: 60_000, allMs: 20 })).toBeUndefined();
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
