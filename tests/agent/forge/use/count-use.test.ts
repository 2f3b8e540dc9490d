import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentOf, type ToolEntry, unused, versionOf } from '../../../../src/agent/forge/registry/registry.ts';
import { afterFailed, afterSuccess, newestSound } from '../../../../src/agent/forge/use/count-use.ts';
import { manifestOf } from '../../../support/kept-tools.ts';

const at = '2026-01-02T03:04:05Z';

function toolWith(versions: number, quarantined: readonly number[] = []): ToolEntry {
	const numbers = Array.from({ length: versions }, (_, index) => index + 1);
	const entries = numbers.map((version) => ({
		manifest: manifestOf(version),
		quarantined: quarantined.includes(version),
		use: unused,
	}));
	return { category: 'numbers', name: 'double_number', current: versions, versions: entries };
}

const failed = (tool: ToolEntry, version: number, input = {}) =>
	afterFailed(tool, version, { input, ms: 5, at, error: 'KeyError' });
const took = (tool: ToolEntry, version: number, input = {}) => afterSuccess(tool, version, { input, ms: 5, at });

describe('the count of runs', () => {
	it('keeps the newest inputs, each once, and none that is long', () => {
		const inputs = [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 'x'.repeat(4000) }, { n: 3 }, { n: 4 }, { n: 5 }, { n: 6 }];
		const after = inputs.reduce((tool, input) => failed(tool, 1, input), toolWith(1));
		expect(currentOf(after).use.failedInputs).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }, { n: 5 }, { n: 6 }]);
		const taken = inputs.reduce((tool, input) => took(tool, 1, input), toolWith(1));
		expect(currentOf(taken).use.takenInputs).toEqual([{ n: 4 }, { n: 5 }, { n: 6 }]);
	});

	it('changes only the version that ran', () => {
		const after = failed(toolWith(3), 2);
		expect([1, 3].map((version) => versionOf(after, version)?.use)).toEqual([unused, unused]);
		expect(versionOf(after, 2)?.use).toMatchObject({ calls: 1, failures: 1, ms: 5, lastAt: at, lastError: 'KeyError' });
	});

	it('moves the current version only when that is the one set aside', () => {
		const three = (tool: ToolEntry, version: number) => failed(failed(failed(tool, version), version), version);
		expect(three(toolWith(3), 2)).toMatchObject({ current: 3 });
		expect(three(toolWith(3), 3)).toMatchObject({ current: 2 });
		expect(three(toolWith(3, [2]), 3)).toMatchObject({ current: 1 });
		expect(three(toolWith(1), 1)).toMatchObject({ current: 1 });
		expect(newestSound(toolWith(2, [1]), 2)).toBeUndefined();
	});

	it('quarantines exactly what fails three times with nothing between, whatever comes in what order', () => {
		const run = fc.record({ version: fc.integer({ min: 1, max: 3 }), fails: fc.boolean() });
		fc.assert(
			fc.property(fc.array(run, { maxLength: 60 }), (runs) => {
				const after = runs.reduce(
					(tool, { version, fails }) => (fails ? failed(tool, version) : took(tool, version)),
					toolWith(3),
				);
				for (const version of [1, 2, 3]) {
					const own = runs.filter((one) => one.version === version).map(({ fails }) => (fails ? 'f' : 't'));
					const entry = versionOf(after, version);
					expect(entry?.quarantined).toBe(own.join('').includes('fff'));
					expect(entry?.use.calls).toBe(own.length);
					expect(entry?.use.failures).toBe(own.filter((one) => one === 'f').length);
				}
				const current = currentOf(after);
				const sound = after.versions.some((one) => !one.quarantined && one.manifest.version < after.current);
				expect(current.quarantined && sound).toBe(false);
			}),
		);
	});
});
