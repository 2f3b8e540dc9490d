import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, forgetWhere, keep } from '../../../src/agent/memory/keep.ts';
import { mostMemories } from '../../../src/agent/memory/memory.ts';
import { inForce, readIndex } from '../../../src/agent/memory/memory-index.ts';
import { openNotes } from '../../../src/store/notes/note-folders.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

let second = 0;

function draft(text: string, supersedes: readonly string[] = []): Draft {
	second += 1;
	const at = new Date(Date.parse('2026-11-28T10:00:00Z') + second * 1_000).toISOString();
	return { text, letter: 'm', at, from: 'Ada', person: 'slack:T1/U1', session: 's', turn: 't1', supersedes };
}

const inSession = { kind: 'session', session: 'local-a' } as const;
const folderIn = ({ path }: TempDir) => openNotes(path).open(inSession);
const fileIn = ({ path }: TempDir, name: string) => join(path, 'sessions', 'local-a', name);

async function keptId(given: Draft, folder: ReturnType<typeof folderIn>): Promise<string> {
	const made = await keep(given, folder);
	return made.kind === 'refused' ? made.why : made.id;
}

async function linesIn(folder: ReturnType<typeof folderIn>): Promise<readonly string[]> {
	return inForce(await readIndex(folder)).map(({ line }) => line);
}

describe('a memory', () => {
	it('is a file with who said it, when, and in which turn, and a line of the index', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const id = await keptId({ ...draft('The launch is in May.\nNot before.'), at: '2026-11-28T10:00:00.000Z' }, folder);
		expect(await readFile(fileIn(dir, `memories/${id}.md`), 'utf8')).toBe(
			'---\nat: 2026-11-28T10:00:00.000Z\nfrom: Ada\nperson: slack:T1/U1\nsession: s\nturn: t1\n---\n\nThe launch is in May.\nNot before.\n',
		);
		const index = JSON.parse(await readFile(fileIn(dir, 'state/memory_registry.json'), 'utf8'));
		expect(index.memories).toMatchObject([{ id, line: 'The launch is in May.', at: '2026-11-28T10:00:00.000Z' }]);
	});

	it('is kept once, however often it is kept, and however it is set', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const same = ['The launch is in May.', 'the launch  is in May', 'The launch is in May!'];
		const ids = await Promise.all(same.map((text) => keptId(draft(text), folder)));
		expect(new Set(ids).size).toBe(1);
		expect(await linesIn(folder)).toEqual(['The launch is in May.']);
	});

	it('that another replaces stays, and is in force no more; said again, it replaces what has replaced it', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const berlin = await keptId(draft('The office is in Berlin'), folder);
		const munich = await keptId(draft('The office is in Munich', [berlin]), folder);
		expect(await linesIn(folder)).toEqual(['The office is in Munich']);
		expect((await readIndex(folder)).memories).toHaveLength(2);
		expect(await keptId(draft('The office is in Berlin'), folder)).toBe(berlin);
		expect(await linesIn(folder)).toEqual(['The office is in Berlin']);
		expect(await keptId(draft('The office is in Munich'), folder)).toBe(munich);
		expect(await linesIn(folder)).toEqual(['The office is in Munich']);
	});

	it('that was said again and again between others keeps all of those replaced', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const red = await keptId(draft('The build is red'), folder);
		for (let at = 1; at <= 25; at += 1) {
			await keptId(draft(`The build is at step ${at}`, [red]), folder);
			await keptId(draft('The build is red'), folder);
		}
		expect(await linesIn(folder)).toEqual(['The build is red']);
	});

	it('is replaced also where the clock has gone back', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const old = await keptId({ ...draft('The office is in Berlin'), at: '2027-01-01T00:00:00.000Z' }, folder);
		await keptId({ ...draft('The office is in Munich', [old]), at: '2026-01-01T00:00:00.000Z' }, folder);
		expect(await linesIn(folder)).toEqual(['The office is in Munich']);
	});

	it('that is forgotten takes what it had replaced with it', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const berlin = await keptId(draft('The office is in Berlin'), folder);
		const munich = await keptId(draft('The office is in Munich', [berlin]), folder);
		await keptId(draft('The launch is in May'), folder);
		expect(await forgetWhere(({ id }) => id === munich, folder)).toEqual([munich, berlin]);
		expect(await linesIn(folder)).toEqual(['The launch is in May']);
	});

	it.each([
		['of nothing', '  \n--- ', 'There is nothing in it to remember'],
		['that is too long', 'ä'.repeat(1_025), 'It is too long (2050 bytes; at most 2048)'],
	])('%s is not kept', async (_, text, why) => {
		await using dir = await tempDir();
		expect(await keptId(draft(text), folderIn(dir))).toContain(why);
	});

	it('that is to replace one that is not there is not kept', async () => {
		await using dir = await tempDir();
		expect(await keptId(draft('A fact', ['m-0']), folderIn(dir))).toBe('There is no memory m-0 to replace there');
	});

	it('is refused where there are as many as may be, and those that were replaced make room', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		await keptId(draft('first'), folder);
		await Promise.all(
			Array.from({ length: mostMemories - 1 }, (_, at) =>
				writeFile(fileIn(dir, `memories/h${at}.md`), `---\nat: 2026-01-01\n---\nby hand ${at}`),
			),
		);
		expect(await keptId(draft('one more'), folder)).toContain(`There are ${mostMemories} memories already`);
		expect(await keptId(draft('instead', ['h1']), folder)).toMatch(/^m-/);
		await rm(fileIn(dir, 'memories/h2.md'));
		expect(await keptId(draft('one more'), folder)).toMatch(/^m-/);
		expect((await readIndex(folder)).memories.map(({ id }) => id)).not.toContain('h1');
	}, 60_000);
});

describe('the index', () => {
	it('follows what was changed by hand, and names what is damaged', async () => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		const id = await keptId(draft('The launch is in May'), folder);
		await writeFile(fileIn(dir, `memories/${id}.md`), 'The launch is in June');
		await writeFile(fileIn(dir, 'memories/mine.md'), '---\nat: soon\n---\nInvoices are due in 14 days');
		await writeFile(fileIn(dir, 'memories/empty.md'), '---\nat: 2026-01-01\n---\n');
		await writeFile(fileIn(dir, 'memories/large.md'), 'x'.repeat(300_000));
		const index = await readIndex(folder);
		expect(index.memories.map(({ line }) => line).toSorted()).toEqual([
			'Invoices are due in 14 days',
			'The launch is in June',
		]);
		expect(index.problems).toEqual([
			'empty.md: it says nothing',
			'large.md: it cannot be read',
			'mine.md: "at" is no time',
		]);
		await rm(fileIn(dir, `memories/${id}.md`));
		expect(await linesIn(folder)).toEqual(['Invoices are due in 14 days']);
		expect((await readIndex(folder)).problems).toEqual(index.problems);
	});

	it.each(['', '{', '{"version":2}', '[]'])('is made anew where it is %j', async (text) => {
		await using dir = await tempDir();
		const folder = folderIn(dir);
		await keptId(draft('The launch is in May'), folder);
		await writeFile(fileIn(dir, 'state/memory_registry.json'), text);
		expect(await linesIn(folder)).toEqual(['The launch is in May']);
	});

	it('has after any course of keeping and forgetting just what was said last of each thing', async () => {
		const step = fc.record({ act: fc.constantFrom('keep', 'replace', 'forget'), thing: fc.nat(2), value: fc.nat(3) });
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
				await using dir = await tempDir();
				const folder = folderIn(dir);
				const told = new Map<number, string>();
				for (const { act, thing, value } of steps) await take(act, { thing, value, told, folder });
				expect((await linesIn(folder)).toSorted()).toEqual([...told.values()].toSorted());
			}),
			{ numRuns: 25 },
		);
	}, 60_000);
});

interface Course {
	readonly thing: number;
	readonly value: number;
	/** The last that was said of each thing. */
	readonly told: Map<number, string>;
	readonly folder: ReturnType<typeof folderIn>;
}

async function take(act: 'keep' | 'replace' | 'forget', { thing, value, told, folder }: Course): Promise<void> {
	const text = `Number ${thing} is ${value}`;
	const before = inForce(await readIndex(folder)).filter(({ line }) => line === told.get(thing));
	if (act === 'forget') {
		await forgetWhere(({ id }) => before.some((one) => one.id === id), folder);
		told.delete(thing);
	} else if (act === 'replace' || before.length === 0) {
		await keep(
			draft(
				text,
				before.filter(({ line }) => line !== text).map(({ id }) => id),
			),
			folder,
		);
		told.set(thing, text);
	}
}
