import type { ScriptedCall, ScriptedReply } from '../../../model-server/script.ts';
import { argumentsOf, countedOf, joined, piecesOf } from '../counted.ts';
import type { AnswerFacts } from '../dialect.ts';
import { sign } from './messages-blocks.ts';

/** A block of the answer, whole, as it starts, and its deltas. */
interface Block {
	readonly whole: Readonly<Record<string, unknown>>;
	readonly start: Readonly<Record<string, unknown>>;
	readonly deltas: readonly Readonly<Record<string, unknown>>[];
}

/** The events of a streamed message, in the order of https://docs.anthropic.com/en/docs/build-with-claude/streaming. */
export function messageStream(reply: ScriptedReply, facts: AnswerFacts): readonly string[] {
	const { input, output } = countedOf(reply, facts);
	const message = { ...shell(facts), usage: usage(input, 1) };
	const delta = { stop_reason: stopOf(reply), stop_sequence: null };
	const events = [
		{ type: 'message_start', message },
		...blocksOf(reply, facts).flatMap(eventsOf),
		{ type: 'message_delta', delta, usage: { output_tokens: output } },
		{ type: 'message_stop' },
	];
	const [start, ...rest] = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
	return [start ?? '', `event: ping\ndata: {"type": "ping"}\n\n`, ...rest];
}

export function wholeMessage(reply: ScriptedReply, facts: AnswerFacts): unknown {
	const { input, output } = countedOf(reply, facts);
	const content = blocksOf(reply, facts).map(({ whole }) => whole);
	return { ...shell(facts), content, stop_reason: stopOf(reply), usage: usage(input, output) };
}

function shell({ newId, conversation }: AnswerFacts) {
	return {
		id: newId('msg'),
		type: 'message',
		role: 'assistant',
		model: conversation.model,
		content: [],
		stop_reason: null,
		stop_sequence: null,
	};
}

function usage(input: number, output: number) {
	return {
		input_tokens: input,
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: 0,
		output_tokens: output,
		service_tier: 'standard',
	};
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

function eventsOf({ start, deltas }: Block, index: number): readonly Event[] {
	return [
		{ type: 'content_block_start', index, content_block: start } as const,
		...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
		{ type: 'content_block_stop', index } as const,
	];
}

function blocksOf(reply: ScriptedReply, facts: AnswerFacts): readonly Block[] {
	const thought = joined(reply.reasoning) === '' ? [] : [thinkingBlock(reply)];
	const said = joined(reply.text) === '' ? [] : [textBlock(reply)];
	return [...thought, ...said, ...(reply.calls ?? []).map((call) => useBlock(call, facts))];
}

function thinkingBlock({ reasoning }: ScriptedReply): Block {
	const thinking = joined(reasoning);
	const signature = sign(thinking);
	return {
		whole: { type: 'thinking', thinking, signature },
		start: { type: 'thinking', thinking: '', signature: '' },
		deltas: [
			...piecesOf(reasoning).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
			{ type: 'signature_delta', signature },
		],
	};
}

function textBlock({ text }: ScriptedReply): Block {
	return {
		whole: { type: 'text', text: joined(text) },
		start: { type: 'text', text: '' },
		deltas: piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
	};
}

function useBlock(call: ScriptedCall, { newId }: AnswerFacts): Block {
	const { pieces } = argumentsOf(call.arguments);
	const start = { type: 'tool_use', id: call.id ?? newId('toolu'), name: call.name, input: {} };
	return {
		whole: { ...start, input: call.arguments },
		start,
		deltas: ['', ...pieces].map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
	};
}

/** Scripts speak of the end in OpenAI's words. */
function stopOf({ finish, calls = [] }: ScriptedReply): string {
	if (finish === 'length') return 'max_tokens';
	return finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
}
