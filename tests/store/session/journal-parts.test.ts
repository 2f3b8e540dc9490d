import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAtomically } from '../../../src/store/files/write-atomically.ts';
import type { Step } from '../../../src/store/journal.ts';
import { createEraser } from '../../../src/store/session/eraser.ts';
import { settleRewriting } from '../../../src/store/session/journal-rewrite.ts';
import { openSessions, viewSession } from '../../../src/store/session/session-folder.ts';
import { holdingAny } from '../../support/holding-any.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { notice, openJournal, textsOf } from './notices.ts';

const lease = { session: 's', token: 1 };

const firstPart = 'journal-0000000001.jsonl.zst';
const secondPart = 'journal-0000000003.jsonl.zst';

class Killed extends Error {
	override readonly name = 'Killed';
}

/** Replaces files until it has done so many half steps: before one, or right behind it, the process ends. */
function killedAt(halves: number): typeof writeAtomically {
	let left = halves;
	const step = () => {
		if (left-- === 0) throw new Killed();
	};
	return async (path, data) => {
		step();
		await writeAtomically(path, data);
		step();
	};
}

const number = fc.nat(20);
const operation = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('append' as const), text: fc.string({ maxLength: 8 }) }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), at: number, halves: fc.constant(99) }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), at: number, halves: fc.nat(4) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('rewrite' as const), text: fc.string({ maxLength: 3 }) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

/** Does it, in a process of its own; answers the texts that are to be there then. */
async function carryOut(one: Operation, path: string, texts: readonly string[]): Promise<readonly string[]> {
	await using journal = openJournal(path, 'halves' in one ? killedAt(one.halves) : writeAtomically);
	if (one.do === 'append') await journal.append(lease, notice(one.text));
	else if (one.do === 'rewrite') await journal.rewrite(lease, () => notice(one.text));
	else await journal.closeSegment(lease, one.at).catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
	expect(await textsOf(journal)).toEqual(await textsOf(openJournal(path)));
	if (one.do === 'close') return texts;
	return one.do === 'append' ? [...texts, one.text] : texts.map(() => one.text);
}

describe('a journal in parts', () => {
	it('reads as one that was never closed, wherever it was closed and killed', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		const property = fc.asyncProperty(fc.array(operation, { maxLength: 14 }), fc.nat(15), async (operations, from) => {
			for (const name of await readdir(dir.path)) await rm(join(dir.path, name));
			let texts: readonly string[] = [];
			for (const one of operations) texts = await carryOut(one, path, texts);
			const seq = Math.min(from, texts.length);
			expect(await textsOf(openJournal(path), seq)).toEqual(texts.slice(seq));
			expect(await openJournal(path).highestLease()).toBe(texts.length === 0 ? 0 : 1);
		});
		await fc.assert(property, { numRuns: 60 });
	});

	it('is rewritten as a whole or not at all, wherever that was killed', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		await using journal = openJournal(path);
		for (const text of ['text 1', 'text 2', 'text 3', 'text 4', 'text 5']) await journal.append(lease, notice(text));
		for (const seq of [2, 4]) await journal.closeSegment(lease, seq);
		const whole = await readFile(join(dir.path, firstPart));
		// Not settled yet.
		await writeFile(join(dir.path, `${firstPart}.next`), 'half');
		await settleRewriting(path);
		expect((await readdir(dir.path)).sort()).toEqual([firstPart, secondPart, 'journal.jsonl']);
		expect(await readFile(join(dir.path, firstPart))).toEqual(whole);
		// Settled, and one of the closed parts has taken its place already.
		await writeFile(join(dir.path, `${secondPart}.next`), await readFile(join(dir.path, secondPart)));
		await writeFile(`${path}.next`, (await readFile(path, 'utf8')).replaceAll('"text ', '"word '));
		await settleRewriting(path);
		expect((await readdir(dir.path)).sort()).toEqual([firstPart, secondPart, 'journal.jsonl']);
		expect(await textsOf(openJournal(path))).toEqual(['text 1', 'text 2', 'text 3', 'text 4', 'word 5']);
	});
});

describe('a part that was being closed when the process died', () => {
	it('holds no word any more once the journal is rewritten', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		await using dying = openJournal(path, killedAt(1));
		for (const text of ['text 1', 'text 2', 'text 3']) await dying.append(lease, notice(text));
		await expect(dying.closeSegment(lease, 2)).rejects.toBeInstanceOf(Killed);
		expect(await holdingAny(dir.path, ['text 1'])).toEqual([firstPart, 'journal.jsonl']);
		await openJournal(path).rewrite(lease, () => notice('gone'));
		expect(await holdingAny(dir.path, ['text 1'])).toEqual([]);
	});
});

describe('a rewriting that fails in the middle', () => {
	it('has changed nothing', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		await using journal = openJournal(path);
		for (const text of ['text 1', 'text 2', 'text 3']) await journal.append(lease, notice(text));
		for (const seq of [1, 2]) await journal.closeSegment(lease, seq);
		const failing = (step: Step): Step => {
			if (step.type === 'notice' && step.text === 'text 3') throw new Error('cannot be changed');
			return notice('gone');
		};
		await expect(journal.rewrite(lease, failing)).rejects.toThrow('cannot be changed');
		await journal.append(lease, notice('text 4'));
		for (const reader of [journal, openJournal(path)])
			expect(await textsOf(reader)).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
		expect((await readdir(dir.path)).filter((name) => name.endsWith('.next'))).toEqual([]);
	});
});

describe('a rewriting that the disk does not let be done', () => {
	it('is done before anything is written again', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		await using journal = openJournal(path);
		for (const text of ['text 1', 'text 2', 'text 3', 'text 4']) await journal.append(lease, notice(text));
		for (const seq of [2, 3]) await journal.closeSegment(lease, seq);
		const inTheWay = join(dir.path, secondPart);
		await rm(inTheWay);
		await mkdir(inTheWay);
		await expect(journal.rewrite(lease, () => notice('gone'))).rejects.toThrow(secondPart);
		await rm(inTheWay, { recursive: true });
		expect((await journal.append(lease, notice('text 5'))).seq).toBe(5);
		for (const reader of [journal, openJournal(path)])
			expect(await textsOf(reader)).toEqual(['gone', 'gone', 'gone', 'text 5']);
	});
});

describe('a session with closed parts', () => {
	const id = 'slack-T1-C1-1';
	const own = { session: id, token: 1 };

	async function home(path: string, text: string): Promise<string> {
		await using sessions = openSessions(path);
		const { journal } = await sessions.open(id);
		for (const one of [text, 'x'.repeat(70_000), 'last']) await journal.append(own, notice(one));
		await journal.closeSegment(own, 2);
		return join(path, 'sessions', id, 'state');
	}

	it('is found by words in them, and read by readers', async () => {
		await using dir = await tempDir();
		await home(dir.path, 'said by "U7"');
		await using sessions = openSessions(dir.path);
		expect(await sessions.has(id, 'said by "U7"')).toBe(true);
		expect(await sessions.has(id, 'U8')).toBe(false);
		expect((await viewSession(dir.path, id).journal.after(0)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
	});

	it('has a rewriting that a crash has cut short ended when it is opened', async () => {
		await using dir = await tempDir();
		const state = await home(dir.path, 'secret');
		const path = join(state, 'journal.jsonl');
		await writeFile(`${path}.next`, (await readFile(path, 'utf8')).replace('last', 'late'));
		await using sessions = openSessions(dir.path);
		await sessions.open(id);
		expect((await readdir(state)).sort()).toEqual([firstPart, basename(path)]);
		expect(await readFile(path, 'utf8')).toContain('late');
	});

	it('keeps them until they are rewritten, when all else is erased', async () => {
		await using dir = await tempDir();
		const state = await home(dir.path, 'secret');
		await writeFile(join(state, '..', 'outputs', firstPart), 'of somebody');
		await createEraser(dir.path).contents(id);
		expect((await readdir(state)).sort()).toEqual([firstPart, 'journal.jsonl']);
		expect(await readdir(join(state, '..', 'outputs'))).toEqual([]);
	});
});
