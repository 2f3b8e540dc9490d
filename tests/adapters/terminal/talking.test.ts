import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import type { AgentEvent, Telling } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { rejection } from '../../support/rejection.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { contractQuestion } from '../adapter-contract.ts';
import { createFakeCore } from '../fake-core.ts';
import { openTerminal } from './open-terminal.ts';

/** A command asks. */
function answer(inbound: Inbound, signal: AbortSignal): AsyncIterable<AgentEvent> | Telling {
	const turn = `turn-${inbound.key}`;
	if (inbound.type !== 'command') return turnFor(inbound, turn, signal);
	const question = { ...contractQuestion, turn };
	return { session: 's', turn, answers: inbound.key, events: [{ type: 'question', key: `${turn}/q`, question }] };
}

/** A turn that asks, when the message says so, or runs until it is stopped. */
async function* turnFor(inbound: Inbound, turn: string, signal: AbortSignal): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', session: 's', turn };
	const text = inbound.type === 'message' ? inbound.text : inbound.type;
	if (text.includes('ask')) {
		yield { type: 'question', key: `${turn}/q`, question: { ...contractQuestion, turn } };
		yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'waiting', question: 'q1' };
		return;
	}
	if (text.includes('long')) await rejection(signal).catch(() => {});
	yield { type: 'message', key: `${turn}/m`, step: 1, text: `Answer to ${text}`, final: true };
	yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'done' };
}

async function openWithCore(kind: 'plain' | 'keys') {
	const dir = await tempDir();
	const core = createFakeCore(answer);
	const under = await openTerminal({
		folder: dir.path,
		accept: core.accept,
		whenIdle: core.whenIdle,
		isTty: kind === 'keys',
		// Two presses are at once, however slow the machine is.
		clock: () => Date.UTC(2026, 0, 1),
	});
	core.attach(under.terminal);
	return {
		...under,
		core,
		dir: dir.path,
		shows: (text: string) => waitFor(() => under.screen().join('\n').includes(text), `"${text}" on the screen`),
		kinds: () => core.inbounds.map(({ type }) => type),
		async [Symbol.asyncDispose]() {
			await under[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

describe('a command that asks', () => {
	it('is answered by the next line', async () => {
		await using at = await openWithCore('keys');
		at.input.write('/status\r');
		await at.shows('1-2');
		at.input.write('2\r');
		await waitFor(() => at.kinds().length === 2, 'the answer');
		expect(at.core.inbounds[1]).toMatchObject({ type: 'answer', question: 'q1', value: 'region' });
	});
});

describe('lines from a pipe', () => {
	it('are taken one after another, and their end leaves when all is done', async () => {
		await using at = await openWithCore('plain');
		at.input.end('ask me\n2\nlast');
		await waitFor(() => at.left() === 1, 'the terminal to leave');
		expect(at.core.inbounds).toMatchObject([
			{ type: 'message', text: 'ask me', files: [] },
			{ type: 'answer', question: 'q1', value: 'region' },
			{ type: 'message', text: 'last' },
		]);
		expect(at.output()).toContain('Answer to last');
	});

	it('stop what was said before at once, also what still waits behind what runs', async () => {
		await using at = await openWithCore('plain');
		at.input.write('long work\nnext\n');
		await waitFor(() => at.core.inbounds.length === 1, 'the first message');
		at.input.write('stop\n');
		await at.shows('Answer to long work');
		expect(at.kinds()).toEqual(['message', 'message', 'stop']);
	});

	it('stop what comes with them in one piece, and not what is said after it', async () => {
		await using at = await openWithCore('plain');
		at.input.write('long work\nnext\nstop\nlast\n');
		await at.shows('Answer to last');
		expect(at.kinds()).toEqual(['message', 'message', 'stop', 'message']);
	});

	it('leave at /quit when what came before is done', async () => {
		await using at = await openWithCore('plain');
		at.input.end('one\n/quit\nnever\n');
		await waitFor(() => at.left() === 1, 'the terminal to leave');
		expect(at.core.inbounds).toMatchObject([{ text: 'one' }]);
		expect(at.output()).toContain('Answer to one');
	});

	it('become commands by their name, and what is mistyped is told, not sent', async () => {
		await using at = await openWithCore('plain');
		at.input.end('/load local-2\n/laod x\n');
		await waitFor(() => at.left() === 1, 'the terminal to leave');
		expect(at.core.inbounds).toMatchObject([{ type: 'command', name: 'load', args: 'local-2' }]);
		expect(at.output()).toContain('There is no command /laod; did you mean /load? /help lists them');
	});

	it('are not sent with a file that is refused, and are sent with a warning where there is none', async () => {
		await using at = await openWithCore('plain');
		await mkdir(join(at.dir, 'folder'));
		await writeFile(join(at.dir, 'big.csv'), 'x'.repeat(1001));
		await writeFile(join(at.dir, 'ok.csv'), 'x');
		at.input.end('see @folder\nsee @big.csv and @ok.csv\nsee @nope.csv and @ok.csv\n');
		await waitFor(() => at.left() === 1, 'the terminal to leave');
		const source = join(at.dir, 'ok.csv');
		expect(at.core.inbounds).toMatchObject([
			{ text: 'see @nope.csv and @ok.csv', files: [{ name: 'ok.csv', size: 1, source }] },
		]);
		expect(at.output()).toContain('Cannot hand in "folder": it is a folder');
		expect(at.output()).toContain('Cannot hand in "big.csv": it is 1001 bytes, the limit is 1000 bytes');
		expect(at.output()).toContain('There is no file @nope.csv; it is sent as plain text');
	});
});

describe('the terminal', () => {
	it('says so and gives the line back when it cannot be stored', async () => {
		await using dir = await tempDir();
		const accept = () => Promise.reject(new ProblemError('Cannot write "/srv/home/store.db"', 'Free some space'));
		await using under = await openTerminal({ folder: dir.path, accept, isTty: true });
		under.input.write('hello\r');
		await waitFor(() => under.screen().at(-1) === '› hello', 'the line to come back');
		expect(under.screen()[0]).toBe('  Cannot take this in: Cannot write "store.db". Free some space');
	});
});

describe('keys', () => {
	it('Ctrl-C stops what runs and keeps the line; twice leaves', async () => {
		await using at = await openWithCore('keys');
		at.input.write('long work\r');
		await at.shows('› long work');
		at.input.write('half a line\u0003');
		await at.shows('Answer to long work');
		expect(at.kinds()).toEqual(['message', 'stop']);
		await waitFor(() => at.screen().at(-1) === '› half a line', 'the line to be kept');
		expect(at.left()).toBe(0);
		at.input.write('\u0003');
		await waitFor(() => at.left() === 1, 'the terminal to leave');
	});

	it('Ctrl-C clears the line, then says how to leave', async () => {
		await using at = await openWithCore('keys');
		at.input.write('typed\u0003');
		await waitFor(() => at.screen().at(-1) === '›', 'the line to be cleared');
		at.input.write('\u0003');
		await at.shows('Press Ctrl-C again to leave');
		at.input.write('\u0003');
		await waitFor(() => at.left() === 1, 'the terminal to leave');
		expect(at.core.inbounds).toEqual([]);
	});

	it('Ctrl-D and /quit leave, and what runs is stopped', async () => {
		for (const keys of ['\u0004', '/quit\r']) {
			await using at = await openWithCore('keys');
			at.input.write('long work\r');
			await at.shows('› long work');
			at.input.write(keys);
			await waitFor(() => at.left() === 1, 'the terminal to leave');
			expect(at.kinds()).toEqual(['message', 'stop']);
		}
	});

	it('the bare word stop stops what runs; else it is a message', async () => {
		await using at = await openWithCore('keys');
		at.input.write('stop\r');
		await at.shows('Answer to stop');
		at.input.write('long work\r');
		await at.shows('› long work');
		at.input.write('stop\r');
		await at.shows('Answer to long work');
		expect(at.kinds()).toEqual(['message', 'message', 'stop']);
	});

	it('a message during a turn waits and says so', async () => {
		await using at = await openWithCore('keys');
		at.input.write('long work\r');
		await at.shows('› long work');
		at.input.write('and then\r');
		await at.shows('queued behind what is running');
		at.input.write('\u0003');
		await at.shows('Answer to and then');
	});

	it('several pasted lines are one message, in which no file is looked for', async () => {
		await using at = await openWithCore('keys');
		at.input.write('see \u001b[200~def f():\r\t@cache\rstop\u001b[201~ !\r');
		await at.shows('Answer to see');
		expect(at.core.inbounds).toMatchObject([{ type: 'message', text: 'see def f():\n\t@cache\nstop !', files: [] }]);
		expect(at.screen().join('\n')).not.toContain('There is no file');
	});

	it('Tab completes a command, its argument and a path, and shows what there is to choose', async () => {
		await using at = await openWithCore('keys');
		await writeFile(join(at.dir, 'sales.csv'), '');
		at.input.write('/lo\t');
		await waitFor(() => at.screen().at(-1) === '› /load', 'the command');
		at.input.write('loc\t');
		await at.shows('  local-1  local-2');
		at.input.write('\u0003see @sa\t');
		await waitFor(() => at.screen().at(-1) === '› see @sales.csv', 'the path');
	});

	it('Escape leaves a question open, Enter takes it up again', async () => {
		await using at = await openWithCore('keys');
		at.input.write('ask me\r');
		await waitFor(() => at.screen().at(-1) === '1-2 ›', 'the question');
		at.input.write('\u001b');
		await at.shows('The question stays open');
		at.input.write('a message\r');
		await at.shows('Answer to a message');
		at.input.write('\r');
		await waitFor(() => at.screen().at(-1) === '1-2 ›', 'the question again');
		at.input.write('5\r');
		await at.shows('Type a number from 1 to 2');
		at.input.write('\u00031\r');
		await at.shows('Answer to answer');
		expect(at.core.inbounds).toMatchObject([
			{ type: 'message' },
			{ type: 'message' },
			{ type: 'answer', value: 'area' },
		]);
	});

	it('the arrow brings back what was typed before, in an earlier process too', async () => {
		await using dir = await tempDir();
		for (const typed of ['remember this\r', '\u001b[A']) {
			await using under = await openTerminal({ folder: dir.path, isTty: true });
			under.input.write(typed);
			await waitFor(() => under.screen().some((row) => row === '› remember this'), 'the line');
		}
	});
});
