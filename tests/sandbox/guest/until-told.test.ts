import { expect, it } from 'vitest';
import { createUntilTold } from '../../../src/sandbox/guest/until-told.ts';

it('what was being written is told once, by whoever asks while it is still being ended, too', async () => {
	const unfinished = createUntilTold<string>((path) => path);
	const { promise, resolve } = Promise.withResolvers<readonly string[]>();
	unfinished.add(promise);
	unfinished.add(Promise.reject(new Error('it could not be ended')));
	unfinished.add(Promise.resolve(['b', 'a']));
	const told = unfinished.take();
	resolve(['a', 'c']);
	expect((await told).toSorted()).toEqual(['a', 'b', 'c']);
	expect(await unfinished.take()).toEqual([]);
});
