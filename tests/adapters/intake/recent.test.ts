import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/adapters/intake/cache.ts';
import { createRecent } from '../../../src/adapters/intake/recent.ts';

describe('what is remembered', () => {
	it('is forgotten when there is no more room, what was remembered longest ago first', () => {
		const recent = createRecent<number>(2);
		for (const [at, key] of ['a', 'b', 'a', 'c'].entries()) recent.remember(key, at);
		expect(['a', 'b', 'c'].map(recent.of)).toEqual([2, undefined, 3]);
		recent.forget('a');
		expect(recent.of('a')).toBeUndefined();
	});
});

describe('what was asked for', () => {
	const open = (maxEntries = 10) => {
		let now = 0;
		let loads = 0;
		const cache = createCache<number>({ ttlMs: 1000, maxEntries, now: () => now });
		const load = async () => ++loads;
		const wait = (ms: number) => {
			now += ms;
		};
		return { cache, load, wait };
	};

	it('is asked for once while it is fresh, by all who ask at once', async () => {
		const { cache, load, wait } = open();
		expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
		wait(999);
		expect(await cache.get('a', load)).toBe(1);
		wait(1);
		expect(await cache.get('a', load)).toBe(2);
	});

	it('is asked for again after a failure, and where there was no room for it', async () => {
		const { cache, load } = open(1);
		await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
		expect(await cache.get('a', load)).toBe(1);
		await cache.get('b', load);
		expect(await cache.get('a', load)).toBe(3);
	});

	it('need not be asked for when it was learned', async () => {
		const { cache, load } = open();
		cache.keep('a', 7);
		expect(await cache.get('a', load)).toBe(7);
	});
});
