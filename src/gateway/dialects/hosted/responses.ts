import { field, from, type HostedFeature, item, part, tool } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';

/** Hosted features of servers that speak Responses. */
export const hostedInResponses: readonly HostedFeature[] = [
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-web-search', [
		tool('web_search', 'web search', { external_web_access: false }),
		tool('web_search_2025_08_26', 'web search'),
		tool('web_search_preview', 'web search'),
		tool('web_search_preview_2025_03_11', 'web search'),
		item('web_search_call', 'web search', { id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-file-search', [
		tool('file_search', 'stored files', { vector_store_ids: ['vs_1'] }),
		item('file_search_call', 'stored files', { id: 'fs_1', status: 'completed', queries: ['q'] }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-code-interpreter', [
		tool('code_interpreter', code, { container: { type: 'auto', file_ids: ['file-1'] } }),
		item('code_interpreter_call', code, { id: 'ci_1', code: '1', container_id: 'cntr_1', status: 'completed' }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-connectors-mcp', [
		tool('mcp', 'remote MCP servers', { server_label: 'x', server_url: url, require_approval: 'never' }),
		tool('mcp', 'remote MCP servers', { server_label: 'x', connector_id: 'connector_gmail' }),
		item('mcp_call', 'remote MCP servers', { id: 'mcp_1', name: 'x', server_label: 'x', arguments: '{}' }),
		item('mcp_list_tools', 'remote MCP servers', { id: 'mcpl_1', server_label: 'x', tools: [] }),
		item('mcp_approval_request', 'remote MCP servers', { id: 'a', name: 'x', server_label: 'x', arguments: '{}' }),
		item('mcp_approval_response', 'remote MCP servers', { approval_request_id: 'a', approve: true }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-computer-use', [
		tool('computer', 'computer use'),
		tool('computer_use', 'computer use'),
		tool('computer_use_preview', 'computer use', { display_width: 1, display_height: 1, environment: 'browser' }),
		item('computer_call', 'computer use', { id: 'cu_1', call_id: 'c', status: 'completed' }),
		item('computer_call_output', 'computer use', {
			call_id: 'c',
			output: { type: 'computer_screenshot', file_id: 'f' },
		}),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-image-generation', [
		tool('image_generation', 'pictures made by the provider'),
		item('image_generation_call', 'pictures made by the provider', { id: 'ig_1', status: 'completed', result: '' }),
		field('image', 'pictures made by the provider', { size: '1024x1024' }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-shell', [
		tool('shell', code),
		tool('shell', code, { environment: { type: 'container_auto', network_policy: { type: 'allowlist' } } }),
		tool('shell', code, { environment: { type: 'container_reference', container_id: 'cntr_1' } }),
		tool('programmatic_tool_calling', code),
		item('program', code, { id: 'p', call_id: 'c', code: '1' }),
		item('program_output', code, { id: 'p', call_id: 'c', output: '1' }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-tool-search', [
		tool('tool_search', 'tool search', { execution: 'server' }),
		tool('tool_search', 'tool search'),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/conversation-state', [
		field('previous_response_id', 'stored conversations', 'resp_1'),
		field('conversation', 'stored conversations', { id: 'conv_1' }),
		item('item_reference', 'stored conversations', { id: 'msg_1' }),
		field('prompt', 'stored prompts', { id: 'pmpt_1', version: '2' }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/background', [
		field('background', 'answers in the background'),
		field('background_options', 'answers in the background', { mode: 'auto' }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/api-reference/responses/create', [
		field('store', 'stored answers'),
		field('moderation', 'moderation', { model: 'omni-moderation-latest' }),
		field('access_programs', 'special access', { cyber: true }),
		part('input_image', 'pictures by address', { image_url: url }),
		part('input_image', 'stored files', { file_id: 'file-1' }),
		part('input_file', 'files by address', { file_url: url }),
		part('input_file', 'stored files', { file_id: 'file-1' }),
		part('input_file', 'files by address', { file_data: url, filename: 'a.pdf' }),
		part('input_audio', 'sounds', { input_audio: { data: url, format: 'mp3' } }),
	]),
	...from('xAI', 'https://docs.x.ai/developers/tools/overview', [
		tool('x_search', 'web search', { allowed_x_handles: ['x'] }),
		tool('code_execution', code),
		tool('collections_search', 'stored files', { collection_ids: ['c'] }),
		tool('attachment_search', 'stored files'),
		field('search_parameters', 'web search', { mode: 'on' }),
	]),
	...from('Alibaba', 'https://www.alibabacloud.com/help/en/model-studio/web-search', [
		tool('web_extractor', 'web pages'),
		field('enable_search', 'web search'),
	]),
	...from('OpenRouter', 'https://openrouter.ai/docs/api_reference/responses/web-search', [
		field('plugins', 'plugins', [{ id: 'web' }]),
		field('models', 'other models', ['openai/gpt-4o:online']),
		field('provider', 'other providers', { order: ['somebody'] }),
		tool('openrouter:web_search', 'web search'),
	]),
	...from('Groq', 'https://console.groq.com/docs/responses-api', [tool('browser_search', 'web search')]),
];
