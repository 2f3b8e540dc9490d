import { describe, expect, it } from 'vitest';
import { createUnfinished } from '../../../../src/sandbox/podman/lifetime/unfinished.ts';

describe('Files whose writers were ended', () => {
	it('are known by session until they are taken, with the last time', () => {
		let now = 1;
		const of = createUnfinished(() => now);
		of('a').add(['x', 'y']);
		now = 2;
		of('a').add(['y']);
		of('b').add(['z']);
		expect([...of('a').take()]).toEqual([
			['x', 1],
			['y', 2],
		]);
		expect([...of('a').take()]).toEqual([]);
		expect([...of('b').take()]).toEqual([['z', 2]]);
	});

	it('are a thousand at most, however often that many are told of', () => {
		const of = createUnfinished(() => 1);
		for (const round of [1, 2, 3]) of('a').add(Array.from({ length: 500 }, (_, at) => `${round}-${at}`));
		expect(of('a').take().size).toBe(1000);
	});
});
