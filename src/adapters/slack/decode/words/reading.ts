import type { FileRef } from '../../../../chat/inbound.ts';

/** A part of a message: anything with a type. Each other field is looked at before it is believed. */
export interface Node {
	readonly type: string;
	readonly [field: string]: unknown;
}

/** One message that is being read: what is found in it besides words, and how much more of it is read. */
export interface Reading {
	/** The installation's team, in which its files are. */
	readonly team: string;
	/** Files that its blocks hold, and its long tables. */
	readonly files: FileRef[];
	/** A name for the file of a long table, which no other table of the conversation has: each is found by it. */
	readonly nextTable: () => string;
	/** Parts that may still be read. */
	left: number;
	/** Steps further in that may still be taken. */
	depth: number;
}

/** Slack's own limits (50 blocks, 100 rows of 20 cells) stay far below: https://docs.slack.dev/reference/block-kit/blocks */
const mostParts = 20_000;
const mostDepth = 10;

/** `version`: numbers that no other message of the conversation has, nor this one in other words. */
export function beginReading(team: string, version = ''): Reading {
	return { team, files: [], nextTable: tableNames(version), left: mostParts, depth: mostDepth };
}

/** Reads a message within another one: the files that it holds are apart from the other's. */
export function beginWithin(reading: Reading): Reading {
	return { ...reading, files: [] };
}

/** A table that is read once more has its name again. */
function tableNames(version: string): () => string {
	const stem = ['table', ...(version.match(/\d+/g) ?? [])].join('-');
	let count = 0;
	return () => {
		count += 1;
		return count === 1 ? `${stem}.csv` : `${stem}-${count}.csv`;
	};
}

/** The parts in a list, as many as may still be read. */
export function nodesOf(value: unknown, reading: Reading): Node[] {
	return takeSome(value, reading).flatMap((one) => nodeIn(one) ?? []);
}

/** Whatever a list holds, as much as may still be read. */
export function takeSome(value: unknown, reading: Reading): readonly unknown[] {
	if (!Array.isArray(value)) return [];
	const taken = value.slice(0, reading.left);
	reading.left -= taken.length;
	return taken;
}

/** Reads one step further in; where that is too far, only that there is something. */
export function inside(reading: Reading, read: () => string): string {
	const { depth } = reading;
	if (depth === 0) return unread('something that lies too far in');
	reading.depth = depth - 1;
	try {
		return read();
	} finally {
		reading.depth = depth;
	}
}

/** A part that nobody has thought of costs its own words alone, never those beside it. */
export function guarded(what: string, read: () => string): string {
	try {
		return read();
	} catch {
		return unread(what);
	}
}

/** Anything that has fields; one without a type has an empty one. Pure. */
export function nodeIn(value: unknown): Node | undefined {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
	const type = 'type' in value && typeof value.type === 'string' ? value.type : '';
	return { ...value, type };
}

/** A field's text; a number's digits; empty where it has neither. Pure. */
export function field(node: Node | undefined, name: string): string {
	return wordIn(node?.[name]);
}

function wordIn(value: unknown): string {
	return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
}

/** A field's text in Slack's form, where Slack escapes it in some messages and not in others: one that stands escaped stays. Pure. */
export function plainField(node: Node | undefined, name: string): string {
	return plainForm(field(node, name));
}

/** The words of a text object, or of a bare text. https://docs.slack.dev/reference/block-kit/composition-objects/text-object Pure. */
export function textIn(value: unknown): string {
	const word = wordIn(value);
	if (word !== '') return plainForm(word);
	const node = nodeIn(value);
	return node?.type === 'mrkdwn' ? field(node, 'text') : plainField(node, 'text');
}

/** That something is there which has no words for us. Pure. */
export function unread(what: string, ...more: readonly string[]): string {
	return `(${[`${what}, which I cannot read`, ...more].filter(Boolean).join(': ')})`;
}

/** Those that say something, each on lines of its own. Pure. */
export function lines(...parts: readonly string[]): string {
	return parts.filter((part) => part.trim() !== '').join('\n');
}

/** A name from outside, short enough for a sentence. Pure. */
export function shortName(name: string): string {
	return plainForm([...name.slice(0, 80)].join('').replaceAll(/\s+/g, ' '));
}

function plainForm(text: string): string {
	return text
		.replaceAll(/&(?!(?:amp|lt|gt);)/g, '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}
