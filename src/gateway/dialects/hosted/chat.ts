import { field, from, type HostedFeature, model, part, tool } from './feature.ts';

const url = 'https://example.com/secret';

/** Hosted features of servers that speak Chat Completions. */
export const hostedInChat: readonly HostedFeature[] = [
	...from('OpenAI', 'https://platform.openai.com/docs/guides/tools-web-search?api-mode=chat', [
		field('web_search_options', 'web search', {}),
		model('gpt-4o-search-preview', 'web search'),
		model('gpt-4o-mini-search-preview-2025-03-11', 'web search'),
		model('gpt-5-search-api', 'web search'),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/api-reference/chat/create', [
		field('store', 'stored answers'),
		field('moderation', 'moderation', { model: 'omni-moderation-latest' }),
		field('audio', 'spoken answers', { voice: 'alloy', format: 'mp3' }),
		part('image_url', 'pictures by address', { image_url: { url } }),
		part('file', 'stored files', { file: { file_id: 'file-1' } }),
		part('input_audio', 'sounds', { input_audio: { data: url, format: 'mp3' } }),
	]),
	...from('OpenAI', 'https://platform.openai.com/docs/guides/deep-research', [
		model('o4-mini-deep-research', 'web search'),
		model('o3-deep-research-2025-06-26', 'web search'),
	]),
	...from('OpenRouter', 'https://openrouter.ai/docs/guides/routing/model-variants/online', [
		model('openai/gpt-4o:online', 'web search'),
	]),
	...from('OpenRouter', 'https://openrouter.ai/docs/guides/features/plugins', [
		field('plugins', 'plugins', [{ id: 'web', max_results: 1 }]),
	]),
	...from('OpenRouter', 'https://openrouter.ai/docs/guides/features/server-tools', [
		tool('openrouter:web_search', 'web search'),
		tool('openrouter:web_fetch', 'web pages'),
		tool('openrouter:datetime', 'hosted tools'),
		tool('openrouter:image_generation', 'pictures made by the provider'),
	]),
	...from('OpenRouter', 'https://openrouter.ai/docs/guides/routing/model-fallbacks', [
		field('models', 'other models', ['openai/gpt-4o:online']),
		field('route', 'other models', 'fallback'),
		field('provider', 'other providers', { order: ['somebody'] }),
		field('preset', 'stored prompts', 'my-preset'),
		field('transforms', 'changes of the conversation', ['middle-out']),
	]),
	...from('OpenRouter', 'https://openrouter.ai/docs/guides/overview/multimodal/pdfs', [
		part('file', 'files by address', { file: { filename: 'a.pdf', file_data: url } }),
		part('video_url', 'films by address', { video_url: { url } }),
	]),
	...from('xAI', 'https://docs.x.ai/docs/guides/live-search', [
		field('search_parameters', 'web search', { mode: 'on', sources: [{ type: 'web' }] }),
		tool('live_search', 'web search', { sources: [{ type: 'x' }] }),
		field('deferred', 'answers in the background'),
	]),
	...from('xAI', 'https://docs.x.ai/developers/tools/overview', [
		tool('x_search', 'web search'),
		tool('code_execution', 'code run by the provider'),
		tool('collections_search', 'stored files', { collection_ids: ['c'] }),
		tool('mcp', 'remote MCP servers', { server_url: url }),
	]),
	...from('Groq', 'https://console.groq.com/docs/compound', [
		model('groq/compound', 'web search and code run by the provider'),
		model('groq/compound-mini', 'web search and code run by the provider'),
		model('compound-beta', 'web search and code run by the provider'),
		field('compound_custom', 'web search and code run by the provider', { tools: { enabled_tools: ['web_search'] } }),
	]),
	...from('Groq', 'https://console.groq.com/docs/compound/search-settings', [
		field('search_settings', 'web search', { include_domains: ['example.com'] }),
		field('include_domains', 'web search', ['example.com']),
		field('exclude_domains', 'web search', ['example.com']),
	]),
	...from('Groq', 'https://console.groq.com/docs/browser-search', [
		tool('browser_search', 'web search'),
		tool('code_interpreter', 'code run by the provider', { container: { type: 'auto' } }),
	]),
	...from('Perplexity', 'https://docs.perplexity.ai/api-reference/chat-completions-post', [
		model('sonar', 'web search'),
		model('perplexity/sonar-reasoning-pro', 'web search'),
		model('sonar-deep-research', 'web search'),
		field('search_domain_filter', 'web search', ['example.com']),
		field('search_recency_filter', 'web search', 'week'),
		field('search_mode', 'web search', 'academic'),
		field('return_images', 'web search'),
		field('return_related_questions', 'web search'),
		part('file_url', 'files by address', { file_url: { url } }),
	]),
	...from('Alibaba', 'https://www.alibabacloud.com/help/en/model-studio/web-search', [
		field('enable_search', 'web search'),
		field('search_options', 'web search', { forced_search: true }),
	]),
	...from('Alibaba', 'https://www.alibabacloud.com/help/en/model-studio/qwen-code-interpreter', [
		field('enable_code_interpreter', 'code run by the provider'),
		tool('web_extractor', 'web pages'),
	]),
	...from('Moonshot', 'https://platform.moonshot.ai/docs/guide/use-web-search', [
		tool('builtin_function', 'web search', { function: { name: '$web_search' } }),
		tool('function', 'web search', { function: { name: '$web_search' } }),
	]),
	...from('Z.ai', 'https://docs.z.ai/api-reference/llm/chat-completion', [
		tool('web_search', 'web search', { web_search: { enable: true, search_engine: 'search_pro_jina' } }),
		tool('retrieval', 'stored files', { retrieval: { knowledge_id: 'k' } }),
	]),
	...from('Mistral', 'https://docs.mistral.ai/cookbooks/mistral-connectors-05-connectors-in-completions', [
		tool('connector', 'connectors', { connector_id: 'gmail' }),
		tool('web_search_premium', 'web search'),
		tool('image_generation', 'pictures made by the provider'),
		tool('document_library', 'stored files', { library_ids: ['l'] }),
		field('agent_id', 'stored agents', 'ag:1'),
	]),
	...from('Mistral', 'https://docs.mistral.ai/capabilities/document_ai/document_qna', [
		part('document_url', 'files by address', { document_url: url }),
		part('image_url', 'pictures by address', { image_url: url }),
		part('file', 'stored files', { file_id: 'f' }),
	]),
	...from('Cohere', 'https://docs.cohere.com/v1/docs/overview-rag-connectors', [
		field('connectors', 'connectors', [{ id: 'web-search' }]),
		field('conversation_id', 'stored conversations', 'c'),
	]),
	...from('Azure', 'https://learn.microsoft.com/azure/foundry-classic/openai/references/on-your-data', [
		field('data_sources', 'stored files', [{ type: 'azure_search', parameters: { endpoint: url } }]),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/openai', [
		field('extra_body', 'options beside the dialect', { google: { cached_content: 'cachedContents/1' } }),
		field('cached_content', 'stored conversations', 'cachedContents/1'),
	]),
	...from('LiteLLM', 'https://docs.litellm.ai/docs/completion/input', [
		field('api_base', 'another address', url),
		field('base_url', 'another address', url),
		field('fallbacks', 'other models', ['openai/gpt-4o:online']),
		field('callbacks', 'callbacks', ['webhook']),
		field('mcp_servers', 'remote MCP servers', [{ url }]),
		tool('file_search', 'stored files', { vector_store_ids: ['v'] }),
	]),
];
