import type { DialectName } from '../dialect.ts';
import { field, from, type HostedFeature, item, model, ownMachine, part, tool } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';
const sdk = 'https://github.com/OpenRouterTeam/typescript-sdk/blob/main/src/models';
const guides = 'https://openrouter.ai/docs/guides';

/** Tools that it runs, in every dialect. */
const serverTools = [
	tool('openrouter:web_search', 'web search', { parameters: { engine: 'exa' } }),
	tool('openrouter:web_fetch', 'web pages'),
	tool('openrouter:datetime', 'hosted tools'),
	tool('openrouter:image_generation', 'pictures made by the provider'),
	tool('openrouter:bash', code, { parameters: { engine: 'openrouter' } }),
	tool('openrouter:files', 'stored files'),
	tool('openrouter:fusion', 'other models', { parameters: { analysis_models: ['x'] } }),
	tool('openrouter:subagent', 'other models', { parameters: { model: 'x' } }),
	tool('openrouter:advisor', 'another model’s advice'),
	tool('openrouter:experimental__search_models', 'hosted tools'),
	tool('openrouter:shell', code, { parameters: { environment: { type: 'container_auto' } } }),
	tool('openrouter:apply_patch', 'hosted tools'),
	tool('openrouter:tool_search', 'tool search'),
];

/** Their marks in an answer, which is handed back with them. */
const serverItems = [
	item('openrouter:web_search', 'web search', { id: 'st_1', status: 'completed', action: { query: 'q' } }),
	item('openrouter:web_fetch', 'web pages', { id: 'st_1', status: 'completed', url }),
	item('openrouter:bash', code, { id: 'st_1', status: 'completed' }),
	item('openrouter:shell', code, { id: 'st_1', status: 'completed' }),
	item('openrouter:code_interpreter', code, { id: 'st_1', status: 'completed' }),
	item('openrouter:file_search', 'stored files', { id: 'st_1', status: 'completed' }),
	item('openrouter:files', 'stored files', { id: 'st_1', status: 'completed' }),
	item('openrouter:mcp', 'remote MCP servers', { id: 'st_1', status: 'completed' }),
	item('openrouter:memory', 'stored conversations', { id: 'st_1', status: 'completed' }),
	item('openrouter:browser_use', 'computer use', { id: 'st_1', status: 'completed' }),
	item('openrouter:subagent', 'other models', { id: 'st_1', status: 'completed' }),
	item('openrouter:fusion', 'other models', { id: 'st_1', status: 'completed' }),
];

/** Members that stand beside a dialect's own. */
const members = [
	field('plugins', 'plugins', [{ id: 'web', max_results: 1 }]),
	field('models', 'other models', ['openai/gpt-4o:online']),
	field('provider', 'other providers', { order: ['somebody'] }),
	field('trace', 'callbacks', { secret: 'x' }),
	field('stop_server_tools_when', 'hosted tools', [{ type: 'step_count_is', step_count: 9 }]),
];

const common = (request: string, file: string) => [
	...from('OpenRouter', `${sdk}/${file}.ts`, request, [...members, ...serverTools]),
];

/** Hosted features of OpenRouter, which speaks three dialects. */
export const hostedByOpenRouter: Readonly<Record<DialectName, readonly HostedFeature[]>> = {
	chat: [
		...common('ChatRequest', 'chatrequest'),
		...from('OpenRouter', `${sdk}/chatwebsearchshorthand.ts`, 'ChatWebSearchShorthandType', [
			tool('web_search_preview', 'web search'),
			tool('web_search_2025_08_26', 'web search'),
		]),
		...from('OpenRouter', 'https://www.npmjs.com/package/@openrouter/schemas', 'Fallback route', [
			field('route', 'other models', 'fallback'),
		]),
		...from('OpenRouter', `${guides}/features/message-transforms`, 'transforms', [
			field('transforms', 'changes of the conversation', ['middle-out']),
		]),
		...from('OpenRouter', `${guides}/features/presets`, 'Using Presets', [
			field('preset', 'stored prompts', 'my-preset'),
			model('@preset/my-preset', 'stored prompts'),
			model('openai/gpt-4o@preset/my-preset', 'stored prompts'),
		]),
		...from('OpenRouter', `${guides}/routing/model-variants/online`, 'Online', [
			model('openai/gpt-4o:online', 'web search'),
		]),
		...from('OpenRouter', `${guides}/routing/routers/fusion-router`, 'How it works', [
			model('openrouter/fusion', 'web search'),
		]),
		...from('OpenRouter', `${sdk}/chatcontentitems.ts`, 'ChatContentItems', [
			part('file', 'files by address', { file: { filename: 'a.pdf', file_data: url } }),
			part('video_url', 'films by address', { video_url: { url } }),
			part('input_video', 'films by address', { video_url: { url } }),
		]),
	],
	responses: [
		...common('ResponsesRequest', 'responsesrequest'),
		...from('OpenRouter', `${sdk}/outputitems.ts`, 'OutputItems', serverItems),
		...from('OpenRouter', `${guides}/features/server-tools/shell`, 'How It Works', [
			// In OpenAI's own shape it runs there too: a shell of the client's machine is not known
			tool('shell', code, { environment: ownMachine }),
		]),
	],
	messages: [...common('MessagesRequest', 'messagesrequest')],
	gemini: [],
};
