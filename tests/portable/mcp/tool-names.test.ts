import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idCalled, toolNames } from '../../../src/portable/mcp/tool-names.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(_[a-z0-9]{1,40}){0,1}$/).filter((name) => name.length <= 48);
const ids = fc.uniqueArray(
	fc.tuple(word, word).map(([category, name]) => `${category}/${name}`),
	{ maxLength: 30 },
);

describe('toolNames()', () => {
	it('is the name alone, and with the category where two have it', () => {
		expect([...toolNames(['a/sum', 'b/sum', 'a/mean'])]).toEqual([
			['a__sum', 'a/sum'],
			['b__sum', 'b/sum'],
			['mean', 'a/mean'],
		]);
	});

	it('gives each tool one name of its own that model servers take', () => {
		fc.assert(
			fc.property(ids, (all) => {
				const names = toolNames(all);
				expect([...names.values()]).toEqual(all);
				for (const name of names.keys()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
			}),
		);
	});

	it('keeps long names apart', () => {
		const [category, name] = ['c'.repeat(48), 'n'.repeat(48)];
		const names = toolNames([`${category}/${name}`, `${category}x/${name}`, `${'d'.repeat(48)}/${name}`]);
		expect(names.size).toBe(3);
	});
});

describe('idCalled()', () => {
	it('finds every tool by its name, and by its full name whatever else there is', () => {
		fc.assert(
			fc.property(ids, (all) => {
				for (const [name, id] of toolNames(all)) expect(idCalled(name, all)).toBe(id);
				for (const id of all) if (id.length < 60) expect(idCalled(id.replace('/', '__'), all)).toBe(id);
			}),
		);
	});

	it('knows no other', () => {
		expect(idCalled('sum', ['a/sum', 'b/sum'])).toBeUndefined();
		expect(idCalled('', ['a/sum'])).toBeUndefined();
		expect(idCalled('constructor', ['a/sum'])).toBeUndefined();
	});
});
