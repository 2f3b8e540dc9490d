import { endOfValue } from '../json-text.ts';
import { type Grammar, matchAt, mostCalls, type Reading, type Scene, type WrittenCall } from './grammar.ts';
import { bareJsonCalls } from './json-calls.ts';
import { isMention } from './mentions.ts';
import { namedCall } from './named-calls.ts';
import { openingAt } from './openings.ts';
import { pythonCall } from './python-calls.ts';

/** The meaning of a text that began like a call. */
export type Written =
	/** `words` are for people; `rest` has not been looked at. */
	| { readonly kind: 'calls'; readonly calls: readonly WrittenCall[]; readonly words: string; readonly rest: string }
	/** No call after all. */
	| { readonly kind: 'words'; readonly words: string; readonly rest: string }
	/** A call that cannot be read, or that names no tool that was offered. */
	| { readonly kind: 'unread' };

// Between calls, and between an opening and its call: blanks, ends, further control tokens, and what separates items.
const filler =
	/\s+|[,;}\]]|<\/[^<>\s]{1,64}>|<\|[^<>|]{1,64}\|>|<[｜|][^<>｜|]{1,64}[｜|]>|<[\w|]{1,32}\|>|<(?:end_of_turn|end_function_call|tools|eos)>|\[(?:\/|END_)[A-Z_]{1,32}\]|\[unused12\]|```(?:json|JSON|python|tool)?|function<[｜|]tool.sep[｜|]>/y;

/** Reads a text from an opening on. `own`: it began a line, so that words may follow it; behind words nothing but calls may follow. */
export function readCalls(scene: Scene, own: boolean): Written {
	const opened = openingAt(scene.text, 0);
	if (!opened) return { kind: 'words', words: scene.text, rest: '' };
	const { plain } = opened.family;
	const walked = walk(plain ? { ...scene, text: `<tool_call>${plain(scene.text)}` } : scene, opened.family.grammars);
	const { calls, words, rest, isOpen } = walked;
	if (isText(scene, walked, own)) {
		return { kind: 'words', words: scene.text.slice(0, opened.next), rest: scene.text.slice(opened.next) };
	}
	if (isOpen || !calls.every(({ name }) => scene.knows(name))) return { kind: 'unread' };
	return calls.length > 0
		? { kind: 'calls', calls, words, rest: withoutResults(rest) }
		: { kind: 'words', words, rest };
}

/** Whether what seems to open a call is about calls. */
function isText(scene: Scene, { calls, rest, isOpen }: Walk, own: boolean): boolean {
	if (calls.length > 0) return !isOpen && rest !== '' && !own;
	if (isOpen) return !isBegun(rest, scene) || isMention(scene, own);
	// A message that begins behind words has the end of another one before it.
	return !own && scene.text.startsWith('<|channel|>');
}

/** Some models go on with the result that they expect. */
function withoutResults(rest: string): string {
	return /^(?:<tool_response|<function_results|<tool_result|\[TOOL_RESULTS\]|✿(?:RESULT|RETURN)✿|Observation:)/.test(
		rest,
	)
		? ''
		: rest;
}

/** Reads a whole answer that is nothing but calls as such: JSON, or Python in a list. */
export function readBare(scene: Scene): Written {
	const asText = { kind: 'words', words: scene.text, rest: '' } as const;
	for (const grammar of [bareJsonCalls, pythonCall, namedCall]) {
		const { calls, rest } = walk(scene, [grammar]);
		if (calls.length === 0) continue;
		if (!calls.every(({ name }) => scene.knows(name))) return asText;
		// It calls, and goes on as if it had been answered, or explains: the model knows which. A name and brackets may as well begin a sentence.
		if (rest !== '' && /^\s*[\w.]+\s*\(/.test(scene.text)) return asText;
		return rest === '' ? { kind: 'calls', calls, words: '', rest } : { kind: 'unread' };
	}
	return isBroken(scene) ? { kind: 'unread' } : asText;
}

/** Openings, ends and blanks between two calls, at most: a family has a handful. */
const mostSteps = 32;

interface Walk {
	readonly calls: readonly WrittenCall[];
	readonly words: string;
	/** From the place on that could not be read any more. */
	readonly rest: string;
	/** An opening stands before it that no call came of. */
	readonly isOpen: boolean;
}

function walk(scene: Scene, first: readonly Grammar[]): Walk {
	const calls: WrittenCall[] = [];
	const words: string[] = [];
	let [at, isOpen, grammars] = [0, false, first];
	for (let steps = 0; at < scene.text.length && calls.length <= mostCalls && steps <= mostSteps; steps++) {
		const opened = openingAt(scene.text, at);
		grammars = opened?.family.grammars ?? grammars;
		const reading = readFirst(grammars, scene, at);
		if (reading) {
			calls.push(...reading.calls);
			words.push(reading.words ?? '');
			steps = 0;
		}
		const next = reading?.next ?? opened?.next ?? skipFiller(scene.text, at);
		if (next <= at) break;
		isOpen = !reading && (isOpen || opened !== undefined);
		at = next;
	}
	return { calls, words: words.join(''), rest: scene.text.slice(at), isOpen };
}

function readFirst(grammars: readonly Grammar[], scene: Scene, at: number): Reading | undefined {
	for (const grammar of grammars) {
		const reading = grammar(scene, at);
		if (reading && reading.next > at) return reading;
	}
	return undefined;
}

function skipFiller(text: string, at: number): number {
	return at + (matchAt(filler, text, at)?.[0].length ?? 0);
}

/** Whether what stands behind an opening is the start of a call, and no words about it. */
function isBegun(rest: string, { knows }: Scene): boolean {
	if (
		/^(?:$|[[{]|<[\w|｜/]|```|invoke\s|name=|(?:commentary|analysis|final)\b|["']?[\w.:/-]{1,256}["']?\s*[[{(<>|=])/.test(
			rest,
		)
	)
		return true;
	const [word] = /^[\w.:/-]{1,256}(?=\s*$|\n)/.exec(rest) ?? [];
	return word !== undefined && knows(word);
}

/** Whether an answer is a call of a tool that there is, but cut off or garbled. */
function isBroken({ text, knows }: Scene): boolean {
	if (/^\s*[\w.-]{1,64}\[ARGS\]/.test(text)) return true;
	const start = text.search(/[[{]/);
	const head = text.slice(start, start + 1_000);
	const python = /^\[\s*([A-Za-z_][\w.]{0,255})\s*\(/.exec(head)?.[1];
	if (python !== undefined) return knows(python);
	const name = /"(?:name|function|tool|tool_name|function_name)"\s*:\s*"([^"]{1,256})"/.exec(head)?.[1];
	return name !== undefined && knows(name) && endOfValue(text, start) === undefined;
}
