import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Conversation, OfferedTool, Turn } from '../../conversation.ts';
import type { ProviderDialect } from '../dialect.ts';
import { bearerOf, openAiError, openAiModels, unreadable } from '../openai-wire.ts';
import { textIn } from '../text-in.ts';
import { checkResponse } from './responses-check.ts';
import { responseStream, wholeResponse } from './responses-stream.ts';

/** OpenAI's Responses. Lists of models are the chat dialect's. */
export const responsesDialect: ProviderDialect = {
	name: 'responses',
	route: (request) =>
		request.method === 'POST' && request.path === '/v1/responses'
			? { kind: 'generate', key: bearerOf(request) }
			: undefined,
	check: (_call, request, body) => unreadable(body, request) ?? checkResponse(body as Fields),
	read: (_call, _request, body) => conversationOf(body as Fields),
	write: {
		stream: responseStream,
		whole: wholeResponse,
		count: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
		models: openAiModels,
		error: openAiError,
	},
};

function conversationOf({ model, input, instructions, tools, text, stream }: Fields): Conversation {
	const items: readonly unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: input }];
	const format = isFields(text) && isFields(text['format']) ? text['format'] : {};
	return {
		model: String(model),
		turns: [
			...(typeof instructions === 'string' ? [{ role: 'system', text: instructions } as const] : []),
			...items.filter(isFields).flatMap(turnOf),
		],
		tools: Array.isArray(tools) ? tools.filter(isFields).map(toolOf) : [],
		...(format['type'] === 'json_schema' && { wanted: format['schema'] }),
		delivery: stream === true ? 'events' : 'whole',
	};
}

function turnOf({ type = 'message', role, content, output }: Fields): readonly Turn[] {
	if (type === 'message') {
		const text = textIn(content);
		if (role === 'assistant') return [{ role, text, calls: 0 }];
		return [{ role: role === 'user' ? role : 'system', text }];
	}
	if (String(type).endsWith('_call')) return [{ role: 'assistant', text: '', calls: 1 }];
	return String(type).endsWith('_output') ? [{ role: 'tool', text: textIn(output) }] : [];
}

function toolOf({ type, name, parameters }: Fields): OfferedTool {
	if (type === 'function') return { kind: 'function', name: String(name), schema: parameters };
	if (type === 'custom') return { kind: 'custom', name: String(name) };
	// Tools of a namespace are called by another way than plain ones: scripts leave them alone
	if (type === 'namespace' || type === 'tool_search')
		return { kind: 'function', name: String(name ?? type), schema: {} };
	return { kind: 'hosted', name: String(type) };
}
