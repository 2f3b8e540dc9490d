import type { CallDelta } from '../wire/wire-chunk.ts';
import { isRecord, parseLooseJson, scanObjects } from './json-text.ts';
import type { Mender } from './mend-json.ts';

export interface TextCallReader {
	/** The part of the text that is surely no call. */
	push(text: string): string;
	/** The calls that were found in the text held back; where it was none after all, the text. */
	end(): { readonly text: string; readonly calls: readonly CallDelta[] };
}

// Hermes-like templates, and harmony's channel header when the server leaves its parsing out.
const markers = ['<tool_call>', '<|channel|>commentary to=functions.', 'commentary to=functions.'];

/**
 * Finds tool calls that a server left in the content as text. From a marker at the start of a line on, everything is
 * held back until the end; it is taken as calls only if all of it parses and names tools that exist.
 */
export function createTextCallReader(names: ReadonlySet<string>, mender: Mender): TextCallReader {
	let held = '';
	let lineStart = true;
	// Once a marker has come, nothing is looked at until the end.
	const after: string[] = [];
	let marked = false;
	return {
		push(text) {
			if (names.size === 0) return text;
			if (marked) {
				after.push(text);
				return '';
			}
			held += text;
			const split = holdFrom(held, lineStart);
			const free = held.slice(0, split);
			if (free !== '') lineStart = free.endsWith('\n');
			held = held.slice(split);
			marked = markers.some((marker) => held.startsWith(marker));
			return free;
		},
		end() {
			const all = held + after.join('');
			const calls = parseCalls(all, mender).map((call, index) => ({ ...call, index }));
			const whole = calls.length > 0 && calls.every(({ name }) => name !== undefined && names.has(name));
			return whole ? { text: '', calls } : { text: all, calls: [] };
		},
	};
}

/** The index from which on a text must be held back: a marker at a line's start, or what may become one. */
function holdFrom(text: string, lineStart: boolean): number {
	let at = lineStart ? 0 : nextLine(text, 0);
	while (at < text.length) {
		const line = text.slice(at);
		if (markers.some((marker) => line.startsWith(marker) || marker.startsWith(line))) return at;
		at = nextLine(text, at);
	}
	return text.length;
}

function nextLine(text: string, from: number): number {
	const end = text.indexOf('\n', from);
	return end < 0 ? text.length : end + 1;
}

function parseCalls(held: string, mender: Mender): readonly CallDelta[] {
	if (held.startsWith('<tool_call>')) {
		const blocks = held.split('<tool_call>').slice(1);
		return blocks.map((block) => taggedCall(block, mender));
	}
	const header = /^(?:<\|channel\|>)?commentary to=functions\.([\w-]+)/.exec(held);
	const { objects, open } = scanObjects(held);
	return header === null || open || objects.length !== 1 ? [] : [{ name: header[1], arguments: objects[0] }];
}

/** The call in `{"name":…,"arguments":…}`; one without a name when the block is none. */
function taggedCall(block: string, mender: Mender): CallDelta {
	const { objects, open } = scanObjects(block);
	const value = open || objects.length !== 1 ? undefined : parseLooseJson(objects[0] ?? '', mender)?.value;
	if (!isRecord(value) || typeof value['name'] !== 'string') return { arguments: undefined };
	return { name: value['name'], arguments: value['arguments'] ?? value['parameters'] };
}
