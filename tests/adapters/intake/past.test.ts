import { describe, expect, it } from 'vitest';
import { createInterruptions } from '../../../src/adapters/intake/interruptions.ts';
import { createPast, type FoundMessage, type PastSource } from '../../../src/adapters/intake/past.ts';
import { asStored, createReread } from '../../../src/adapters/intake/reread.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { nothingEarlier } from '../../../src/chat/past.ts';

const thread = { platform: 'slack', id: 'T1-C1-1' } as const;
const signal = new AbortController().signal;
const ada = { id: 'slack:T1/U1', name: 'Ada' };
const file = { name: 'a.csv', source: 'T1/F1' };
const said = { id: '1', name: 'Ada', at: '2026-01-01T00:00:00.000Z', text: 'look' };
const { id: _id, ...told } = said;

function pastOf(changes: Partial<PastSource>) {
	return createPast({
		findEarlier: async () => ({ first: [], leftOut: { kind: 'none' }, newest: [] }),
		findPage: async () => ({ messages: [], next: undefined, total: undefined }),
		troubleIn: (action, error) => new Error(`Cannot ${action}`, { cause: error }),
		log: silentLogger,
		...changes,
	});
}

async function earlier(...newest: readonly FoundMessage[]) {
	const findEarlier = async () => ({ ...nothingEarlier, first: [], newest });
	return (await pastOf({ findEarlier }).earlier(thread, 'T1/C1/2', signal)).newest;
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
		expect(one).toEqual({ ...told, files: [file] });
	});

	it('is a page with ids, for whose files nobody is asked', async () => {
		const sharer = () => Promise.reject(new Error('Nobody asks'));
		const findPage = async () => ({ messages: [{ ...said, files: [file], sharer }], next: '1', total: 9 });
		const page = await pastOf({ findPage }).page(thread, undefined, signal);
		expect(page).toEqual({ messages: [{ ...said, files: [file] }], next: '1', total: 9 });
	});

	it('fails with what the platform makes of the failure, and with the signal’s reason once that has fired', async () => {
		const fail = () => Promise.reject(new Error('limited'));
		const past = pastOf({ findEarlier: fail, findPage: fail });
		await expect(past.earlier(thread, '', signal)).rejects.toThrow('Cannot read what was said before in this thread');
		await expect(past.page(thread, '', signal)).rejects.toThrow('Cannot read what was said in this thread');
		await expect(past.earlier(thread, '', AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');
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
		const read = (key: string, since?: number) => reread({ thread, key, text: '', files: 0, since }, signal);
		expect(await read('m1', 900)).toEqual(asStored);
		expect(await read('press')).toEqual(asStored);
		expect(await read('m1')).toEqual({ state: 'gone' });
		interruptions.note();
		now = 2000;
		expect(await read('m1', 900)).toEqual({ state: 'gone' });
		expect(await read('m1', 1000)).toEqual(asStored);
	});
});
