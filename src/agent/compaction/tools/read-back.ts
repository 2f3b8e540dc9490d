import { z } from 'zod';
import { shorten } from '../../../base/text/shorten.ts';
import type { JournalEntry, Step } from '../../../store/journal.ts';
import { defineTool, type Tool, type ToolResult } from '../../tool.ts';

const args = z.strictObject({
	id: z.string().optional().describe('Of a cleared result'),
	search: z.string().optional().describe('Messages with all these words'),
	from: z.number().int().min(0).optional().describe('Character to read on from'),
});

/** Characters of one answer, and of one message that was found. */
const page = 5_000;
const excerpt = 400;
const mostFound = 10;
const mostWords = 10;

/** The Brain's way back to what was cleared, summarized or left out: it stands in the journal. Offered once there is such. */
export const readBack: Tool = {
	...defineTool({
		name: 'read_back',
		description: 'Read what was cleared or summarized in this conversation.',
		args,
		touches: 'nothing',
		run: async ({ id, search, from = 0 }, { session }) => {
			if ((id === undefined) === (search === undefined)) return { ok: false, text: 'Give id or search.' };
			const entries = await session.folder.journal.after(0);
			return id === undefined ? found(search ?? '', entries) : resultOf(id, from, entries);
		},
	}),
	isOffered: async ({ session }) => session.history().window.times > 0,
};

function resultOf(id: string, from: number, entries: readonly JournalEntry[]): ToolResult {
	const step = entries.map((entry) => entry.step).findLast((one) => one.type === 'tool-finished' && one.callId === id);
	if (step?.type !== 'tool-finished') return { ok: false, text: `There is no result "${shorten(id, 100)}".` };
	const end = from + page;
	const rest = step.text.length - end;
	const more = rest > 0 ? `\n(${rest} characters follow: from ${end})` : '';
	return { ok: true, text: `${step.text.slice(from, end).toWellFormed()}${more}` };
}

/** The newest messages that hold all words, those first that hold them as words of their own; an excerpt of each from the first word on. */
function found(search: string, entries: readonly JournalEntry[]): ToolResult {
	const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
	if (words.length === 0) return { ok: false, text: 'Give words to search for.' };
	const own = ownResults(entries);
	const isOwn = ({ step }: JournalEntry) => step.type === 'tool-finished' && own.has(step.callId);
	const all = entries.toReversed().flatMap((entry) => (isOwn(entry) ? [] : (hitIn(entry, words) ?? [])));
	const hits = [...all.filter(({ whole }) => whole), ...all.filter(({ whole }) => !whole)].slice(0, mostFound);
	if (hits.length === 0) return { ok: true, text: 'Nothing that was said here holds all these words.' };
	return { ok: true, text: hits.map(({ line }) => line).join('\n---\n') };
}

/** Its own answers say nothing new, and would soon be all that is found. */
function ownResults(entries: readonly JournalEntry[]): ReadonlySet<string> {
	const messages = entries.flatMap(({ step }) => (step.type === 'model' ? [step.message] : []));
	const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
	return new Set(calls.flatMap(({ id, name }) => (name === readBack.spec.name ? [id] : [])));
}

function hitIn({ at, step }: JournalEntry, words: readonly string[]) {
	const text = textOf(step);
	const lower = text.toLowerCase();
	const places = words.map((word) => lower.indexOf(word));
	if (places.includes(-1)) return undefined;
	const first = Math.max(0, Math.min(...places) - excerpt / 4);
	const line = `${at.slice(0, 16)} ${whoseOf(step)}: ${shorten(text.slice(first).toWellFormed(), excerpt)}`;
	return { line, whole: words.every((word) => isWholeIn(lower, word)) };
}

const inWord = /[\p{L}\p{N}_]/u;

/** Whether a word stands somewhere in a text without a letter or digit beside it. Linear. */
function isWholeIn(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
		const isBeside = inWord.test(text[at - 1] ?? '') || inWord.test(text[at + word.length] ?? '');
		if (!isBeside) return true;
	}
	return false;
}

function textOf(step: Step): string {
	if (step.type === 'taken' || step.type === 'model') return step.message.text;
	return step.type === 'tool-finished' ? step.text : '';
}

function whoseOf(step: Step): string {
	if (step.type === 'tool-finished') return `result ${step.callId}`;
	return step.type === 'model' ? 'you' : 'a person';
}
