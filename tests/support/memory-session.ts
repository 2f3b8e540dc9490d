import { applyEntry, emptyHistory, type History } from '../../src/agent/session/history.ts';
import type { Session } from '../../src/agent/session/session.ts';
import type { JournalEntry, Step } from '../../src/store/journal.ts';
import type { SessionFolder } from '../../src/store/store.ts';
import { entriesOf } from './journal-entries.ts';

/** A session whose journal is a list: all there is of it. */
export interface MemorySession extends Session {
	readonly entries: readonly JournalEntry[];
	/** Copies of its history, by their names. */
	readonly copies: ReadonlyMap<string, unknown>;
	/** How often its snapshot was written. */
	readonly saves: () => number;
}

const notHere = () => Promise.reject(new Error('Not kept in memory'));
const tree = { read: notHere, write: notHere, list: notHere, remove: notHere };

export function memorySession(steps: readonly Step[]): MemorySession {
	const entries = entriesOf(steps);
	let history: History = entries.reduce(applyEntry, emptyHistory);
	const copies = new Map<string, unknown>();
	let saves = 0;
	const append = (step: Step): JournalEntry => {
		const [entry] = entriesOf([step], entries.length + 1);
		if (!entry) throw new Error('No entry');
		entries.push(entry);
		history = applyEntry(history, entry);
		return entry;
	};
	const folder = {
		id: 'memory',
		journal: {
			append: async (_lease: unknown, step: Step) => append(step),
			after: async (seq: number) => entries.slice(seq),
			highestLease: async () => 1,
			rewrite: notHere,
			repair: async () => undefined,
			closeSegment: notHere,
		},
		documents: {
			read: async () => undefined,
			write: notHere,
			backup: async (name: string, value: unknown) => {
				const copy = `${name}-${copies.size + 1}.json`;
				copies.set(copy, value);
				return copy;
			},
		},
		files: {
			tools: { add: notHere, read: notHere, list: notHere, current: notHere, point: notHere },
			list: notHere,
			seen: tree,
			trees: { inputs: tree, tools: tree, memories: tree },
			openArtifact: () => {
				throw new Error('Not kept in memory');
			},
		},
		log: () => {},
	} satisfies Record<keyof SessionFolder, unknown> as unknown as SessionFolder;
	return {
		id: 'memory',
		folder,
		lease: { session: 'memory', token: 1 },
		history: () => history,
		record: async (step) => void append(step),
		rest: async () => {
			if (!history.open) saves += 1;
		},
		entries,
		copies,
		saves: () => saves,
	};
}
