import { isRecord, type JsonRecord, parseLooseJson } from '../json-text.ts';
import { endOfJson, type Grammar, matchAt, mostCalls, type Scene, type WrittenCall } from './grammar.ts';

const nameKeys = ['name', 'tool_name', 'function_name', 'tool', 'function', 'action'] as const;
const argumentKeys = ['arguments', 'parameters', 'args', 'input', 'params', 'tool_input', 'action_input'] as const;
/** Beside these two, calls of some families have a kind and an id. */
const otherKeys = ['type', 'id', 'tool_call_id', 'index'] as const;

/** A whole call stands at one of these. */
const frameKeys = ['function', 'tool_call', 'function_call'] as const;

/** `{"name":…,"arguments":…}`, a list of these, what holds them as `function` or `tool_calls`, or `{"name":{…}}`. Phi writes `functools` before a list. */
export const jsonCalls: Grammar = (scene, at) => {
	const value = valueAt(scene, at);
	const calls = value && callsIn(value.value, scene);
	return calls && calls.length > 0 && calls.length <= mostCalls ? { calls, next: value.next } : undefined;
};

/** Likewise, where nothing but the JSON itself says that it is a call: it has a name and arguments, and nothing that no call has. */
export const bareJsonCalls: Grammar = (scene, at) => {
	const reading = jsonCalls(scene, at);
	const value = reading && valueAt(scene, at)?.value;
	const items = Array.isArray(value) ? value : [value];
	return items.every((item) => isRecord(item) && isStrict(item)) ? reading : undefined;
};

function valueAt(scene: Scene, at: number): { readonly value: unknown; readonly next: number } | undefined {
	const { text, mender } = scene;
	const start = at + (matchAt(/(?:functools)?\s*/y, text, at)?.[0].length ?? 0);
	const next = '[{'.includes(text[start] ?? ' ') ? endOfJson(scene, start) : undefined;
	const parsed = next === undefined ? undefined : parseLooseJson(text.slice(start, next), mender);
	return parsed && next !== undefined ? { ...parsed, next } : undefined;
}

function callsIn(value: unknown, scene: Scene): readonly WrittenCall[] | undefined {
	if (Array.isArray(value)) return allOf(value, scene);
	if (!isRecord(value)) return undefined;
	if (Array.isArray(value['tool_calls'])) return allOf(value['tool_calls'], scene);
	const framed = frameKeys.map((key) => value[key]).find(isRecord);
	const call = callIn(value) ?? (framed && callIn(framed));
	return call ? [call] : keyedCall(value, scene);
}

/** Lists within lists are none of ours. */
function allOf(list: readonly unknown[], scene: Scene): readonly WrittenCall[] | undefined {
	const calls = list.map((item) => (isRecord(item) && !('tool_calls' in item) ? callsIn(item, scene) : undefined));
	return calls.some((one) => one === undefined) ? undefined : calls.flatMap((one) => one ?? []);
}

function callIn(value: JsonRecord): WrittenCall | undefined {
	const key = nameKeys.find((one) => typeof value[one] === 'string');
	const name = key && value[key];
	return typeof name === 'string' ? { name, arguments: argumentsIn(value, key) } : undefined;
}

/** Some models write the arguments beside the name, which stands at a key. */
function argumentsIn(value: JsonRecord, nameKey?: string): unknown {
	const key = argumentKeys.find((one) => value[one] !== undefined);
	if (key !== undefined) return value[key];
	const rest = Object.entries(value).filter(([one]) => one !== nameKey && !otherKeys.some((other) => other === one));
	return nameKey !== undefined && rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** Apertus writes the name as the key. */
function keyedCall(value: JsonRecord, { knows }: Scene): readonly WrittenCall[] | undefined {
	const [entry, other] = Object.entries(value);
	if (!entry || other || !isRecord(entry[1]) || !knows(entry[0])) return undefined;
	return [{ name: entry[0], arguments: entry[1] }];
}

function isStrict(item: JsonRecord): boolean {
	if (Array.isArray(item['tool_calls'])) {
		return Object.keys(item).length === 1 && item['tool_calls'].every((one) => isRecord(one) && isStrict(one));
	}
	if (frameKeys.some((key) => isRecord(item[key]) && isStrict(item[key]))) return true;
	const args = argumentsIn(item);
	return args !== undefined && !isDefinition(args) && callIn(item) !== undefined && Object.keys(item).every(isOfCalls);
}

/** A tool's definition has a schema where a call has its arguments. */
function isDefinition(args: unknown): boolean {
	return isRecord(args) && args['type'] === 'object' && isRecord(args['properties']);
}

const callKeys: ReadonlySet<string> = new Set([...nameKeys, ...argumentKeys, ...otherKeys]);

function isOfCalls(key: string): boolean {
	return callKeys.has(key);
}
