import type { AnyChunk } from '@slack/types';
import { raceAbort } from '../../../base/race-abort.ts';
import { headOf } from '../../../base/text/cut-text.ts';
import { isRunning, isSameCall, keptLine, type ProgressLine, type ToolCallLine } from '../../present/progress-line.ts';
import { createStreamText } from '../render/markdown/stream-text.ts';
import { taskChunk } from '../render/progress.ts';
import { createPendingChunks } from './pending-chunks.ts';

/** All that a turn has to show while it runs: words that stream, and lines. It remembers all of it, and what was not taken to Slack yet. */
export interface LiveContent {
	/** Words of the Brain in its step number `step`. */
	say(step: number, delta: string): void;
	/** Adds a line of the live message number `part`; a tool call that is there already takes its new state. `key`: the outbox's. */
	put(line: ProgressLine, part: number, key?: string): void;
	/** Resolves when something was not taken yet. Rejects with the signal's reason. */
	more(signal: AbortSignal): Promise<void>;
	readonly outbound: Outbound;
	readonly memory: LiveMemory;
}

/** Pieces on their way into streams. */
export interface Outbound {
	/** As much of the rest as goes into one call. */
	take(): readonly AnyChunk[];
	/** With whatever was held back: no more words come. */
	takeRest(): readonly AnyChunk[];
	/** Puts back what did not arrive. */
	putBack(chunks: readonly AnyChunk[]): void;
	/** Ends a stream's message: closes an open fence. What comes later opens it again, and shows again which tools run. */
	turnPage(): readonly AnyChunk[];
}

/** Everything that was put in so far. */
export interface LiveMemory {
	lines(part?: number): readonly ProgressLine[];
	/** The outbox's keys of the lines that were put into a live message. */
	keys(part: number): readonly string[];
	/** The words of the newest step that have not become a line; of very many the newest. */
	words(): string;
	/** Characters of words in all. */
	size(): number;
}

/** Of a step's words so many stream. More is an answer of several messages, or a file: the live message grows no more. */
const mostStreamed = 12_000;
/** Of longer words the newest are kept: more is never shown at once. */
const mostWords = 16_000;

export function createLiveContent(): LiveContent {
	const pending = createPendingChunks();
	let text = createStreamText();
	const entries: { readonly part: number; readonly keys: string[]; line: ProgressLine }[] = [];
	let spoken = { step: 0, words: '' };
	/** Characters of the newest step that went into streams. */
	let streamed = 0;
	let size = 0;
	let changed = Promise.withResolvers<void>();

	const notify = () => {
		changed.resolve();
		changed = Promise.withResolvers();
	};
	const running = () => entries.flatMap(({ line }) => (isRunning(line) ? [line] : []));

	/** The next of a step's words go into streams until these hold enough of it. */
	const stream = (words: string) => {
		const room = mostStreamed - streamed;
		if (room <= 0) return;
		streamed += words.length;
		pending.addText(words.length < room ? text.push(words) : lastOf(headOf(words, room)));
		notify();
	};
	/** The last that streams of a step: no fence of it stays open for the next one. */
	const lastOf = (words: string): string => {
		const last = text.push(words) + text.end();
		text = createStreamText();
		return `${last}\n\n… _and more of it_\n\n`;
	};
	/** A step's words have become a line. They are told now where they have not come one by one. */
	const say = (words: string) => {
		if (spoken.words.trim() === '') {
			streamed = 0;
			stream(`${words}\n\n`);
		}
		spoken = { ...spoken, words: '' };
	};

	return {
		say(step, delta) {
			const isSame = step === spoken.step;
			const gap = size > 0 && !isSame ? '\n\n' : '';
			if (!isSame) streamed = 0;
			spoken = { step, words: newest(isSame ? spoken.words + delta : delta) };
			size += delta.length;
			stream(gap + delta);
		},
		put(given, part, key) {
			const keys = key === undefined ? [] : [key];
			if (given.type === 'said') say(given.text);
			const line = keptLine(given);
			const known = entries.find((entry) => isSameCall(entry.line, line));
			if (known) {
				known.line = line;
				known.keys.push(...keys);
			} else entries.push({ part, line, keys });
			const card = cardOf(line, entries.length);
			if (card) pending.addTask(card);
			notify();
		},
		async more(signal) {
			signal.throwIfAborted();
			while (pending.size() === 0) await raceAbort(changed.promise, signal);
		},
		outbound: {
			take: pending.take,
			takeRest() {
				pending.addText(text.end());
				return pending.take();
			},
			putBack: pending.putBack,
			turnPage() {
				const closing = text.close();
				pending.putBack([...textChunk(text.reopen()), ...running().map(taskChunk)]);
				// A card that is open when its stream ends is shown as failed: https://github.com/vercel/chat/issues/917
				const closed = running().map((line) => taskChunk({ ...line, title: `${line.title} (goes on)`, state: 'ok' }));
				return [...textChunk(closing), ...closed];
			},
		},
		memory: {
			lines: (part) => entries.filter((entry) => part === undefined || entry.part === part).map(({ line }) => line),
			keys: (part) => entries.filter((entry) => entry.part === part).flatMap(({ keys }) => keys),
			words: () => spoken.words,
			size: () => size,
		},
	};
}

/** Joined deltas are looked at once in so many characters, not with each. */
function newest(words: string): string {
	return words.length > 2 * mostWords ? words.slice(-mostWords) : words;
}

/** Words of the Brain have streamed as words. */
function cardOf(line: ProgressLine, number: number) {
	if (line.type === 'tool') return taskChunk(line);
	if (line.type === 'said') return undefined;
	const title = line.type === 'file' ? `📎 ${line.name}` : line.text;
	const card: ToolCallLine = { callId: `line-${number}`, tool: title, title: '', state: 'ok' };
	return taskChunk(card);
}

function textChunk(text: string): AnyChunk[] {
	return text === '' ? [] : [{ type: 'markdown_text', text } as const];
}
