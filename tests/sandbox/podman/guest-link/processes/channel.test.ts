import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Channel, createChannel } from '../../../../../src/sandbox/podman/guest-link/processes/channel.ts';
import {
	mostPiece,
	mostProcesses,
	type NoteBody,
	readNote,
	toMessage,
	windowBytes,
} from '../../../../../src/sandbox/process-wire.ts';

/** A channel with one process, and what its guest is told. */
function begun() {
	const sent: ReturnType<typeof readNote>[] = [];
	const channel = createChannel(async (message) => void sent.push(readNote(message)));
	let number = 0;
	const tell = (body: NoteBody, process = 1): void => {
		number += 1;
		channel.take(toMessage({ ...body, process, number }));
	};
	return { channel, process: channel.begin(), tell, sent };
}

const data = (length: number): NoteBody => ({ kind: 'data', bytes: Buffer.alloc(length, 'x') });
const ended: NoteBody = { kind: 'ended', code: 0, words: Buffer.of() };

describe('The host', () => {
	it.each<[string, (guest: ReturnType<typeof begun>) => void]>([
		[
			'more than there is room for',
			({ tell }) => {
				for (let n = 0; n < 5; n += 1) tell(data(mostPiece));
			},
		],
		['of a process that never was', ({ tell }) => tell(data(1), 2)],
		[
			'of a process that has ended',
			({ tell }) => {
				tell(ended);
				tell(data(1));
			},
		],
		[
			'twice that it ended',
			({ tell }) => {
				tell(ended);
				tell(ended);
			},
		],
		['that it ended, not how', ({ tell }) => tell({ kind: 'ended', words: Buffer.of() })],
		['the end of what only the host writes', ({ tell }) => tell({ kind: 'end' })],
		['room for what was never sent', ({ tell }) => tell({ kind: 'credit', count: 1 })],
	])('finds out a guest that tells %s', (_what, tells) => {
		expect(() => tells(begun())).toThrow(/^it (sent|gave|told|said) /);
	});

	it('lets the guest send more only as somebody reads', async () => {
		const { process, tell, sent } = begun();
		for (let n = 0; n < 4; n += 1) tell(data(mostPiece));
		await nextTurn();
		expect(sent).toEqual([]);
		process.seen.stream.resume();
		await nextTurn();
		const given = sent.reduce((sum, note) => sum + (note.kind === 'credit' ? note.count : 0), 0);
		expect(given).toBe(windowBytes);
	});

	it('writes only as the process reads, and never more than a note may have', async () => {
		const { process, tell, sent } = begun();
		let isTaken = false;
		process.seen.stream.write(Buffer.alloc(windowBytes + 10), () => {
			isTaken = true;
		});
		await nextTurn();
		expect(sent.map((note) => note.kind === 'data' && note.bytes.length)).toEqual(Array(4).fill(mostPiece));
		expect(isTaken).toBe(false);
		tell({ kind: 'credit', count: 10 });
		await nextTurn();
		expect(sent.at(-1)).toMatchObject({ kind: 'data', bytes: Buffer.alloc(10) });
		expect(isTaken).toBe(true);
	});

	it('gives what came before the end to whoever reads after it, and takes what is written then for nothing', async () => {
		const { process, tell } = begun();
		tell(data(100_000 - mostPiece));
		tell(data(mostPiece));
		tell({ kind: 'ended', signal: 'SIGTERM', words: Buffer.from('b\u001b[2Jye') });
		expect(await process.seen.ended).toEqual({ kind: 'signal', signal: 'SIGTERM' });
		expect(process.seen.lastWords()).toBe('b\\x1b[2Jye');
		await new Promise((resolve) => process.seen.stream.write('late', resolve));
		let bytes = 0;
		for await (const chunk of process.seen.stream) bytes += (chunk as Buffer).length;
		expect(bytes).toBe(100_000);
	});

	it('tells all that run that their sandbox is gone, and begins no more', async () => {
		const { channel, process } = begun();
		const broken = new Promise((resolve) => process.seen.stream.once('error', resolve));
		channel.lose('out of memory');
		expect(await process.seen.ended).toEqual({ kind: 'lost', why: 'out of memory' });
		expect(String(await broken)).toContain('out of memory');
		expect(() => channel.begin()).toThrow('the sandbox ended: out of memory');
	});

	it('begins eight at once at most, and another when one has ended or was not opened', () => {
		const { channel, tell } = begun();
		const next = (): ReturnType<Channel['begin']> => channel.begin();
		for (let n = 1; n < mostProcesses; n += 1) next();
		expect(next).toThrow('8 run already');
		tell(ended);
		const { number } = next();
		expect(next).toThrow('8 run already');
		channel.forget(number);
		expect(next().number).toBe(number + 1);
	});
});
