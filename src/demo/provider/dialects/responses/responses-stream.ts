import type { ScriptedReply } from '../../../model-server/script.ts';
import { argumentsOf, countedOf, joined, piecesOf } from '../counted.ts';
import type { AnswerFacts } from '../dialect.ts';
import { seal } from './responses-items.ts';

/** An item of the output, whole, and the events by which a stream brings it. */
interface OutputItem {
	readonly item: Readonly<Record<string, unknown>>;
	/** As the item is when it is added. */
	readonly added: Readonly<Record<string, unknown>>;
	/** Between `output_item.added` and `output_item.done`, without what each event has. */
	readonly events: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The events of a streamed response, in the order of https://platform.openai.com/docs/api-reference/responses-streaming: created, in progress, each item
 * (added, its parts and deltas, done), completed with the usage. There is no `[DONE]`.
 */
export function responseStream(reply: ScriptedReply, facts: AnswerFacts): readonly string[] {
	const items = itemsOf(reply, facts);
	const id = facts.newId('resp');
	const begun = shell(id, facts);
	const whole = wholeOf(id, items, reply, facts);
	const events = [
		{ type: 'response.created', response: begun },
		{ type: 'response.in_progress', response: begun },
		...items.flatMap(eventsOf),
		{ type: whole.status === 'completed' ? 'response.completed' : 'response.incomplete', response: whole },
	];
	return events.map((event, at) => {
		const { type, ...rest } = event;
		return `event: ${String(type)}\ndata: ${JSON.stringify({ type, sequence_number: at, ...rest })}\n\n`;
	});
}

export function wholeResponse(reply: ScriptedReply, facts: AnswerFacts): unknown {
	return wholeOf(facts.newId('resp'), itemsOf(reply, facts), reply, facts);
}

function eventsOf({ item, added, events }: OutputItem, at: number): readonly Readonly<Record<string, unknown>>[] {
	const placed = events.map((event) => ({ ...event, item_id: item['id'], output_index: at }));
	return [
		{ type: 'response.output_item.added', output_index: at, item: added },
		...placed,
		{ type: 'response.output_item.done', output_index: at, item },
	];
}

function shell(id: string, { conversation }: AnswerFacts) {
	return {
		id,
		object: 'response',
		created_at: 0,
		status: 'in_progress',
		background: false,
		error: null,
		incomplete_details: null,
		instructions: null,
		max_output_tokens: null,
		model: conversation.model,
		output: [] as unknown[],
		parallel_tool_calls: true,
		previous_response_id: null,
		reasoning: { effort: null, summary: null },
		store: false,
		temperature: 1,
		text: { format: { type: 'text' } },
		tool_choice: 'auto',
		tools: [],
		top_p: 1,
		truncation: 'disabled',
		usage: null as unknown,
		user: null,
		metadata: {},
	};
}

function wholeOf(id: string, items: readonly OutputItem[], reply: ScriptedReply, facts: AnswerFacts) {
	const { input, output, reasoning } = countedOf(reply, facts);
	const isCut = reply.finish === 'length';
	return {
		...shell(id, facts),
		status: isCut ? 'incomplete' : 'completed',
		incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
		output: items.map(({ item }) => item),
		usage:
			reply.usage === null
				? null
				: {
						input_tokens: input,
						input_tokens_details: { cached_tokens: 0 },
						output_tokens: output,
						output_tokens_details: { reasoning_tokens: reasoning },
						total_tokens: input + output,
					},
	};
}

function itemsOf(reply: ScriptedReply, facts: AnswerFacts): readonly OutputItem[] {
	const thought = joined(reply.reasoning) === '' ? [] : [reasoningItem(reply, facts)];
	const said = joined(reply.text) === '' ? [] : [messageItem(reply, facts)];
	return [...thought, ...said, ...(reply.calls ?? []).map((call) => callItem(call, facts))];
}

function reasoningItem({ reasoning }: ScriptedReply, { newId }: AnswerFacts): OutputItem {
	const text = joined(reasoning);
	const base = { id: newId('rs'), type: 'reasoning', encrypted_content: seal(text) };
	const at = { summary_index: 0 };
	const part = (said: string) => ({ type: 'summary_text', text: said });
	return {
		item: { ...base, summary: [part(text)] },
		added: { ...base, summary: [] },
		events: [
			{ type: 'response.reasoning_summary_part.added', ...at, part: part('') },
			...piecesOf(reasoning).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
			{ type: 'response.reasoning_summary_text.done', ...at, text },
			{ type: 'response.reasoning_summary_part.done', ...at, part: part(text) },
		],
	};
}

function messageItem({ text: words }: ScriptedReply, { newId }: AnswerFacts): OutputItem {
	const text = joined(words);
	const base = { id: newId('msg'), type: 'message', role: 'assistant' };
	const at = { content_index: 0 };
	const part = (said: string) => ({ type: 'output_text', annotations: [], logprobs: [], text: said });
	return {
		item: { ...base, status: 'completed', content: [part(text)] },
		added: { ...base, status: 'in_progress', content: [] },
		events: [
			{ type: 'response.content_part.added', ...at, part: part('') },
			...piecesOf(words).map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
			{ type: 'response.output_text.done', ...at, text, logprobs: [] },
			{ type: 'response.content_part.done', ...at, part: part(text) },
		],
	};
}

function callItem(call: NonNullable<ScriptedReply['calls']>[number], facts: AnswerFacts): OutputItem {
	const isCustom = facts.conversation.tools.some(({ kind, name }) => kind === 'custom' && name === call.name);
	const { text, pieces } = argumentsOf(call.arguments);
	const [type, said, event] = isCustom
		? ['custom_tool_call', 'input', 'response.custom_tool_call_input']
		: ['function_call', 'arguments', 'response.function_call_arguments'];
	const base = {
		id: facts.newId(isCustom ? 'ctc' : 'fc'),
		type,
		call_id: call.id ?? facts.newId('call'),
		name: call.name,
	};
	return {
		item: { ...base, status: 'completed', [said]: text },
		added: { ...base, status: 'in_progress', [said]: '' },
		events: [...pieces.map((delta) => ({ type: `${event}.delta`, delta })), { type: `${event}.done`, [said]: text }],
	};
}
