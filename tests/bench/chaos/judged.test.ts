import { describe, expect, it } from 'vitest';
import { judged, lostOf, rewrittenIn, withNames } from '../../../bench/chaos/judged.ts';
import { fileGivenWith } from '../../../bench/soak/conversation.ts';
import type { PlannedMessage } from '../../../bench/soak/plan.ts';
import type { SeenThread } from '../../../bench/soak/soak-platform.ts';

const message = (number: number): PlannedMessage => ({
	number,
	thread: 0,
	kind: 'tool',
	duplicate: false,
	disconnect: false,
	chance: 0,
});
const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const thread = (...files: SeenThread['files']): SeenThread => ({
	thread: undefined,
	answers: [],
	files,
	state: { repeated: [], unfinished: [], marks: [], underWay: undefined, pings: [] },
});

describe('what is held against a chaos', () => {
	it('is a file that was posted twice, but for one that a full disk has changed between', () => {
		const seen = [thread(file('a', '1'), file('a', '1'), file('b', '1'), file('b', '2'))];
		const twice = { name: 'posted-twice', unit: 'things', offenders: ['T: "a"', 'T: "b"'] };
		const { verdicts, notKept } = judged([twice], new Map(), rewrittenIn(seen));
		expect(verdicts).toEqual([{ ...twice, offenders: ['T: "a"'] }]);
		expect(notKept).toBe(1);
	});

	it('is no file of a turn that failed and said so', () => {
		const lost = { name: 'files-in-lost', unit: 'files', offenders: ['T: "given-0007.bin" is not there', 'T: no 8'] };
		expect(judged([lost], new Map([['0007', 'why']]), new Set()).verdicts[0]?.offenders).toEqual(['T: no 8']);
	});

	it('is no input that is called by its id, with its very bytes', () => {
		const { name, bytes } = fileGivenWith(7);
		const inputs = new Map([
			['F000007', bytes],
			['F000008', Buffer.from('other')],
		]);
		expect([...withNames(inputs, [message(7), message(8)]).keys()]).toEqual([name, 'F000008']);
	});

	it('is a thread of which a message that was taken is in no journal', () => {
		const load = { said: [[message(1), message(2)], [message(3)]], untaken: ['no 2: refused'] };
		expect(lostOf(load, new Set(['0001', '0003']))).toEqual([]);
		expect(lostOf(load, new Set(['0003']))).toEqual(['thread 0: no 1']);
	});
});
