import { field, from, type HostedFeature, model, part, tool } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';
const openAi = 'https://github.com/openai/openai-python/blob/main/src/openai/types';
const mistral = 'https://github.com/mistralai/client-python/blob/main/src/mistralai/client/models';
const perplexity = 'https://github.com/perplexityai/perplexity-py/blob/main/src/perplexity/types';

/** Hosted features of vendors' own models that speak Chat Completions. */
export const hostedInChat: readonly HostedFeature[] = [
	...from('OpenAI', `${openAi}/chat/completion_create_params.py`, 'CompletionCreateParamsBase', [
		field('web_search_options', 'web search', {}),
		field('store', 'stored answers'),
		field('moderation', 'moderation', { model: 'omni-moderation-latest' }),
		field('audio', 'spoken answers', { voice: 'alloy', format: 'mp3' }),
		field('service_tier', 'dearer answers', 'priority'),
	]),
	...from('OpenAI', `${openAi}/chat/chat_completion_content_part_param.py`, 'ChatCompletionContentPartParam', [
		part('image_url', 'pictures by address', { image_url: { url } }),
		part('file', 'stored files', { file: { file_id: 'file-1' } }),
		part('input_audio', 'sounds', { input_audio: { data: url, format: 'mp3' } }),
	]),
	...from('OpenAI', `${openAi}/shared_params/chat_model.py`, 'ChatModel', [
		model('gpt-4o-search-preview', 'web search'),
		model('gpt-4o-mini-search-preview-2025-03-11', 'web search'),
	]),
	...from('OpenAI', 'https://developers.openai.com/api/docs/guides/tools-web-search', 'Chat Completions', [
		model('gpt-5-search-api', 'web search'),
	]),
	...from('OpenAI', `${openAi}/shared_params/responses_model.py`, 'ResponsesModel', [
		model('o4-mini-deep-research', 'web search'),
		model('o3-deep-research-2025-06-26', 'web search'),
	]),
	...from('xAI', 'https://docs.x.ai/docs/guides/live-search', 'search_parameters', [
		field('search_parameters', 'web search', { mode: 'on', sources: [{ type: 'rss', links: [url] }] }),
		tool('live_search', 'web search', { sources: [{ type: 'x' }] }),
	]),
	...from('xAI', 'https://docs.x.ai/developers/advanced-api-usage/deferred-chat-completions', 'Deferred', [
		field('deferred', 'answers in the background'),
	]),
	...from('xAI', 'https://docs.x.ai/developers/tools/overview', 'Types of Tools', [
		tool('x_search', 'web search'),
		tool('code_execution', code),
		tool('collections_search', 'stored files', { collection_ids: ['c'] }),
		tool('mcp', 'remote MCP servers', { server_url: url }),
	]),
	...from('Groq', 'https://console.groq.com/docs/compound', 'Available Compound Systems', [
		model('groq/compound', 'web search and code run by the provider'),
		model('groq/compound-mini', 'web search and code run by the provider'),
		model('compound-beta', 'web search and code run by the provider'),
	]),
	...from(
		'Groq',
		'https://github.com/groq/groq-python/blob/main/src/groq/types/chat/completion_create_params.py',
		'CompletionCreateParams',
		[
			field('compound_custom', 'web search and code run by the provider', { tools: { enabled_tools: ['web_search'] } }),
			field('search_settings', 'web search', { include_domains: ['example.com'] }),
			field('include_domains', 'web search', ['example.com']),
			field('exclude_domains', 'web search', ['example.com']),
		],
	),
	...from('Groq', 'https://console.groq.com/docs/tool-use/built-in-tools', 'Supported Models and Tools', [
		tool('browser_search', 'web search'),
		tool('code_interpreter', code, { container: { type: 'auto' } }),
	]),
	...from('Perplexity', 'https://docs.perplexity.ai/api-reference/chat-completions-post', 'model', [
		model('sonar', 'web search'),
		model('perplexity/sonar-reasoning-pro', 'web search'),
		model('sonar-deep-research', 'web search'),
	]),
	...from('Perplexity', `${perplexity}/async_/chat/completion_create_params.py`, 'Request', [
		field('search_domain_filter', 'web search', ['example.com']),
		field('search_recency_filter', 'web search', 'week'),
		field('search_mode', 'web search', 'academic'),
		field('return_images', 'web search'),
		field('return_related_questions', 'web search'),
		field('num_search_results', 'web search', 5),
		field('search_after_date_filter', 'web search', '1/1/2026'),
		field('file_workspace_id', 'stored files', 'w'),
		field('use_threads', 'stored conversations'),
		field('thread_id', 'stored conversations', 't'),
	]),
	...from('Perplexity', `${perplexity}/shared_params/chat_message_input.py`, 'ContentStructuredContent', [
		part('file_url', 'files by address', { file_url: { url } }),
		part('pdf_url', 'files by address', { pdf_url: { url } }),
	]),
	...from('Alibaba', 'https://www.alibabacloud.com/help/en/model-studio/web-search', 'Chat Completions API', [
		field('enable_search', 'web search'),
		field('search_options', 'web search', { forced_search: true, search_strategy: 'agent_max' }),
	]),
	...from('Alibaba', 'https://www.alibabacloud.com/help/en/model-studio/qwen-code-interpreter', 'Usage', [
		field('enable_code_interpreter', code),
	]),
	...from('Moonshot', 'https://platform.moonshot.ai/docs/guide/use-web-search', '$web_search', [
		tool('builtin_function', 'web search', { function: { name: '$web_search' } }),
		tool('function', 'web search', { function: { name: '$web_search' } }),
	]),
	...from('Z.ai', 'https://docs.z.ai/api-reference/llm/chat-completion', 'tools', [
		tool('web_search', 'web search', { web_search: { enable: true, search_engine: 'search_pro_jina' } }),
		tool('retrieval', 'stored files', { retrieval: { knowledge_id: 'k' } }),
	]),
	...from('Z.ai', 'https://docs.z.ai/guides/capabilities/mcp-call', 'MCP Calling', [
		tool('mcp', 'remote MCP servers', { mcp: { server_label: 'x', server_url: url, transport_type: 'sse' } }),
	]),
	...from('Tencent', 'https://cloud.tencent.com/document/product/1729/111007', 'extra_body', [
		field('enable_enhancement', 'web search'),
		field('force_search_enhancement', 'web search'),
		field('enable_deep_read', 'web pages'),
	]),
	...from('Mistral', `${mistral}/chatcompletionrequest.py`, 'ChatCompletionRequestTool', [
		tool('web_search', 'web search'),
		tool('web_search_premium', 'web search'),
		tool('code_interpreter', code),
		tool('image_generation', 'pictures made by the provider'),
		tool('document_library', 'stored files', { library_ids: ['l'] }),
	]),
	...from('Mistral', `${mistral}/customconnector.py`, 'CustomConnector', [
		tool('connector', 'connectors', { connector_id: 'gmail' }),
	]),
	...from('Mistral', `${mistral}/chatcompletionrequest.py`, 'ChatCompletionRequest', [
		field('guardrails', 'moderation', [{ block_on_error: true }]),
	]),
	...from('Mistral', `${mistral}/agentscompletionrequest.py`, 'AgentsCompletionRequest', [
		field('agent_id', 'stored agents', 'ag:1'),
	]),
	...from('Mistral', `${mistral}/contentchunk.py`, 'ContentChunk', [
		part('document_url', 'files by address', { document_url: url }),
		part('image_url', 'pictures by address', { image_url: url }),
		part('file', 'stored files', { file_id: 'f' }),
	]),
	...from('Cohere', 'https://github.com/cohere-ai/cohere-python/blob/main/src/cohere/raw_base_client.py', 'chat', [
		field('connectors', 'connectors', [{ id: 'web-search' }]),
		field('conversation_id', 'stored conversations', 'c'),
	]),
	...from(
		'Fireworks',
		'https://github.com/fw-ai-external/python-sdk/blob/main/src/fireworks/types/shared_params/chat_message.py',
		'ContentUnionMember1',
		[
			part('video_url', 'films by address', { video_url: { url } }),
			part('image_url', 'pictures by address', { image_url: { url } }),
		],
	),
	...from('Azure', 'https://learn.microsoft.com/azure/foundry-classic/openai/references/on-your-data', 'Request body', [
		field('data_sources', 'stored files', [{ type: 'azure_search', parameters: { endpoint: url } }]),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/openai', 'extra_body', [
		field('extra_body', 'options beside the dialect', { google: { cached_content: 'cachedContents/1' } }),
	]),
];
