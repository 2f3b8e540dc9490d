import type { JournalEntry, Message, ToolCall } from '../../../store/journal.ts';

/** How often a call may fail in one and the same way before the Brain is told of it, and before the turn ends. */
const told = 3;
const most = 6;

/** A turn whose model makes the same failing call again and again. */
export class RepeatedFailureError extends Error {
	override readonly name = 'RepeatedFailureError';

	constructor(tool: string) {
		super(`Stopped: the model made the same call of ${tool} ${most} times, and each time it failed in the same way`);
	}
}

/** Rejects a turn in which a call has failed too often. Counted from the journal: a restart forgets nothing. */
export function checkFailures(entries: readonly JournalEntry[]): void {
	for (const { name, times } of failuresIn(entries).values()) if (times >= most) throw new RepeatedFailureError(name);
}

/** Told beside a failure's own words: that the call has failed like this before. Empty the first times. Pure. */
export function repeatedFailure(call: ToolCall, text: string, entries: readonly JournalEntry[]): string {
	const before = failuresIn(entries).get(keyOf(call));
	const { times } = afterFailure(before, call.name, text);
	if (times < told) return '';
	return `${mark}${times} times in this turn, each time with this result. Do not make it again: find out why it fails, or do it in another way.)`;
}

const mark = '\n(The same call has failed ';

/** How often a call has failed in a row with the same words, but for what is another at each time, whatever other calls came between. */
interface Failures {
	readonly name: string;
	readonly text: string;
	readonly times: number;
}

/** The failures of the turn's calls, by name and arguments; a call that has gone well since has none. */
function failuresIn(entries: readonly JournalEntry[]): ReadonlyMap<string, Failures> {
	const found = new Map<string, Failures>();
	for (const { key, name, ok, text } of endsIn(entries)) {
		if (ok) found.delete(key);
		else found.set(key, afterFailure(found.get(key), name, text));
	}
	return found;
}

interface CallEnd {
	readonly key: string;
	readonly name: string;
	readonly ok: boolean;
	readonly text: string;
}

/** How the turn's calls ended, oldest first; of those of one message that are alike, the first: they could not know of each other. */
function endsIn(entries: readonly JournalEntry[]): readonly CallEnd[] {
	const calls = new Map<string, ToolCall & { readonly key: string }>();
	return entries.flatMap(({ step }) => {
		if (step.type === 'model') for (const call of distinctCalls(step.message)) calls.set(call.id, call);
		const call = step.type === 'tool-finished' ? calls.get(step.callId) : undefined;
		if (step.type !== 'tool-finished' || !call) return [];
		return [{ key: call.key, name: call.name, ok: step.ok, text: withoutMark(step.text) }];
	});
}

function distinctCalls(message: Message) {
	const calls = message.role === 'assistant' ? message.calls.map((call) => ({ ...call, key: keyOf(call) })) : [];
	return calls.filter(({ key }, at) => calls.findIndex((other) => other.key === key) === at);
}

function afterFailure(before: Failures | undefined, name: string, text: string): Failures {
	const said = text.replaceAll(passing, '#');
	return { name, text: said, times: before?.text === said ? before.times + 1 : 1 };
}

/**
 * Clocks, dates, durations, and names and addresses that are drawn anew each time. Other numbers may be progress: how many tests fail, or in
 * which line.
 */
const passing = new RegExp(
	[
		String.raw`\b\d{4}-\d\d-\d\d(?:[T ]|\b)`,
		String.raw`(?<![:\w.])\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?Z?\b`,
		String.raw`(?<![\w.])\d{1,12}(?:\.\d{1,12})? ?(?:ns|[uµ]s|ms|s|secs?|seconds?|min|minutes?|h|hours?)\b`,
		String.raw`\b0x[\da-f]+\b`,
		String.raw`\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[\da-f]{7,}\b`,
		String.raw`\b\d{9,}\b`,
		String.raw`\btmp[.\w]?\w{5,}`,
	].join('|'),
	'gi',
);

/** By what the arguments say: models write the same ones with other blanks, in another order, or a number as text. */
function keyOf({ name, arguments: args, problem = '' }: ToolCall): string {
	return JSON.stringify([name, plainArguments(args), problem]);
}

function plainArguments(args: string): string {
	try {
		return JSON.stringify(JSON.parse(args), (_, value: unknown) => plainValue(value));
	} catch {
		return args;
	}
}

function plainValue(value: unknown): unknown {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function withoutMark(text: string): string {
	const at = text.lastIndexOf(mark);
	return at < 0 ? text : text.slice(0, at);
}
