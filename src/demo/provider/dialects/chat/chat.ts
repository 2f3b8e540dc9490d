import { checkChatBy } from '../../../model-server/chat-grammar.ts';
import { toChunks, toCompletion } from '../../../model-server/completion.ts';
import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { ScriptedReply } from '../../../model-server/script.ts';
import type { Conversation, OfferedTool, Turn } from '../../conversation.ts';
import type { AnswerFacts, ProviderDialect, Refusal, WireRequest } from '../dialect.ts';
import { bearerOf, invalid, modelsCall, openAiError, openAiModels, unreadable } from '../openai-wire.ts';
import { textIn } from '../text-in.ts';

/** OpenAI's Chat Completions, and the list of models. */
export const chatDialect: ProviderDialect = {
	name: 'chat',
	route: (request) =>
		request.method === 'POST' && request.path === '/v1/chat/completions'
			? { kind: 'generate', key: bearerOf(request) }
			: modelsCall(request),
	check: ({ kind }, request, body) => (kind === 'models' ? undefined : checkBody(request, body)),
	read: (_call, _request, body) => conversationOf(body as Fields),
	write: {
		stream: (reply, facts) => streamOf(reply, facts),
		whole: (reply, facts) => toCompletion(reply, completionFacts(facts)),
		count: (tokens) => ({ tokens }),
		models: openAiModels,
		error: openAiError,
	},
};

function checkBody(request: WireRequest, body: unknown): Refusal | undefined {
	const unread = unreadable(body, request);
	if (unread !== undefined) return unread;
	// The one field that makes a plain model search the web: https://platform.openai.com/docs/guides/tools-web-search
	const { web_search_options: _, ...rest } = body as Fields;
	const problem = checkChatBy('openai', rest);
	return problem === undefined ? checkChoice(rest) : invalid(problem.param, problem.message);
}

function checkChoice({ tool_choice: choice, tools }: Fields): Refusal | undefined {
	const named = isFields(choice) && isFields(choice['function']) ? choice['function']['name'] : undefined;
	if (named === undefined || functionsOf(tools).some((made) => made['name'] === named)) return undefined;
	return invalid('tool_choice', `Tool choice '${String(named)}' not found in 'tools' parameter.`);
}

function streamOf(reply: ScriptedReply, facts: AnswerFacts): readonly string[] {
	// A stream tells its usage only to those that have asked for it
	const chunks = toChunks(reply, completionFacts(facts), facts.conversation.wantsUsage === true);
	return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'];
}

function completionFacts({ conversation, requestLength, newId }: AnswerFacts) {
	return { id: newId('chatcmpl'), model: conversation.model, requestLength, newCallId: () => newId('call') };
}

function functionsOf(tools: unknown): readonly Fields[] {
	const all: readonly unknown[] = Array.isArray(tools) ? tools : [];
	return all.flatMap((tool) => (isFields(tool) && isFields(tool['function']) ? [tool['function']] : []));
}

function conversationOf(body: Fields): Conversation {
	const { model, messages, tools, stream, response_format: format, stream_options: options } = body;
	const schema = isFields(format) && isFields(format['json_schema']) ? format['json_schema']['schema'] : undefined;
	const own = functionsOf(tools).map(
		({ name, parameters }): OfferedTool => ({ kind: 'function', name: String(name), schema: parameters }),
	);
	return {
		model: String(model),
		turns: Array.isArray(messages) ? messages.filter(isFields).map(turnOf) : [],
		tools: body['web_search_options'] === undefined ? own : [...own, { kind: 'hosted', name: 'web_search_options' }],
		...(schema !== undefined && { wanted: schema }),
		delivery: stream === true ? 'events' : 'whole',
		wantsUsage: isFields(options) && options['include_usage'] === true,
	};
}

function turnOf({ role, content, tool_calls: calls }: Fields): Turn {
	const text = textIn(content);
	if (role === 'assistant') return { role, text, calls: Array.isArray(calls) ? calls.length : 0 };
	if (role === 'tool' || role === 'user') return { role, text };
	return { role: 'system', text };
}
