import { posix } from 'node:path';

/** A file or folder of the session that an input names. */
export interface SessionPath {
	/** As the input has it. */
	readonly given: string;
	/** Where it is, in `/workspace` or `/outputs`. */
	readonly from: string;
	/** What it is called for the tool, from the folder that it runs in. */
	readonly name: string;
}

/** Texts of an input that may be names of files, and how long one may be, characters. */
const most = { texts: 1000, length: 4096 } as const;

/** Below the folder of a run, what belongs into `/outputs`. */
export const outputsName = 'outputs';

/** The paths that an input may name: whole texts in `/workspace` or `/outputs`, and relative ones, which are in `/workspace`. */
export function pathsOf(input: unknown): readonly SessionPath[] {
	const texts = new Set<string>();
	collect(input, texts);
	return [...texts].flatMap((given) => pathOf(given) ?? []);
}

function collect(value: unknown, texts: Set<string>): void {
	if (texts.size >= most.texts) return;
	if (typeof value === 'string') texts.add(value);
	else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one, texts);
}

function pathOf(given: string): SessionPath | undefined {
	if (given === '' || given.length > most.length || given.includes('\0') || given.includes('\n')) return undefined;
	const from = posix.resolve('/workspace', given);
	const [, top, below = ''] = /^\/(workspace|outputs)(?:\/(.*))?$/s.exec(from) ?? [];
	if (top === undefined) return undefined;
	const name = top === 'workspace' ? below : posix.join(outputsName, below);
	return { given, from, name: name === '' ? '.' : name };
}

/** What is called how, on the way to the tool and back. */
export interface Names {
	inward(text: string): string;
	outward(text: string): string;
	told(text: string): string;
}

export function namesOf(paths: readonly SessionPath[], root: string, work: string): Names {
	const absolute = paths.filter(({ given }) => given.startsWith('/'));
	const inward = new Map(absolute.map(({ given, name }) => [given, name]));
	const outward = new Map(absolute.map(({ given, name }) => [name, given]));
	const hasOutputs = paths.some(({ name }) => isOutput(name));
	const told = (text: string): string => {
		const whole = hasOutputs ? text.replaceAll(`${work}/${outputsName}`, '/outputs') : text;
		return whole.replaceAll(work, '/workspace').replaceAll(`${root}/`, '');
	};
	return {
		inward: (text) => inward.get(text) ?? text,
		outward: (text) => outward.get(text) ?? told(hasOutputs ? withOutputs(text) : text),
		told,
	};
}

export function isOutput(name: string): boolean {
	return name === outputsName || name.startsWith(`${outputsName}/`);
}

/** `outputs/chart.png` as a word of its own is `/outputs/chart.png`. */
function withOutputs(text: string): string {
	return text.replaceAll(/(?<![\w./-])outputs\//g, '/outputs/');
}

/** All texts of a value, at any depth, changed; keys stay. */
export function withNames(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((one) => withNames(one, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNames(one, change)]));
}
