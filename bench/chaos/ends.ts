import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';

/** How the turns of a home have ended, by their journals. */
export interface Ends {
	/** The numbers of messages whose turn failed, and said so, with the reason that it gave. */
	readonly failed: ReadonlyMap<string, string>;
	/** The numbers of messages that stand in a journal. */
	readonly kept: ReadonlySet<string>;
	/** The entries of the journals in which a text stands, cut. */
	entriesWith(text: string): readonly string[];
	/** Turns without an end, or with one that was not shown, in words for people. */
	readonly open: readonly string[];
}

const entry = z.object({
	step: z.looseObject({
		turn: z.string().optional(),
		type: z.string(),
		outcome: z.object({ outcome: z.string(), reason: z.string().optional() }).optional(),
	}),
});

interface Turn {
	readonly numbers: Set<string>;
	readonly types: Set<string>;
	outcome: string | undefined;
	reason: string;
}

export async function endsOf(home: string): Promise<Ends> {
	const sessions = join(home, 'sessions');
	const names = await readdir(sessions);
	const texts = await Promise.all(
		names.map(async (name) => [name, await readJournal(join(sessions, name, 'state'))] as const),
	);
	const turns = texts.flatMap(([name, text]) =>
		[...turnsIn(text)].map(([turn, of]) => [`${name} ${turn}`, of] as const),
	);
	const isOpen = ({ types }: Turn) => types.has('taken') && !(types.has('ended') && types.has('shown'));
	return {
		entriesWith: (word) => texts.flatMap(([, text]) => linesWith(word, text)),
		kept: new Set(texts.flatMap(([, text]) => [...numbersIn(text)])),
		failed: new Map(turns.flatMap(([, turn]) => failedIn(turn))),
		open: turns.filter(([, turn]) => isOpen(turn)).map(([name, { types }]) => `${name}: ${[...types].join(', ')}`),
	};
}

const around = 400;

function linesWith(word: string, text: string): readonly string[] {
	const lines = text.split('\n').filter((line) => line.includes(word));
	return lines.map((line) => line.slice(Math.max(0, line.indexOf(word) - around), line.indexOf(word) + around));
}

function failedIn({ outcome, numbers, reason }: Turn): [string, string][] {
	return outcome === 'failed' ? [...numbers].map((number) => [number, reason]) : [];
}

/** With the parts that are put away (`journal-<number>.jsonl.zst`), in order. */
async function readJournal(folder: string): Promise<string> {
	const parts = (await readdir(folder)).filter((name) => /^journal-\d+\.jsonl\.zst$/.test(name)).toSorted();
	const closed = await Promise.all(
		parts.map(async (name) => zstdDecompressSync(await readFile(join(folder, name))).toString()),
	);
	return [...closed, await readFile(join(folder, 'journal.jsonl'), 'utf8')].join('\n');
}

/** Each turn of a journal by its name. Pure. */
export function turnsIn(text: string): ReadonlyMap<string, Turn> {
	const turns = new Map<string, Turn>();
	for (const line of text.split('\n').filter(Boolean)) {
		const { turn, type, outcome } = entry.parse(JSON.parse(line)).step;
		if (turn === undefined) continue;
		const known = turns.get(turn) ?? { numbers: new Set(), types: new Set(), outcome: undefined, reason: '' };
		turns.set(turn, known);
		known.types.add(type);
		known.outcome = outcome?.outcome ?? known.outcome;
		known.reason = outcome?.reason ?? known.reason;
		if (type === 'taken') for (const number of numbersIn(line)) known.numbers.add(number);
	}
	return turns;
}

function numbersIn(text: string): readonly string[] {
	return [...text.matchAll(/This is no-(\d{4}),/g)].map(([, number = '']) => number);
}
