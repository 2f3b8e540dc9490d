import { describe, expect, it } from 'vitest';
import { type Manifest, manifestSchema } from '../../../../src/agent/forge/registry/manifest.ts';
import { unused } from '../../../../src/agent/forge/registry/registry.ts';
import { candidatesFor } from '../../../../src/agent/forge/spec/look-first.ts';
import type { KnownTool } from '../../../../src/agent/forge/use/known-tools.ts';
import { listingOf } from '../../../../src/agent/forge/use/listing.ts';
import { type KnownWords, known, pairs } from '../look-first-pairs.ts';

function manifestOf({ name, category, purpose, input }: KnownWords): Manifest {
	return manifestSchema.parse({
		format: 2,
		category,
		name,
		version: 1,
		purpose,
		usage: '',
		input: {},
		output: {},
		example: { input: Object.fromEntries(input.map((key) => [key, 'x'])), output: {} },
		varies: false,
		capabilities: [],
		dependencies: [],
		sha256: '0'.repeat(64),
		forgedAt: '2026-01-01T00:00:00Z',
		provenance: { session: 's', coder: 'c', seeds: [1], tries: 1 },
	});
}

function toolOf(words: KnownWords): KnownTool {
	const manifest = manifestOf(words);
	const { category, name } = words;
	return {
		from: 'session',
		manifest,
		entry: { category, name, current: 1, versions: [{ manifest, quarantined: false, use: unused }] },
	};
}

const tools = known.map((words) => toolOf(words));

const namesFor = (name: string, purpose: string, among = tools) =>
	candidatesFor({ name, purpose }, among.map(listingOf)).map(({ manifest }) => manifest.name);

describe('candidatesFor()', () => {
	it.each(pairs.filter(([, , wanted]) => wanted !== undefined))(
		'has what is wanted by %s tried',
		(name, purpose, wanted) => {
			expect(namesFor(name, purpose)).toContain(wanted);
		},
	);

	it('finds nothing among none', () => {
		expect(namesFor('sum_by_column', 'Sum', [])).toEqual([]);
	});
});
