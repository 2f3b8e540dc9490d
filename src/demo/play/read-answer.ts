import { messageOf } from '../../base/errors.ts';
import { isFields } from '../model-server/grammar-problem.ts';
import type { ChatRequest, ScriptedCall, ScriptedReply } from '../model-server/script.ts';
import { isForm } from './request-text.ts';
import { takesNull } from './shape-text.ts';

/** An answer that was read, or a sentence on what is wrong with it. */
export type Read = { readonly reply: ScriptedReply } | { readonly problem: string };

/** Reads an answer in plain words. Pure. */
export function readText(content: string, request: ChatRequest): Read {
	const text = content.replace(/\n$/, '');
	if (!isForm(request.response_format)) return { reply: { text: inPieces(text) } };
	return readForm(text, request);
}

/**
 * Reads an answer in JSON: the form that is asked for, or `{text, calls, reasoning, finish, error}`; calls as one, as a list, and as OpenAI writes them
 * (`content`, `tool_calls`) are understood as well. With `"anyway": true` nothing is checked, to play a model that errs. Pure.
 */
export function readJson(content: string, request: ChatRequest): Read {
	if (isForm(request.response_format)) return readForm(content, request);
	const value = parsed(content);
	if ('problem' in value) return value;
	const fields = Array.isArray(value.json) ? { calls: value.json } : value.json;
	if (!isFields(fields)) return { problem: 'It is JSON, and neither an object nor a list of calls' };
	return readFields('name' in fields ? { calls: [fields] } : fields, request);
}

const known = ['text', 'calls', 'reasoning', 'finish', 'error', 'anyway', 'content', 'tool_calls', 'role'];

function readFields(fields: Readonly<Record<string, unknown>>, request: ChatRequest): Read {
	const stray = Object.keys(fields).find((key) => !known.includes(key));
	if (stray !== undefined) return { problem: `"${stray}" is none of: ${known.slice(0, 6).join(', ')}` };
	if (isFields(fields['error'])) return readError(fields['error']);
	const given = fields['calls'] ?? fields['tool_calls'] ?? [];
	if (!Array.isArray(given)) return { problem: '"calls" must be a list of {"name", "arguments"}' };
	const calls = given.map(callOf);
	const wrong = calls.find((call) => typeof call === 'string') ?? problemIn(calls, fields, request);
	if (wrong !== undefined) return { problem: wrong };
	const text = String(fields['text'] ?? fields['content'] ?? '');
	const reasoning = String(fields['reasoning'] ?? '');
	if (text === '' && calls.length === 0 && fields['anyway'] !== true)
		return { problem: 'It says nothing and calls nothing; with "anyway": true it is sent as it is' };
	return {
		reply: {
			text: inPieces(text),
			...(reasoning !== '' && { reasoning }),
			...(typeof fields['finish'] === 'string' && { finish: fields['finish'] }),
			calls: calls.filter((call) => typeof call !== 'string'),
		},
	};
}

function readError({ status, message }: Readonly<Record<string, unknown>>): Read {
	if (!Number.isInteger(status)) return { problem: '"error" needs a "status", such as 500' };
	return { reply: { error: { status: Number(status), message: String(message ?? 'played') } } };
}

function callOf(given: unknown, at: number): ScriptedCall | string {
	const call = isFields(given) && isFields(given['function']) ? { ...given['function'], id: given['id'] } : given;
	if (!isFields(call) || typeof call['name'] !== 'string') return `Call ${at + 1} has no "name"`;
	const { name, arguments: args = {}, id } = call;
	if (typeof args !== 'string' && !isFields(args))
		return `The "arguments" of call ${at + 1} (${name}) must be an object`;
	return { name, arguments: args, ...(typeof id === 'string' && { id }) };
}

/** A tool that is not there, arguments that are no JSON, and those that are missing or unknown. */
function problemIn(
	calls: readonly (ScriptedCall | string)[],
	{ anyway }: Readonly<Record<string, unknown>>,
	request: ChatRequest,
): string | undefined {
	if (anyway === true) return undefined;
	return calls.map((call) => (typeof call === 'string' ? call : callProblem(call, request))).find(Boolean);
}

function callProblem({ name, arguments: given }: ScriptedCall, { tools = [] }: ChatRequest): string | undefined {
	const names = tools.map((tool) => tool.function.name);
	const tool = tools[names.indexOf(name)]?.function;
	if (!tool) return `There is no tool "${name}": ${names.join(', ') || 'this request has none'}`;
	const args = typeof given === 'string' ? parsed(given) : { json: given };
	const problem = 'problem' in args ? args.problem : keysProblem(args.json, tool.parameters);
	return problem && `The arguments of ${name}: ${problem}`;
}

function keysProblem(given: unknown, schema: unknown): string | undefined {
	if (!isFields(given)) return 'must be an object';
	if (!isFields(schema)) return undefined;
	const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
	const missing = required.filter((key) => !Object.hasOwn(given, key));
	if (missing.length > 0) return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
	const properties = isFields(schema['properties']) ? schema['properties'] : {};
	const stray =
		schema['additionalProperties'] === false ? Object.keys(given).filter((key) => !Object.hasOwn(properties, key)) : [];
	return stray.length === 0 ? undefined : `${stray.join(', ')}: there are only ${Object.keys(properties).join(', ')}`;
}

/** The form that is asked for: JSON, with a fence of Markdown around it or without, and with one field as a fenced block below it. */
function readForm(content: string, { response_format: format }: ChatRequest): Read {
	const schema = format?.json_schema?.schema ?? {};
	const [first = '', ...blocks] = partsOf(content);
	const value = parsed(first);
	if ('problem' in value) return value;
	if (!isFields(value.json)) return { problem: 'It must be an object' };
	if (value.json['anyway'] === true && typeof value.json['text'] === 'string')
		return { reply: { text: value.json['text'] } };
	const { error } = value.json;
	if (isFields(error) && Number.isInteger(error['status'])) return readError(error);
	const json = withDefaults(value.json, schema, blocks);
	const problem = keysProblem(json, schema);
	return problem === undefined ? { reply: { text: JSON.stringify(json) } } : { problem };
}

const fence = /^```\w*\n([\s\S]*?)\n```$/gm;

/** The JSON, then the fenced blocks beside it. */
function partsOf(content: string): readonly string[] {
	const blocks = [...content.matchAll(fence)].map(([, block = '']) => block);
	const rest = content.replaceAll(fence, '').trim();
	return rest === '' ? blocks : [rest, ...blocks];
}

/** Of the fields that lack: those that may be null are, and a text that is the only other one is the block. */
function withDefaults(given: Readonly<Record<string, unknown>>, schema: unknown, blocks: readonly string[]): unknown {
	if (!isFields(schema) || !isFields(schema['properties']) || !Array.isArray(schema['required'])) return given;
	const { properties, required } = schema;
	const lacking = required.map(String).filter((key) => !Object.hasOwn(given, key));
	const [nulls, others] = [
		lacking.filter((key) => takesNull(properties[key])),
		lacking.filter((key) => !takesNull(properties[key])),
	];
	const [block] = blocks;
	const filled = others.length === 1 && block !== undefined ? [[others[0] ?? '', `${block}\n`]] : [];
	return { ...given, ...Object.fromEntries(nulls.map((key) => [key, null])), ...Object.fromEntries(filled) };
}

function parsed(text: string): { readonly json: unknown } | { readonly problem: string } {
	try {
		return { json: JSON.parse(text) };
	} catch (error) {
		return { problem: `It is not JSON: ${messageOf(error)}` };
	}
}

/** As a model would stream it. */
function inPieces(text: string): readonly string[] {
	return text.match(/[\s\S]{1,24}/gu) ?? [];
}
