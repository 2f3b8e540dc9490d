import { beta, field, from, type HostedFeature, part, tool } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';
const docs = 'https://platform.claude.com/docs/en';
const sdk = 'https://github.com/anthropics/anthropic-sdk-python/blob/main/src/anthropic/types';

/** Hosted features of servers that speak Messages. */
export const hostedInMessages: readonly HostedFeature[] = [
	...from('Anthropic', `${docs}/agents-and-tools/tool-use/tool-reference`, 'Anthropic-provided tools', [
		tool('web_search_20250305', 'web search', { name: 'web_search' }),
		tool('web_search_20260209', 'web search', { name: 'web_search' }),
		tool('web_search_20260318', 'web search', { name: 'web_search' }),
		tool('web_fetch_20250910', 'web pages', { name: 'web_fetch' }),
		tool('web_fetch_20260209', 'web pages', { name: 'web_fetch' }),
		tool('web_fetch_20260309', 'web pages', { name: 'web_fetch' }),
		tool('web_fetch_20260318', 'web pages', { name: 'web_fetch' }),
		tool('code_execution_20250825', code, { name: 'code_execution' }),
		tool('code_execution_20260120', code, { name: 'code_execution' }),
		tool('code_execution_20260521', code, { name: 'code_execution' }),
		tool('advisor_20260301', 'another model’s advice', { name: 'advisor', model: 'claude-opus-4-8' }),
		tool('tool_search_tool_regex_20251119', 'tool search', { name: 'tool_search_tool_regex' }),
		tool('tool_search_tool_bm25_20251119', 'tool search', { name: 'tool_search_tool_bm25' }),
		tool('mcp_toolset', 'remote MCP servers', { mcp_server_name: 'x' }),
		// With a schema as well: the type decides
		tool('web_search_20250305', 'web search', { name: 'web_search', input_schema: { type: 'object' } }),
	]),
	...from('Anthropic', `${sdk}/tool_search_tool_bm25_20251119_param.py`, 'ToolSearchToolBm25_20251119Param', [
		tool('tool_search_tool_bm25', 'tool search', { name: 'tool_search_tool_bm25' }),
	]),
	...from('Anthropic', `${sdk}/beta/beta_tool_union_param.py`, 'BetaToolUnionParam', [
		tool('code_execution_20250522', code, { name: 'code_execution' }),
		tool('computer_20241022', 'computer use', { name: 'computer', display_width_px: 1, display_height_px: 1 }),
		tool('computer_20250124', 'computer use', { name: 'computer', display_width_px: 1, display_height_px: 1 }),
		tool('computer_20251124', 'computer use', { name: 'computer', display_width_px: 1, display_height_px: 1 }),
	]),
	...from('Anthropic', `${docs}/agents-and-tools/tool-use/tool-reference`, 'Client toolsets', [
		tool('computer_toolset_20260801', 'computer use', { name: 'computer' }),
		tool('browser_toolset_20260801', 'computer use', { name: 'browser' }),
	]),
	...from('Anthropic', `${sdk}/beta/beta_content_block_param.py`, 'BetaContentBlockParam', [
		part('server_tool_use', 'web search', { id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } }),
		part('web_search_tool_result', 'web search', { tool_use_id: 'srvtoolu_1', content: [] }),
		part('web_fetch_tool_result', 'web pages', {
			tool_use_id: 'srvtoolu_1',
			content: { type: 'web_fetch_result', url },
		}),
		part('code_execution_tool_result', code, { tool_use_id: 'srvtoolu_1', content: {} }),
		part('bash_code_execution_tool_result', code, { tool_use_id: 'srvtoolu_1', content: {} }),
		part('text_editor_code_execution_tool_result', code, { tool_use_id: 'srvtoolu_1', content: {} }),
		part('tool_search_tool_result', 'tool search', { tool_use_id: 'srvtoolu_1', content: {} }),
		part('advisor_tool_result', 'another model’s advice', { tool_use_id: 'srvtoolu_1', content: {} }),
		part('mcp_tool_use', 'remote MCP servers', { id: 'mcptoolu_1', name: 'x', server_name: 'x', input: {} }),
		part('mcp_tool_result', 'remote MCP servers', { tool_use_id: 'mcptoolu_1', content: 'x' }),
		part('container_upload', 'stored files', { file_id: 'file_1' }),
		part('compaction', 'changes of the conversation', { content: 'x', encrypted_content: 'secret' }),
		part('fallback', 'other models', { from: { model: 'claude-x' }, to: { model: 'claude-y' } }),
	]),
	...from('Anthropic', `${docs}/agents-and-tools/mcp-connector`, 'MCP server configuration', [
		field('mcp_servers', 'remote MCP servers', [{ type: 'url', url, name: 'x' }]),
		part('mcp_tool_listing', 'remote MCP servers', { mcp_server_name: 'x', tools: [] }),
		beta('mcp-client-2025-04-04', 'remote MCP servers'),
		beta('mcp-client-2025-11-20', 'remote MCP servers'),
		beta('mcp-client-2026-09-15', 'remote MCP servers'),
	]),
	...from('Anthropic', `${docs}/build-with-claude/files`, 'Using a file in messages', [
		part('image', 'stored files', { source: { type: 'file', file_id: 'file_1' } }),
		part('document', 'stored files', { source: { type: 'file', file_id: 'file_1' } }),
	]),
	...from('Anthropic', `${docs}/build-with-claude/vision`, 'URL-based images', [
		part('image', 'pictures by address', { source: { type: 'url', url } }),
		part('document', 'files by address', { source: { type: 'url', url } }),
	]),
	...from('Anthropic', `${sdk}/beta/message_create_params.py`, 'MessageCreateParamsBase', [
		field('container', code, { skills: [{ type: 'anthropic', skill_id: 'xlsx', version: 'latest' }] }),
		field('fallbacks', 'other models', [{ model: 'claude-opus-4-8' }]),
		field('fallback_credit_token', 'other models', 'secret'),
		field('speed', 'dearer answers', 'fast'),
		field('service_tier', 'dearer answers', 'auto'),
		field('inference_geo', 'other providers', 'us'),
		field('diagnostics', 'stored conversations', { previous_message_id: 'msg_1' }),
	]),
	...from(
		'Anthropic',
		'https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-compaction.html',
		'Compaction with the compaction parameter',
		[
			field('compaction', 'changes of the conversation', { type: 'summarize' }),
			beta('compact-2026-09-04', 'changes of the conversation'),
		],
	),
	...from('Anthropic', `${sdk}/anthropic_beta_param.py`, 'AnthropicBetaParam', [
		beta('code-execution-2025-05-22', code),
		beta('skills-2025-10-02', code),
		beta('files-api-2025-04-14', 'stored files'),
		beta('computer-use-2024-10-22', 'computer use'),
		beta('computer-use-2025-01-24', 'computer use'),
		beta('advisor-tool-2026-03-01', 'another model’s advice'),
		beta('server-side-fallback-2026-06-01', 'other models'),
		beta('server-side-fallback-2026-07-01', 'other models'),
		beta('fallback-credit-2026-07-01', 'other models'),
		beta('fast-mode-2026-02-01', 'dearer answers'),
		beta('message-batches-2024-09-24', 'answers in the background'),
		beta('managed-agents-2026-04-01', 'stored agents'),
		beta('dreaming-2026-04-21', 'stored agents'),
		beta('agent-memory-2026-07-22', 'stored conversations'),
		beta('user-profiles-2026-03-24', 'stored labels'),
		beta('cache-diagnosis-2026-04-07', 'stored conversations'),
	]),
	...from('Anthropic', 'https://github.com/vercel/ai/blob/main/packages/anthropic/src', 'anthropic-beta', [
		beta('code-execution-2025-08-25', code),
		beta('code-execution-web-tools-2026-02-09', code),
		beta('web-fetch-2025-09-10', 'web pages'),
		beta('computer-use-2025-11-24', 'computer use'),
		beta('compact-2026-01-12', 'changes of the conversation'),
	]),
	...from('Anthropic', `${docs}/api/php/beta/tunnels/retrieve`, 'Get Tunnel', [
		beta('mcp-tunnels-2026-06-22', 'remote MCP servers'),
	]),
	...from(
		'Anthropic',
		'https://github.com/anthropics/anthropic-sdk-python/blob/main/src/anthropic/lib/credentials/_constants.py',
		'OAUTH_API_BETA_HEADER',
		[beta('oauth-2025-04-20', 'another way to sign in')],
	),
	// No document has these two: the program itself sends them
	...from('Anthropic', 'https://www.npmjs.com/package/@anthropic-ai/claude-code', 'anthropic-beta', [
		beta('mcp-servers-2025-12-04', 'remote MCP servers'),
		beta('web-search-2025-03-05', 'web search'),
	]),
];
