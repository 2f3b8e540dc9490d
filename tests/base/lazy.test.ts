import { expect, test } from 'vitest';
import { lazy } from '../../src/base/lazy.ts';

test('something is made once for all who ask', async () => {
	let made = 0;
	const thing = lazy(async () => {
		made += 1;
		return made;
	});
	expect(thing.made()).toBeUndefined();
	expect(await Promise.all([thing.get(), thing.get()])).toEqual([1, 1]);
	expect(await thing.made()).toBe(1);
});

test('something that could not be made is tried again by whoever asks next', async () => {
	let tries = 0;
	const thing = lazy(async () => {
		tries += 1;
		if (tries === 1) throw new Error('No descriptors are left');
		return tries;
	});
	await expect(thing.get()).rejects.toThrow('No descriptors');
	expect(thing.made()).toBeUndefined();
	expect(await thing.get()).toBe(2);
});
