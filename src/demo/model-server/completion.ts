import type { ScriptedReply } from './script.ts';

/** The facts that every chunk and completion of one answer has in common. */
export interface CompletionFacts {
	readonly id: string;
	readonly model: string;
	/** For the estimate of usage. */
	readonly requestLength: number;
	readonly newCallId: () => string;
}

interface WireCall {
	readonly index: number;
	readonly id: string;
	readonly type: 'function';
	readonly function: { readonly name: string; readonly arguments: string };
}

/** The chunks of a streamed answer, in OpenAI's shape: role, reasoning, text, calls in two pieces each, end, usage. */
export function toChunks(reply: ScriptedReply, facts: CompletionFacts, withUsage: boolean): readonly unknown[] {
	const deltas = [
		{ role: 'assistant', content: '' },
		...listOf(reply.reasoning).map((reasoning_content) => ({ reasoning_content })),
		...listOf(reply.text).map((content) => ({ content })),
		...wireCalls(reply, facts).flatMap(callDeltas),
	];
	const usage = usageOf(reply, facts);
	const last =
		withUsage && usage !== undefined ? [{ ...base(facts, 'chat.completion.chunk'), choices: [], usage }] : [];
	return [...deltas.map((delta) => chunk(facts, delta, null)), chunk(facts, {}, finishOf(reply)), ...last];
}

/** The answer as one completion, for requests that do not stream. */
export function toCompletion(reply: ScriptedReply, facts: CompletionFacts): unknown {
	const calls = wireCalls(reply, facts).map(({ index: _, ...call }) => call);
	const text = listOf(reply.text).join('');
	const reasoning = listOf(reply.reasoning).join('');
	const message = {
		role: 'assistant',
		content: text === '' && calls.length > 0 ? null : text,
		...(reasoning === '' ? {} : { reasoning_content: reasoning }),
		...(calls.length === 0 ? {} : { tool_calls: calls }),
	};
	return {
		...base(facts, 'chat.completion'),
		choices: [{ index: 0, message, finish_reason: finishOf(reply), logprobs: null }],
		usage: usageOf(reply, facts) ?? null,
	};
}

function base({ id, model }: CompletionFacts, object: string) {
	return { id, object, created: 0, model };
}

function chunk(facts: CompletionFacts, delta: object, finish: string | null): unknown {
	return { ...base(facts, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] };
}

function listOf(text: string | readonly string[] | undefined): readonly string[] {
	return text === undefined || text === '' ? [] : [text].flat();
}

function wireCalls({ calls = [] }: ScriptedReply, { newCallId }: CompletionFacts): readonly WireCall[] {
	return calls.map(({ name, arguments: args, id = newCallId() }, index) => ({
		index,
		id,
		type: 'function',
		function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
	}));
}

function callDeltas({ index, id, type, function: made }: WireCall): readonly object[] {
	return [
		{ tool_calls: [{ index, id, type, function: { name: made.name, arguments: '' } }] },
		{ tool_calls: [{ index, function: { arguments: made.arguments } }] },
	];
}

function finishOf({ finish, calls = [] }: ScriptedReply): string {
	return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

/** Four characters to a token, which is what the common tokenizers come to on English text. */
function usageOf(reply: ScriptedReply, { requestLength }: CompletionFacts): object | undefined {
	if (reply.usage === null) return undefined;
	const said = JSON.stringify([reply.text, reply.reasoning, reply.calls]).length;
	const { input, output } = reply.usage ?? { input: Math.ceil(requestLength / 4), output: Math.ceil(said / 4) };
	return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
