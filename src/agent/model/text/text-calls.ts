import { offeredName } from '../../../base/text/offered-name.ts';
import type { CallDelta } from '../wire/wire-chunk.ts';
import { bareStart } from './calls/bare-start.ts';
import type { WrittenCall } from './calls/grammar.ts';
import { createOpeningFinder } from './calls/openings.ts';
import { readBare, readCalls, type Written } from './calls/read-calls.ts';
import type { Mender } from './mend-json.ts';

/** A text, told apart at its end. */
export interface TextCalls {
	/** For people. */
	readonly text: string;
	readonly calls: readonly CallDelta[];
	/** From the place on where it looks like a call that cannot be read: nothing for people. */
	readonly unread?: string;
}

export interface TextCallReader {
	/** The part of the text that is surely no call. */
	push(text: string): string;
	/** Whatever was held back so far, as it came. */
	readonly held: string;
	/** The meaning of what was held back. */
	end(): TextCalls;
}

type State = 'start' | 'words' | 'bare' | 'opened';

/** Openings that turn out to open nothing, at most: each is followed to where it fails. */
const mostOpenings = 64;

/** How often a text may be gone through in search of ends of JSON. */
const mostEffort = 4;

/**
 * Finds tool calls that a server left in the content as text. From where one seems to begin, everything is held back until the end. The result
 * does not depend on how the text is cut.
 */
export function createTextCallReader(names: ReadonlySet<string>, mender: Mender): TextCallReader {
	const knows = (name: string) => offeredName(name, names) !== undefined;
	const finder = createOpeningFinder();
	// Once a call seems to have begun, nothing is looked at until the end.
	const after: string[] = [];
	let start = '';
	let state: State = 'start';

	const begin = (text: string): string => {
		start += text;
		const verdict = bareStart(start, names, knows);
		if (verdict === 'unknown') return '';
		state = verdict === 'yes' ? 'bare' : 'words';
		if (state === 'bare') after.push(start);
		return state === 'bare' ? '' : find(start);
	};
	const find = (text: string): string => {
		const free = finder.push(text);
		if (finder.opened) state = 'opened';
		return free;
	};
	const heldBack = (): string => (state === 'start' ? start : finder.held + after.join(''));
	return {
		push(text) {
			if (names.size === 0) return text;
			if (state === 'start') return begin(text);
			if (state === 'words') return find(text);
			after.push(text);
			return '';
		},
		get held() {
			return heldBack();
		},
		end() {
			const held = heldBack();
			if (state === 'start' || state === 'words') return { text: held, calls: [] };
			const scene = { text: held, knows, mender, effort: { left: mostEffort * held.length } };
			const read = (text: string, own: boolean) => readCalls({ ...scene, text }, own);
			const { calls, ...rest } =
				state === 'bare' ? asCalls(readBare(scene), held) : readAll(held, finder.opened?.own === true, read);
			return { ...rest, calls: calls.map((call) => ({ ...call, name: offeredName(call.name ?? '', names) })) };
		},
	};
}

function asCalls(written: Written, held: string): TextCalls {
	if (written.kind === 'unread') return { text: '', calls: [], unread: held };
	return { text: written.words, calls: written.kind === 'calls' ? deltas(written.calls) : [] };
}

/** Reads on behind calls and behind openings that were none: there may be more. One that cannot be read makes all of it unread. */
function readAll(held: string, own: boolean, read: (text: string, own: boolean) => Written): TextCalls {
	const words: string[] = [];
	const calls: WrittenCall[] = [];
	let [left, isOwn] = [held, own];
	for (let count = 0; left !== ''; count++) {
		const written = count < mostOpenings ? read(left, isOwn) : ({ kind: 'words', words: left, rest: '' } as const);
		if (written.kind === 'unread') return { text: words.join(''), calls: [], unread: left };
		if (written.kind === 'calls') calls.push(...written.calls);
		const finder = createOpeningFinder(written.kind === 'calls');
		words.push(written.words, finder.push(written.rest));
		left = finder.opened ? finder.held : '';
		if (!finder.opened) words.push(finder.held);
		isOwn = finder.opened?.own === true;
	}
	return { text: words.join(''), calls: deltas(calls) };
}

/**
 * The calls at the end of thoughts: where a server takes a whole answer for a thought, they are there. None where words follow them, or where
 * they cannot be read: thoughts may be about calls.
 */
export function callsInThoughts(thoughts: string, names: ReadonlySet<string>, mender: Mender): readonly CallDelta[] {
	const reader = createTextCallReader(names, mender);
	reader.push(thoughts);
	const { text, calls } = reader.end();
	return text.trim() === '' ? calls : [];
}

/** Of one answer: each is another call, however alike they are. */
function deltas(calls: readonly WrittenCall[]): readonly CallDelta[] {
	return calls.map((call, index) => ({ ...call, index }));
}
