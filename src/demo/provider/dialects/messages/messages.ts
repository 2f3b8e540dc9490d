import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Conversation, OfferedTool, Turn } from '../../conversation.ts';
import type { ProviderCall, ProviderDialect, Refusal, WireRequest } from '../dialect.ts';
import { textIn } from '../text-in.ts';
import { checkMessages } from './messages-check.ts';
import { messagesError, wrong } from './messages-error.ts';
import { messageStream, wholeMessage } from './messages-stream.ts';

/** Anthropic's Messages, with the counting of tokens. */
export const messagesDialect: ProviderDialect = {
	name: 'messages',
	route,
	check,
	read: (_call, _request, body) => conversationOf(body as Fields),
	write: {
		stream: messageStream,
		whole: wholeMessage,
		count: (tokens) => ({ input_tokens: tokens }),
		models: modelList,
		error: messagesError,
	},
};

function route({ method, path, headers }: WireRequest): ProviderCall | undefined {
	const key = headers['x-api-key'] ?? /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1];
	if (method === 'POST' && path === '/v1/messages') return { kind: 'generate', key };
	if (method === 'POST' && path === '/v1/messages/count_tokens') return { kind: 'count', key };
	// The list has one path with OpenAI's: this header tells them apart
	const isList = method === 'GET' && path === '/v1/models' && headers['anthropic-version'] !== undefined;
	return isList ? { kind: 'models', key } : undefined;
}

function check({ kind }: ProviderCall, request: WireRequest, body: unknown): Refusal | undefined {
	const { headers } = request;
	const version = headers['anthropic-version'];
	if (version === undefined) return wrong('anthropic-version: header is required');
	if (version !== '2023-06-01' && version !== '2023-01-01') {
		return wrong(`anthropic-version: "${String(version)}" is not a valid version`);
	}
	if (kind === 'models') return undefined;
	if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
		return wrong('Invalid content type: expected application/json');
	}
	if (!isFields(body)) return wrong('The request body is not valid JSON');
	return checkMessages(kind, body, request);
}

function modelList(names: readonly string[]): unknown {
	const data = names.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }));
	return { data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
}

function conversationOf({ model, system, messages, tools, stream, output_config: config }: Fields): Conversation {
	const format = isFields(config) && isFields(config['format']) ? config['format'] : {};
	return {
		model: String(model),
		turns: [
			...(system === undefined ? [] : [{ role: 'system', text: textIn(system) } as const]),
			...(Array.isArray(messages) ? messages.filter(isFields).flatMap(turnsOf) : []),
		],
		tools: Array.isArray(tools) ? tools.filter(isFields).map(toolOf) : [],
		...(format['type'] === 'json_schema' && { wanted: format['schema'] }),
		delivery: stream === true ? 'events' : 'whole',
	};
}

function turnsOf({ role, content }: Fields): readonly Turn[] {
	const blocks: readonly Fields[] = Array.isArray(content)
		? content.filter(isFields)
		: [{ type: 'text', text: content }];
	const of = (type: string) => blocks.filter((block) => block['type'] === type);
	const text = textIn(of('text'));
	if (role === 'assistant') return [{ role, text, calls: of('tool_use').length }];
	if (role === 'system') return [{ role, text }];
	const results = of('tool_result').map((block): Turn => ({ role: 'tool', text: textIn(block['content']) }));
	return text === '' && results.length > 0 ? results : [...results, { role: 'user', text }];
}

function toolOf({ name, type = 'custom', input_schema: schema }: Fields): OfferedTool {
	if (type === 'custom') return { kind: 'function', name: String(name), schema };
	return { kind: 'hosted', name: String(type) };
}
