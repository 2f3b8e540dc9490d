/** A part of a message as it came: each field is looked at before it is believed. */
export interface Node {
	readonly [field: string]: unknown;
}

/** One message that is being read. */
export interface Reading {
	/** The message is ours: what is pressed below it says nothing. */
	readonly ours: boolean;
	/** Parts that may still be read. */
	left: number;
	/** Steps further in that may still be taken. */
	depth: number;
}

/** Reads a part; empty where there is nothing to say. */
export type Read = (node: Node, reading: Reading) => string;

/** Discord's own limits (40 components, 10 embeds of 25 fields) stay far below: https://docs.discord.com/developers/resources/message */
const mostParts = 5_000;
const mostDepth = 10;

export function beginReading(ours: boolean): Reading {
	return { ours, left: mostParts, depth: mostDepth };
}

/** The parts in a list of which no more than Discord sends are looked at. Pure. */
export function partsIn(value: unknown): Node[] {
	return nodesIn(value, beginReading(false));
}

/** The parts in a list, as many as may still be read. */
export function nodesIn(value: unknown, reading: Reading): Node[] {
	if (!Array.isArray(value)) return [];
	const taken: readonly unknown[] = value.slice(0, reading.left);
	reading.left -= taken.length;
	return taken.map(nodeIn).filter((node) => node !== undefined);
}

/** Reads one step further in; where that is too far, says only that there is something. */
export function inside(reading: Reading, read: () => string): string {
	const { depth } = reading;
	if (depth === 0) return unread('something that lies too deep');
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

/** Anything that has fields. Pure. */
export function nodeIn(value: unknown): Node | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** A field's text; a number's digits; empty where it has neither. Pure. */
export function field(node: Node | undefined, name: string): string {
	const value = node?.[name];
	return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
}

/** A field's number; 0 where it has none. Pure. */
export function numberIn(node: Node, name: string): number {
	return Number(field(node, name)) || 0;
}

/** The line of a table for a type; undefined for a type that it has none for. Pure. */
export function lineFor<Line>(table: Readonly<Record<PropertyKey, Line>>, type: unknown): Line | undefined {
	const key = typeof type === 'number' || typeof type === 'string' ? type : '';
	return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** That something is there which has no words for us. Pure. */
export function unread(what: string): string {
	return `(${what}, which I cannot read)`;
}

/** Something by its name, and by what is said of it: each once. Pure. */
export function named(what: string, ...said: readonly string[]): string {
	const words = [...new Set(said)].filter((word) => word !== '').join('; ');
	return words === '' ? `(${what})` : `(${what}: ${words})`;
}

/** Those that say something, each on lines of its own. Pure. */
export function lines(...parts: readonly string[]): string {
	return parts.filter((part) => part.trim() !== '').join('\n');
}
