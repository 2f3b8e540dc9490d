import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Conversation, OfferedTool, Turn } from '../../conversation.ts';
import type { ProviderCall, ProviderDialect, Refusal, WireRequest } from '../dialect.ts';
import { textIn } from '../text-in.ts';
import { checkGemini } from './gemini-check.ts';
import { field, geminiError, invalidArgument } from './gemini-fields.ts';
import { contentStream, wholeContent } from './gemini-stream.ts';

const generatePath = /^\/v1(?:beta)?\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;
const modelsPath = /^\/v1beta\/models(?:\/([^/:]+))?$/;

/** Google's Gemini: content whole, streamed as events or as an array, and the counting of tokens. */
export const geminiDialect: ProviderDialect = {
	name: 'gemini',
	route,
	check,
	read: (call, request, body) => conversationOf(call, request, body as Fields),
	write: {
		stream: contentStream,
		whole: wholeContent,
		count: (tokens) => ({ totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] }),
		models: modelList,
		error: geminiError,
	},
};

function route({ method, path, headers, query }: WireRequest): ProviderCall | undefined {
	const key = headers['x-goog-api-key'] ?? query.get('key') ?? undefined;
	const [, model, verb] = generatePath.exec(path) ?? [];
	if (method === 'POST' && model !== undefined)
		return { kind: verb === 'countTokens' ? 'count' : 'generate', key, model };
	const list = method === 'GET' ? modelsPath.exec(path) : null;
	return list === null ? undefined : { kind: 'models', key, ...(list[1] !== undefined && { model: list[1] }) };
}

function check(call: ProviderCall, { headers }: WireRequest, body: unknown): Refusal | undefined {
	if (call.kind === 'models') return undefined;
	if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
		return invalidArgument('Invalid JSON payload received. Unexpected content type.');
	}
	if (!isFields(body)) return invalidArgument('Invalid JSON payload received. Unexpected token.');
	return checkGemini(call, body);
}

function modelList(names: readonly string[], { model }: ProviderCall): unknown {
	const listed = (name: string) => ({
		name: `models/${name}`,
		version: '001',
		displayName: name,
		inputTokenLimit: 1_048_576,
		outputTokenLimit: 65_536,
		supportedGenerationMethods: ['generateContent', 'countTokens'],
	});
	return model === undefined ? { models: names.map(listed) } : listed(model);
}

function conversationOf({ model }: ProviderCall, { path, query }: WireRequest, body: Fields): Conversation {
	const system = field(body, 'systemInstruction');
	const contents = field(body, 'contents');
	const config = field(body, 'generationConfig');
	const wanted = isFields(config)
		? (field(config, 'responseJsonSchema') ?? field(config, 'responseSchema'))
		: undefined;
	const asEvents = query.get('alt') === 'sse' ? 'events' : 'array';
	return {
		model: String(model),
		turns: [
			...(isFields(system) ? [{ role: 'system', text: textIn(system['parts']) } as const] : []),
			...(Array.isArray(contents) ? contents.filter(isFields).flatMap(turnsOf) : []),
		],
		tools: toolsOf(field(body, 'tools')),
		...(wanted !== undefined && { wanted }),
		delivery: path.endsWith(':streamGenerateContent') ? asEvents : 'whole',
	};
}

function turnsOf({ role, parts }: Fields): readonly Turn[] {
	const fields: readonly Fields[] = Array.isArray(parts) ? parts.filter(isFields) : [];
	const text = textIn(fields.filter((part) => typeof part['text'] === 'string' && part['thought'] !== true));
	const results = fields.flatMap((part) => field(part, 'functionResponse') ?? []);
	if (role === 'model')
		return [{ role: 'assistant', text, calls: fields.filter((part) => field(part, 'functionCall')).length }];
	const answers = results.filter(isFields).map((result): Turn => ({ role: 'tool', text: textIn(result['response']) }));
	return text === '' && answers.length > 0 ? answers : [...answers, { role: 'user', text }];
}

/** Google runs or fetches itself whatever is no declaration of a function. */
function toolsOf(tools: unknown): readonly OfferedTool[] {
	const all: readonly Fields[] = Array.isArray(tools) ? tools.filter(isFields) : [];
	return all.flatMap((tool): readonly OfferedTool[] => {
		const declared = field(tool, 'functionDeclarations');
		const hosted = Object.keys(tool).filter((key) => !/^function_?declarations$/i.test(key));
		const own = Array.isArray(declared) ? declared.filter(isFields) : [];
		return [
			...own.map((one) => ({
				kind: 'function' as const,
				name: String(one['name']),
				schema: field(one, 'parametersJsonSchema') ?? one['parameters'],
			})),
			...hosted.map((name) => ({ kind: 'hosted' as const, name })),
		];
	});
}
