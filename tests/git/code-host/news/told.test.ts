import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Remark, readTold, sinceOf, untold, writeTold } from '../../../../src/git/code-host/news/told.ts';

const start = Date.parse('2026-03-01T12:00:00Z');

interface Said extends Remark {
	readonly counts: boolean;
	/** At which look it is shown first. */
	readonly shown: number;
}

/** Remarks as a host shows them at that look: since the time of the mark, in whole seconds. */
function shownAt(look: number, all: readonly Said[], since: string | undefined): readonly Said[] {
	return all.filter(({ at, shown }) => shown <= look && (since === undefined || Date.parse(at) >= Date.parse(since)));
}

describe('untold()', () => {
	it('tells each version of a remark once, however late it is shown, and how many there are', () => {
		const said = fc.record({
			second: fc.nat(100),
			late: fc.nat(1),
			counts: fc.boolean(),
			version: fc.constantFrom('a', 'b'),
		});
		fc.assert(
			fc.property(fc.array(said, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (drawn, most) => {
				const all = drawn.map(
					({ second, late, counts, version }, index): Said => ({
						...{ id: `comment ${index}`, at: new Date(start + second * 1_000).toISOString(), version, counts },
						shown: Math.floor(second / 20) + late,
					}),
				);
				const told: string[] = [];
				let mark: string | undefined;
				for (let look = 0; look < 60; look += 1) {
					const before = readTold(mark);
					const found = untold(shownAt(look, all, sinceOf(before)), before, most, ({ counts }) => counts);
					expect(found.remarks.filter(({ counts }) => counts).length).toBeLessThanOrEqual(most);
					told.push(...found.remarks.map(({ id }) => id));
					mark = writeTold(found.told);
				}
				expect(told.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
			}),
			{ numRuns: 200 },
		);
	});

	it('takes a mark that is none for the beginning', () => {
		for (const mark of [undefined, '', 'x', '#', 'x#y']) expect(readTold(mark)).toEqual({ until: 0, known: new Set() });
		expect(sinceOf(readTold('2026-03-01T12:00:00.000Z#a'))).toBe('2026-03-01T11:58:00Z');
	});
});
