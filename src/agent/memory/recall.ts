import { z } from 'zod';
import { userMessage } from '../../base/errors.ts';
import { defineTool, type Tool, type ToolResult } from '../tool.ts';
import { type Found, findAmong, readShelves } from './find.ts';
import { lineOf } from './memory.ts';
import { type MemoryEntry, type MemoryIndex, readIndex, readMemory, successorOf } from './memory-index.ts';
import { headOfRecalled } from './recalled-head.ts';
import { type MemoryDeps, type Scope, type Shelf, shelvesOf } from './shelves.ts';

const args = z.strictObject({
	query: z.string().optional(),
	id: z.string().optional(),
});

/** Memories that are answered whole, and those that are named by a line where none fits. */
const mostAnswered = 5;
const mostNamed = 40;

/** The Brain's way to what was remembered: one by its id, or those that have words in common with a query. */
export function recallTool(deps: Pick<MemoryDeps, 'notes' | 'places'>): Tool {
	return defineTool({
		name: 'recall',
		description: 'Read memories, by words or id.',
		touches: 'nothing',
		args,
		run: async ({ query, id }, { session, call, signal }) => {
			const asked = (id ?? query ?? '').trim();
			const shelves = shelvesOf({ session: session.id, ...call }, deps);
			try {
				return (await byId(asked, shelves)) ?? (await byWords(asked, shelves));
			} catch (error) {
				signal.throwIfAborted();
				return { ok: false, text: userMessage(error) };
			}
		},
	});
}

/** Undefined where it is the id of none. */
async function byId(id: string, shelves: readonly Shelf[]): Promise<ToolResult | undefined> {
	if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(id)) return undefined;
	for (const shelf of shelves) {
		const index = await readIndex(shelf.folder);
		const entry = index.memories.find((one) => one.id === id);
		const memory = entry && (await readMemory(entry, shelf.folder));
		if (memory) return { ok: true, text: textOf({ shelf, memory }, replacement(entry, index)) };
	}
	return undefined;
}

function replacement(entry: MemoryEntry, index: MemoryIndex): string {
	const next = successorOf(entry, index);
	return next ? `; since ${day(next.at)} ${next.id} stands in its place` : '';
}

async function byWords(query: string, shelves: readonly Shelf[]): Promise<ToolResult> {
	const all = await readShelves(shelves);
	if (all.length === 0) return { ok: true, text: 'Nothing is remembered here.' };
	const found = findAmong(query, all);
	if (found.length === 0) return { ok: true, text: linesOf(query, all) };
	const left = found.slice(mostAnswered).map(({ memory }) => memory.id);
	const more = left.length > 0 ? [`(${left.length} more: ${left.slice(0, mostNamed).join(', ')})`] : [];
	return { ok: true, text: [...found.slice(0, mostAnswered).map((one) => textOf(one)), ...more].join('\n\n') };
}

function linesOf(query: string, all: readonly Found[]): string {
	const head = query === '' ? 'All that is remembered:' : 'Nothing has these words. All that is remembered:';
	const lines = all.slice(0, mostNamed).map(({ memory }) => `${memory.id} (${day(memory.at)}) ${lineOf(memory.text)}`);
	const left = all.length - lines.length;
	return [head, ...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

/** With who said it: what was read is no more than data. */
function textOf({ shelf, memory }: Found, besides = ''): string {
	// No line of a memory looks like ours.
	const text = memory.text.replaceAll(/^(?=\[)/gm, '\\');
	return `${headOfRecalled(memory, `${whose[shelf.scope]}${besides}`)}\n${text}`;
}

const whose: Readonly<Record<Scope, string>> = {
	session: 'in this session',
	person: 'of the person',
	channel: 'of the channel',
};

function day(at: string): string {
	return at.slice(0, 10);
}
