import { isRecord, parseLooseJson } from '../json-text.ts';
import { endOfJson, type Grammar, matchAt, mostArguments, type Scene } from './grammar.ts';

// Between a name and its arguments: blanks, any control token, an id, a tag or a fence around the JSON.
const between =
	/(?:\s|✿ARGS✿:?|Action Input:|\[CALL_ID\][\w-]{0,64}|\[ARGS\]|<\|[^<>|]{1,64}\|>|<[｜|][^<>｜|]{1,64}[｜|]>|<\/?(?:name|arguments|parameters|args|input)>|```(?:json)?)*/y;
const naming = /(?:<name>\s*)?([\w.:/-]{1,256})/y;

/** `name{…}`, with whatever a family puts between the two: Mistral, Kimi, DeepSeek and others. */
export const namedCall: Grammar = (scene, at) => {
	const { text } = scene;
	const found = matchAt(naming, text, at);
	const name = found?.[1];
	if (!found || name === undefined) return undefined;
	const start = at + found[0].length + (matchAt(between, text, at + found[0].length)?.[0].length ?? 0);
	const next = text[start] === '{' ? endOfJson(scene, start) : undefined;
	if (next === undefined) return undefined;
	const value = parseLooseJson(text.slice(start, next), scene.mender)?.value;
	return isRecord(value) ? { calls: [{ name, arguments: withoutEnvelope(value, name) }], next } : undefined;
};

/** Inkling says the name once more inside. */
function withoutEnvelope(value: Readonly<Record<string, unknown>>, name: string): unknown {
	const inner = value['args'] ?? value['arguments'] ?? value['parameters'];
	return value['name'] === name && isRecord(inner) && Object.keys(value).length === 2 ? inner : value;
}

const argumentOpening = /\s*<(?:[\w-]{1,32}_)?arg_key>/y;
const keyEnd = /<\/(?:[\w-]{1,32}_)?arg_key>\s*<(?:[\w-]{1,32}_)?arg_value>/g;
const valueMark = /<(\/?)(?:[\w-]{1,32}_)?arg_value>/g;
const behindValue = /\s*(?:<(?:[\w-]{1,32}_)?arg_key|<\/(?:[\w-]{1,32}_)?tool_call|$)/y;
const noArguments = /\s*<\/(?:[\w-]{1,32}_)?tool_call/y;

/** `name<arg_key>key</arg_key><arg_value>value</arg_value>`: GLM, Hunyuan, LongCat. All values are text. */
export const keyedCall: Grammar = ({ text }: Scene, at) => {
	const found = matchAt(/([\w.:/-]{1,256})\s*(?:<tool_sep>)?/y, text, at);
	const name = found?.[1];
	if (!found || name === undefined) return undefined;
	const start = at + found[0].length;
	if (matchAt(noArguments, text, start)) return { calls: [{ name, arguments: {} }], next: start };
	const read = readKeyed(text, start, 'nested') ?? readKeyed(text, start, 'flat');
	return read && { calls: [{ name, arguments: read.value }], next: read.next };
};

/** Whether a value may hold such values itself. */
type Values = 'nested' | 'flat';

function readKeyed(text: string, from: number, values: Values) {
	const entries: (readonly [string, string])[] = [];
	let next = from;
	const readNext = () => (entries.length < mostArguments ? readArgument(text, next, values) : undefined);
	for (let read = readNext(); read; read = readNext()) {
		entries.push(read.entry);
		next = read.next;
	}
	// An argument that was begun and has no end was cut off; an end that is left over is that of a value.
	if (entries.length === 0 || matchAt(argumentOpening, text, next)) return undefined;
	return matchAt(valueMark, text, next)?.[1] === '/' ? undefined : { value: Object.fromEntries(entries), next };
}

function readArgument(text: string, at: number, values: Values) {
	const opened = matchAt(argumentOpening, text, at);
	if (!opened) return undefined;
	const from = at + opened[0].length;
	const key = matchAt(keyEnd, text, from);
	if (!key) return undefined;
	const start = key.index + key[0].length;
	const end = endOfKeyed(text, start, values);
	return end && { entry: [text.slice(from, key.index).trim(), text.slice(start, end.from)] as const, next: end.to };
}

function endOfKeyed(text: string, start: number, values: Values) {
	let depth = 0;
	for (let mark = matchAt(valueMark, text, start); mark; mark = matchAt(valueMark, text, valueMark.lastIndex)) {
		const to = valueMark.lastIndex;
		const opens = mark[1] === '';
		if (depth === 0 && !opens && matchAt(behindValue, text, to)) return { from: mark.index, to };
		if (values === 'nested') depth = Math.max(0, depth + (opens ? 1 : -1));
	}
	return undefined;
}
