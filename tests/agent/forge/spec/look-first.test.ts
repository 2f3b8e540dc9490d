import { describe, expect, it } from 'vitest';
import { type Manifest, manifestSchema } from '../../../../src/agent/forge/registry/manifest.ts';
import { unused } from '../../../../src/agent/forge/registry/registry.ts';
import { closest } from '../../../../src/agent/forge/spec/look-first.ts';
import type { KnownTool } from '../../../../src/agent/forge/use/known-tools.ts';
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

function toolOf(words: KnownWords, quarantined = false): KnownTool {
	const manifest = manifestOf(words);
	const { category, name } = words;
	return {
		from: 'session',
		manifest,
		entry: { category, name, current: 1, versions: [{ manifest, quarantined, use: unused }] },
	};
}

const tools = known.map((words) => toolOf(words));

describe('closest', () => {
	it.each(pairs)('tells what is wanted by %s', (name, purpose, wanted) => {
		expect(closest({ name, purpose }, tools)?.manifest.name).toBe(wanted);
	});

	it('offers no tool that has been set aside', () => {
		const [first] = known;
		const wanted = { name: first?.name ?? '', purpose: first?.purpose ?? '' };
		expect(closest(wanted, tools)?.manifest.name).toBe(first?.name);
		const aside = known.map((words) => toolOf(words, words === first));
		expect(closest(wanted, aside)).toBeUndefined();
	});

	it('finds nothing among none', () => {
		expect(closest({ name: 'sum_by_column', purpose: 'Sum' }, [])).toBeUndefined();
	});
});
