import { field, from, type HostedFeature, item, ownMachine, part, tool } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';
const sdk = 'https://github.com/openai/openai-python/blob/main/src/openai/types/responses';
const beta = 'https://github.com/openai/openai-python/blob/main/src/openai/types/beta';
const xai = 'https://github.com/vercel/ai/blob/main/packages/xai/src/tool';

/** Hosted features of servers that speak Responses. */
export const hostedInResponses: readonly HostedFeature[] = [
	...from('OpenAI', `${sdk}/tool_param.py`, 'ToolParam', [
		tool('web_search', 'web search', { external_web_access: false }),
		tool('web_search_2025_08_26', 'web search'),
		tool('web_search_preview', 'web search'),
		tool('web_search_preview_2025_03_11', 'web search'),
		tool('file_search', 'stored files', { vector_store_ids: ['vs_1'] }),
		tool('code_interpreter', code, { container: { type: 'auto', file_ids: ['file-1'] } }),
		tool('mcp', 'remote MCP servers', { server_label: 'x', server_url: url, require_approval: 'never' }),
		tool('mcp', 'remote MCP servers', { server_label: 'x', connector_id: 'connector_gmail' }),
		tool('mcp', 'remote MCP servers', { server_label: 'x', tunnel_id: 'tunnel_1' }),
		tool('computer', 'computer use'),
		tool('computer_use_preview', 'computer use', { display_width: 1, display_height: 1, environment: 'browser' }),
		tool('image_generation', 'pictures made by the provider'),
		tool('programmatic_tool_calling', code),
	]),
	...from('OpenAI', `${sdk}/function_shell_tool_param.py`, 'Environment', [
		tool('shell', code),
		tool('shell', code, { environment: { type: 'container_auto', network_policy: { type: 'allowlist' } } }),
		tool('shell', code, { environment: { type: 'container_auto', skills: [{ type: 'inline', name: 'x' }] } }),
		tool('shell', code, { environment: { type: 'container_reference', container_id: 'cntr_1' } }),
	]),
	...from('OpenAI', `${sdk}/tool_search_tool_param.py`, 'ToolSearchToolParam', [
		tool('tool_search', 'tool search', { execution: 'server' }),
		tool('tool_search', 'tool search'),
	]),
	...from('OpenAI', `${sdk}/tool_choice_types_param.py`, 'ToolChoiceTypesParam', [
		tool('computer_use', 'computer use'),
	]),
	...from('OpenAI', `${sdk}/response_input_item_param.py`, 'ResponseInputItemParam', [
		item('web_search_call', 'web search', { id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }),
		item('file_search_call', 'stored files', { id: 'fs_1', status: 'completed', queries: ['q'] }),
		item('code_interpreter_call', code, { id: 'ci_1', code: '1', container_id: 'cntr_1', status: 'completed' }),
		item('mcp_call', 'remote MCP servers', { id: 'mcp_1', name: 'x', server_label: 'x', arguments: '{}' }),
		item('mcp_list_tools', 'remote MCP servers', { id: 'mcpl_1', server_label: 'x', tools: [] }),
		item('mcp_approval_request', 'remote MCP servers', { id: 'a', name: 'x', server_label: 'x', arguments: '{}' }),
		item('mcp_approval_response', 'remote MCP servers', { approval_request_id: 'a', approve: true }),
		item('computer_call', 'computer use', { id: 'cu_1', call_id: 'c', status: 'completed' }),
		item('computer_call_output', 'computer use', {
			call_id: 'c',
			output: { type: 'computer_screenshot', file_id: 'f' },
		}),
		item('image_generation_call', 'pictures made by the provider', { id: 'ig_1', status: 'completed', result: '' }),
		item('program', code, { id: 'p', call_id: 'c', code: '1', fingerprint: 'f' }),
		item('program_output', code, { id: 'p', call_id: 'c', result: '1', status: 'completed' }),
		item('shell_call', code, { call_id: 'c', action: { commands: ['ls'] }, environment: ownMachine }),
		item('shell_call_output', code, { call_id: 'c', output: [{ stdout: 'secret', stderr: '' }] }),
		item('compaction_trigger', 'changes of the conversation'),
		item('item_reference', 'stored conversations', { id: 'msg_1' }),
	]),
	...from('OpenAI', `${sdk}/response_create_params.py`, 'ResponseCreateParamsBase', [
		field('previous_response_id', 'stored conversations', 'resp_1'),
		field('conversation', 'stored conversations', { id: 'conv_1' }),
		field('prompt', 'stored prompts', { id: 'pmpt_1', version: '2' }),
		field('background', 'answers in the background'),
		field('context_management', 'changes of the conversation', [{ type: 'compaction', compact_threshold: 1000 }]),
		field('store', 'stored answers'),
		field('moderation', 'moderation', { model: 'omni-moderation-latest' }),
		field('service_tier', 'dearer answers', 'priority'),
	]),
	...from('OpenAI', 'https://developers.openai.com/api/docs/guides/daybreak', 'Choose the model and access program', [
		field('access_programs', 'special access', { cyber: 'daybreak_red' }),
	]),
	...from('OpenAI', `${beta}/response_create_params.py`, 'MultiAgent', [
		field('multi_agent', 'agents run by the provider', { enabled: true, max_concurrent_subagents: 9 }),
	]),
	...from('OpenAI', `${beta}/beta_response_input_item_param.py`, 'BetaResponseInputItemParam', [
		item('multi_agent_call', 'agents run by the provider', { call_id: 'c', action: 'spawn_agent' }),
		item('multi_agent_call_output', 'agents run by the provider', { call_id: 'c', action: 'spawn_agent', output: [] }),
	]),
	...from('OpenAI', `${sdk}/response_input_content_param.py`, 'ResponseInputContentParam', [
		part('input_image', 'pictures by address', { image_url: url }),
		part('input_image', 'stored files', { file_id: 'file-1' }),
		part('input_file', 'files by address', { file_url: url }),
		part('input_file', 'stored files', { file_id: 'file-1' }),
		part('input_file', 'files by address', { file_data: url, filename: 'a.pdf' }),
	]),
	...from('OpenAI', `${sdk}/response_input_audio_param.py`, 'ResponseInputAudioParam', [
		part('input_audio', 'sounds', { input_audio: { data: url, format: 'mp3' } }),
	]),
	...from('xAI', 'https://docs.x.ai/developers/tools/overview', 'Types of Tools', [
		tool('x_search', 'web search', { allowed_x_handles: ['x'] }),
		tool('code_execution', code),
		tool('collections_search', 'stored files', { collection_ids: ['c'] }),
		tool('attachment_search', 'stored files'),
	]),
	...from('xAI', `${xai}/view-image.ts`, 'xai.view_image', [tool('view_image', 'pictures by address')]),
	...from('xAI', `${xai}/view-x-video.ts`, 'xai.view_x_video', [tool('view_x_video', 'films by address')]),
	...from('Alibaba', 'https://www.alibabacloud.com/help/en/model-studio/web-search', 'Responses API', [
		tool('web_extractor', 'web pages'),
	]),
	...from(
		'Perplexity',
		'https://github.com/perplexityai/perplexity-py/blob/main/src/perplexity/types/response_create_params.py',
		'ResponseCreateParamsBase',
		[
			tool('fetch_url', 'web pages', { max_urls: 1 }),
			tool('people_search', 'web search'),
			tool('finance_search', 'web search'),
			tool('sandbox', code),
			field('preset', 'stored prompts', 'pro-search'),
			field('max_steps', 'hosted tools', 9),
		],
	),
	...from('Groq', 'https://console.groq.com/docs/tool-use/built-in-tools', 'Supported Models and Tools', [
		tool('browser_search', 'web search'),
	]),
];
