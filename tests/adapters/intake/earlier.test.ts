import { describe, expect, it } from 'vitest';
import { createEarlier, type FoundMessage } from '../../../src/adapters/intake/earlier.ts';
import { createInterruptions } from '../../../src/adapters/intake/interruptions.ts';
import { asStored, createReread } from '../../../src/adapters/intake/reread.ts';
import { silentLogger } from '../../../src/base/log.ts';

const thread = { platform: 'slack', id: 'T1-C1-1' } as const;
const signal = new AbortController().signal;
const ada = { id: 'slack:T1/U1', name: 'Ada' };
const file = { name: 'a.csv', source: 'T1/F1' };
const said = { name: 'Ada', at: '2026-01-01T00:00:00.000Z', text: 'look' };

function earlier(...found: readonly FoundMessage[]) {
	const troubleIn = (action: string, error: unknown) => new Error(`Cannot ${action}`, { cause: error });
	return createEarlier({ find: async () => found, troubleIn, log: silentLogger })(thread, 'T1/C1/2', signal);
}

describe('what was said before', () => {
	it('names who shared files, and asks for nobody where there are none', async () => {
		const asked: string[] = [];
		const sharer = (name: string) => async () => {
			asked.push(name);
			return ada;
		};
		const all = await earlier(
			{ ...said, files: [], sharer: sharer('first') },
			{ ...said, files: [file], sharer: sharer('second') },
			{ ...said, files: [file], sharer: async () => undefined },
		);
		expect(all.map(({ person }) => person)).toEqual([undefined, ada, undefined]);
		expect(asked).toEqual(['second']);
		expect(all[1]).not.toHaveProperty('sharer');
	});

	it('comes without a person where nobody says now who it was', async () => {
		const [one] = await earlier({ ...said, files: [file], sharer: () => Promise.reject(new Error('away')) });
		expect(one).toEqual({ ...said, files: [file] });
	});

	it('fails with what the platform makes of the failure, and with the signal’s reason once that has fired', async () => {
		const find = () => Promise.reject(new Error('limited'));
		const troubleIn = (action: string) => new Error(`Cannot ${action}`);
		const read = createEarlier({ find, troubleIn, log: silentLogger });
		await expect(read(thread, '', signal)).rejects.toThrow('Cannot read what was said before in this thread');
		await expect(read(thread, '', AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');
	});
});

describe('a message that waited', () => {
	it('is asked for only where a change of it can have passed us by', async () => {
		let now = 1000;
		const interruptions = createInterruptions(() => now);
		const reread = createReread({
			placeOf: (key) => (key.startsWith('m') ? key : undefined),
			ask: async () => ({ state: 'gone' }),
			interruptions,
		});
		const read = (key: string, since?: number) => reread({ thread, key, text: '', since }, signal);
		expect(await read('m1', 900)).toEqual(asStored);
		expect(await read('press')).toEqual(asStored);
		expect(await read('m1')).toEqual({ state: 'gone' });
		interruptions.note();
		now = 2000;
		expect(await read('m1', 900)).toEqual({ state: 'gone' });
		expect(await read('m1', 1000)).toEqual(asStored);
	});
});
