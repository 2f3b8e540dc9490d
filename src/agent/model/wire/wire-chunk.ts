import type { Usage } from '../../../chat/usage.ts';
import { isRecord, type JsonRecord } from '../text/json-text.ts';

/** A piece of a tool call. Absent ids and names are undefined, whatever the server wrote instead. */
export interface CallDelta {
	readonly id?: string | undefined;
	readonly index?: number | undefined;
	readonly name?: string | undefined;
	readonly arguments: unknown;
	readonly extra?: unknown;
	/** The number of the choice that it is of; default 0. Ids and indexes are of one choice. */
	readonly choice?: number;
}

/** The facts of one chunk of a stream, or of one whole completion. */
export interface ChunkFacts {
	/** Those that it has something of, in their order. */
	readonly choices: readonly ChoiceFacts[];
	readonly usage?: Usage | undefined;
}

/** The part of a chunk that is of one choice. We ask for one, but some servers give several (one of words, one of calls: HKUDS/nanobot#1481). */
export interface ChoiceFacts {
	readonly number: number;
	readonly text: string;
	readonly reasoning: string;
	readonly calls: readonly CallDelta[];
	readonly finish?: string | undefined;
}

/** Nobody gives more. */
const mostChoices = 128;

/** Reads a chunk without trusting its shape: anything unknown, null or missing is nothing. */
export function readChunk(chunk: unknown): ChunkFacts {
	const body = isRecord(chunk) ? chunk : {};
	const listed = Array.isArray(body['choices']) ? body['choices'].slice(0, mostChoices).map(recordOf) : [];
	const numbers = numbersOf(listed);
	return {
		choices: listed.map((choice, at) => readChoice(choice, numbers[at] ?? at)),
		usage: usageIn(chunk),
	};
}

/** The tokens that a chunk tells of. */
export function usageIn(chunk: unknown): Usage | undefined {
	const { usage, choices } = recordOf(chunk);
	const told = readUsage(usage);
	// Moonshot puts the usage into the choice.
	if (told || !Array.isArray(choices)) return told;
	return choices
		.slice(0, mostChoices)
		.map((choice) => readUsage(recordOf(choice)['usage']))
		.find((one) => one !== undefined);
}

/** Their indexes; the place of one that has none, or that of another. */
function numbersOf(choices: readonly JsonRecord[]): readonly number[] {
	const taken = new Set<number>();
	return choices.map(({ index }, at) => {
		const number = typeof index === 'number' && !taken.has(index) ? index : at;
		taken.add(number);
		return number;
	});
}

function readChoice(choice: JsonRecord, number: number): ChoiceFacts {
	// Whole completions, from servers that do not stream, have `message`.
	const delta = isRecord(choice['delta']) ? choice['delta'] : recordOf(choice['message']);
	const content = readContent(delta['content']);
	return {
		number,
		text: content.text + textOf(delta['refusal']),
		reasoning: reasoningOf(delta) || content.reasoning,
		calls: callsOf(delta).map((call) => readCall(call, number)),
		finish: filledText(choice['finish_reason']),
	};
}

/** Servers from before `tool_calls` have one `function_call`. */
function callsOf({ tool_calls: calls, function_call: former }: JsonRecord): readonly JsonRecord[] {
	if (Array.isArray(calls)) return calls.filter(isRecord);
	return isRecord(former) ? [{ function: former }] : [];
}

function recordOf(value: unknown): JsonRecord {
	return isRecord(value) ? value : {};
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function filledText(value: unknown): string | undefined {
	return textOf(value) || undefined;
}

/** One of three names; some servers send two of them with the same text, so the first that has some wins. */
function reasoningOf(delta: JsonRecord): string {
	return textOf(delta['reasoning_content']) || textOf(delta['reasoning']) || textOf(delta['reasoning_text']);
}

function readContent(content: unknown): { readonly text: string; readonly reasoning: string } {
	if (!Array.isArray(content)) return { text: textOf(content), reasoning: '' };
	const parts = content.filter(isRecord);
	const thoughts = parts.flatMap((part) => (Array.isArray(part['thinking']) ? part['thinking'] : [part['thinking']]));
	return {
		text: parts.map((part) => textOf(part['text'])).join(''),
		reasoning: thoughts.map((thought) => textOf(thought) || textOf(recordOf(thought)['text'])).join(''),
	};
}

function readCall(call: JsonRecord, choice: number): CallDelta {
	const made = recordOf(call['function']);
	const index = call['index'];
	return {
		id: filledText(call['id']),
		index: typeof index === 'number' ? index : undefined,
		name: filledText(made['name']),
		arguments: made['arguments'],
		choice,
		...(call['extra_content'] == null ? {} : { extra: call['extra_content'] }),
	};
}

/**
 * Both counts as whole numbers from 0; undefined when neither was counted. Some count thoughts in the total alone
 * (https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/grok/capabilities/reasoning): they are output, too.
 */
function readUsage(usage: unknown): Usage | undefined {
	if (!isRecord(usage)) return undefined;
	const input = usage['prompt_tokens'] ?? usage['input_tokens'];
	const output = usage['completion_tokens'] ?? usage['output_tokens'];
	if (typeof input !== 'number' && typeof output !== 'number') return undefined;
	const cached = recordOf(usage['prompt_tokens_details'])['cached_tokens'] ?? usage['prompt_cache_hit_tokens'];
	return {
		inputTokens: count(input),
		outputTokens: Math.max(count(output), typeof input === 'number' ? count(usage['total_tokens']) - count(input) : 0),
		...(typeof cached === 'number' && cached > 0 && { cachedTokens: Math.min(count(cached), count(input)) }),
	};
}

/** No request has more, whatever a server says. */
const mostTokens = 1e9;

function count(value: unknown): number {
	return typeof value === 'number' && Number.isFinite(value) ? Math.min(mostTokens, Math.max(0, Math.round(value))) : 0;
}
