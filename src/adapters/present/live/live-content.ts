import { isSameCall, keptLine, type ProgressLine } from '../progress-line.ts';

/** All that a turn has to show while it runs: lines, and words that stream. It knows which live message shows which line. */
export interface LiveContent {
	/** Words of the Brain in its step number `step`. Answers the characters of all words so far. */
	say(step: number, delta: string): number;
	/** Adds a line; a tool call that is there already takes its new state. */
	put(line: ProgressLine, key?: LineKey): void;
	/** The state that live message `part` is to show now. */
	view(part: number): LiveView;
	/** Notes that the view stands in its message. Answers the outbox's keys of it that were not known to be shown. */
	stands(view: LiveView): readonly string[];
	/** A message is gone, or takes no more: its lines are for the next one (`gone`), or stay where they are. */
	close(part: number, gone: boolean): void;
}

/** The outbox's key of a line. `part`: the live message that an earlier process has shown it in, 0 for none; undefined: it was not shown. */
export interface LineKey {
	readonly key: string;
	readonly part: number | undefined;
}

export interface LiveView {
	readonly part: number;
	readonly lines: readonly { readonly line: ProgressLine; readonly keys: readonly string[] }[];
	/** Words that stream now; empty: none. */
	readonly words: string;
	/** Grows with each change. */
	readonly version: number;
}

interface Entry {
	line: ProgressLine;
	/** Of its newest change. */
	version: number;
	readonly keys: { readonly key: string; isShown: boolean }[];
	/** The message that shows its newest state. */
	part: number | undefined;
}

/** Of longer words the newest are kept: more is never shown at once. */
const mostWords = 16_000;

export function createLiveContent(): LiveContent {
	const entries: Entry[] = [];
	let version = 0;
	let size = 0;
	let spoken = { step: 0, words: '' };

	return {
		say(step, delta) {
			version += 1;
			size += delta.length;
			const words = step === spoken.step ? spoken.words + delta : delta;
			spoken = { step, words: words.length > 2 * mostWords ? words.slice(-mostWords) : words };
			return size;
		},
		put(given, key) {
			const line = keptLine(given);
			version += 1;
			if (line.type === 'said') spoken = { ...spoken, words: '' };
			const known = entries.find((entry) => isSameCall(entry.line, line));
			const entry = known ?? { line, version, keys: [], part: undefined };
			entry.line = line;
			entry.version = version;
			// A line that is only now so moves nowhere: its end does.
			if (key) entry.part = key.part;
			if (key) entry.keys.push({ key: key.key, isShown: key.part !== undefined });
			if (!known) entries.push(entry);
		},
		view: (part) => ({
			part,
			lines: entries.filter((one) => one.part === undefined || one.part === part).map(withKeys),
			words: spoken.words,
			version,
		}),
		stands({ part, version: seen }) {
			const fresh = entries.filter((one) => (one.part === undefined || one.part === part) && one.version <= seen);
			for (const entry of fresh) entry.part = part;
			const keys = fresh.flatMap((entry) => entry.keys).filter(({ isShown }) => !isShown);
			for (const key of keys) key.isShown = true;
			return keys.map(({ key }) => key);
		},
		close(part, gone) {
			if (gone) for (const entry of entries) if (entry.part === part) entry.part = undefined;
			version += 1;
		},
	};
}

function withKeys({ line, keys }: Entry) {
	return { line, keys: keys.map(({ key }) => key) };
}
