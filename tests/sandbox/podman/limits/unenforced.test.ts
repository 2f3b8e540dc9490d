import { expect, it } from 'vitest';
import { outsideOf } from '../../../../src/sandbox/podman/container/namespace-group.ts';
import { limitWords, unenforcedLimits } from '../../../../src/sandbox/podman/limits/unenforced.ts';
import { hasUserOverlay } from '../../../../src/sandbox/podman/service/rootless.ts';

const none = { 'memory limit': 0, 'memory and swap limit': 0, 'CPU limit': 0, 'process limit': 'not known' };
const all = { 'memory limit': 1, 'memory and swap limit': 1, 'CPU limit': 1, 'process limit': 512 };

it('a limit that nothing holds is refused without root, unless it was accepted by name', () => {
	expect(() => unenforcedLimits(none, { accepted: [], groups: 'v1' })).toThrow(
		/no limit on memory, CPU, processes: without root, control groups of the first version/,
	);
	expect(() => unenforcedLimits({ ...all, 'CPU limit': 0 }, { accepted: [], groups: 'v2' })).toThrow(
		/no limit on CPU:/,
	);
	const loose = unenforcedLimits(none, { accepted: ['unenforced-limits'], groups: 'v1' });
	expect(limitWords(loose)).toEqual(['memory', 'CPU', 'processes']);
});

it('limits that hold are left to be compared, and so are all of them where they can hold', () => {
	expect(unenforcedLimits(all, { accepted: [], groups: 'v2' })).toEqual([]);
	expect(unenforcedLimits(none, { accepted: [], groups: 'able' })).toEqual([]);
});

it.each([
	['6.1.0-18-amd64', true],
	['5.13.0', true],
	['5.10.0-28-amd64', false],
	['4.19.0', false],
])('a kernel %s has an overlay for users: %s', (kernel, has) => {
	expect(hasUserOverlay(kernel)).toBe(has);
});

it('an id of a namespace is found outside of it, range by range', () => {
	const map = '         0       1001          1\n         1  300000000    1048576\n';
	expect([0, 1, 4097, 1_048_577].map((id) => outsideOf(id, map))).toEqual([1001, 300_000_000, 300_004_096, -1]);
	expect(outsideOf(4097, '0 0 4294967295\n')).toBe(4097);
});
