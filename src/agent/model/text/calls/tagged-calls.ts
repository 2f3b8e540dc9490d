import { isRecord, parseJson, parseLooseJson } from '../json-text.ts';
import { endOfJson, type Grammar, matchAt, mostArguments, type Scene } from './grammar.ts';
import { argumentTag, callTag, type EndFinder, flatEnd, goesOn, nestedEnd, space } from './value-end.ts';

const opening = new RegExp(
	`<(${callTag})(?:\\s*=\\s*|\\s+(?:name|tool)\\s*=\\s*)["']?([^"'<>\\s]{1,256})["']?[^<>]{0,256}>`,
	'y',
);
const closing = new RegExp(`\\s*</${space}(?:invoke|function|tool_call|tool|call)[^<>]{0,64}>`, 'y');
// Llama ends it by the tag alone.
const jsonClosing = /\s*<function>/y;
// Blanks belong to one part each, or a long run of them is parted in all ways; a name has more than blanks.
const argumentOpening = new RegExp(
	`\\s*<(${argumentTag})(?:\\s*=\\s*|\\s+(?:name|key)\\s*=\\s*)(?!\\s)["']?([^"'<>\\n]{1,256}?)["']?(?<!\\s)(?:\\s+(\\w{1,32})\\s*=\\s*(?!\\s)["']?(\\w{0,32})["']?)?\\s*>`,
	'y',
);
const jsonTag = /\s*(?:<json\b[^<>]{0,64}>\s*)?/y;
const jsonEnd = /\s*(?:<\/json>)?/y;
const childOpening = /\s*<([A-Za-z_][\w-]{0,63})>/y;

/**
 * `<function=name>` or `<invoke name="name">` with arguments as JSON, as `<parameter=key>value</parameter>`, as `<parameter name="key">`, or as
 * tags of their own name. A value is text unless its tag says otherwise: the tool's schema decides.
 */
export const taggedCall: Grammar = (scene, at) => {
	const { text } = scene;
	const found = matchAt(opening, text, at);
	const [whole, call, name] = found ?? [];
	if (whole === undefined || call === undefined || name === undefined) return undefined;
	const start = at + whole.length;
	const json = readJson(scene, start);
	const read = json ?? readArguments(scene, start, call, nestedEnd) ?? readArguments(scene, start, call, flatEnd);
	const end = read && (matchAt(closing, text, read.next) ?? (json && matchAt(jsonClosing, text, read.next)));
	if (!read || !end || goesOn(text, read.next + end[0].length)) return undefined;
	return { calls: [{ name, arguments: read.value }], next: read.next + end[0].length };
};

interface Arguments {
	readonly value: unknown;
	readonly next: number;
}

function readJson(scene: Scene, at: number): Arguments | undefined {
	const { text, mender } = scene;
	const start = at + (matchAt(jsonTag, text, at)?.[0].length ?? 0);
	const next = text[start] === '{' ? endOfJson(scene, start) : undefined;
	const value = next === undefined ? undefined : parseLooseJson(text.slice(start, next), mender)?.value;
	if (next === undefined || !isRecord(value)) return undefined;
	return { value, next: next + (matchAt(jsonEnd, text, next)?.[0].length ?? 0) };
}

function readArguments(scene: Scene, from: number, call: string, find: EndFinder): Arguments | undefined {
	const { text, effort } = scene;
	if (effort.left <= 0) return undefined;
	const entries: (readonly [string, unknown])[] = [];
	for (let at = from; entries.length <= mostArguments; ) {
		if (matchAt(closing, text, at)) return { value: Object.fromEntries(entries), next: at };
		const read = readArgument(scene, at, call, find) ?? readChild(text, at);
		if (!read) return undefined;
		entries.push(read.entry);
		at = read.next;
	}
	return undefined;
}

interface Argument {
	readonly entry: readonly [string, unknown];
	readonly next: number;
}

function readArgument({ text, effort }: Scene, at: number, call: string, find: EndFinder): Argument | undefined {
	const opened = matchAt(argumentOpening, text, at);
	const [whole, argument, key, attribute, kind] = opened ?? [];
	if (whole === undefined || argument === undefined || key === undefined) return undefined;
	const end = find(text, at + whole.length, { call, argument });
	if (!end) {
		// Then all of the text was gone through, and no reading is left.
		if (find === flatEnd) effort.left -= text.length - at;
		return undefined;
	}
	const said = withoutFrame(text.slice(at + whole.length, end.from));
	return { entry: [key, typed(said, attribute, kind)], next: end.to };
}

function readChild(text: string, at: number): Argument | undefined {
	const opened = matchAt(childOpening, text, at);
	const key = opened?.[1];
	if (!opened || key === undefined) return undefined;
	const from = at + opened[0].length;
	const end = text.indexOf(`</${key}>`, from);
	return end < 0 ? undefined : { entry: [key, withoutFrame(text.slice(from, end))], next: end + key.length + 3 };
}

/** Templates put a value on lines of its own. */
function withoutFrame(said: string): string {
	return said.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
}

const typedKinds = new Set(['number', 'integer', 'boolean', 'object', 'array', 'null']);

/** DeepSeek says `string="false"`, Kimi `type="number"`. */
function typed(said: string, attribute: string | undefined, kind: string | undefined): unknown {
	const isValue = (attribute === 'string' && kind === 'false') || (attribute === 'type' && typedKinds.has(kind ?? ''));
	const parsed = isValue ? parseJson(said) : undefined;
	return parsed ? parsed.value : said;
}
