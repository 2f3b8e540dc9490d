import { field, from, type HostedFeature, part, tool } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';
const liteLlm = 'https://github.com/BerriAI/litellm/blob/main/litellm/types/utils.py';
const vercel = 'https://github.com/vercel/ai/blob/main/packages/gateway/src/tool';

/** Hosted features of servers that an operator may run, and of those that pass requests on to others, which speak Chat Completions. */
export const hostedByServers: readonly HostedFeature[] = [
	...from('LiteLLM', 'https://docs.litellm.ai/docs/completion/input', 'litellm-specific params', [
		field('api_base', 'another address', url),
		field('fallbacks', 'other models', ['openai/gpt-4o:online']),
		field('context_window_fallback_dict', 'other models', { 'fake-model': 'openai/gpt-4o:online' }),
	]),
	...from('LiteLLM', 'https://docs.litellm.ai/docs/completion/input', 'Input Params', [
		field('base_url', 'another address', url),
		field('api_key', 'another key', 'sk-secret'),
		field('model_list', 'other models', [{ model_name: 'x', litellm_params: { api_base: url } }]),
	]),
	...from('LiteLLM', liteLlm, 'all_litellm_params', [
		field('headers', 'other headers', { 'x-secret': 'x' }),
		field('prompt_id', 'stored prompts', 'p'),
		field('custom_llm_provider', 'other providers', 'somebody'),
	]),
	...from('LiteLLM', liteLlm, 'StandardCallbackDynamicParams', [
		field('langfuse_host', 'callbacks', url),
		field('langsmith_base_url', 'callbacks', url),
		field('gcs_bucket_name', 'callbacks', 'secret-bucket'),
	]),
	...from('LiteLLM', 'https://docs.litellm.ai/docs/completion/knowledgebase', 'Completion Knowledge Base Parameters', [
		field('vector_store_ids', 'stored files', ['vs_1']),
		tool('file_search', 'stored files', { vector_store_ids: ['vs_1'] }),
	]),
	...from('LiteLLM', 'https://docs.litellm.ai/docs/mcp', 'Use MCP tools', [
		tool('mcp', 'remote MCP servers', { server_label: 'litellm', server_url: 'litellm_proxy' }),
	]),
	...from('Vercel', `${vercel}/perplexity-search.ts`, 'gateway.perplexity_search', [
		tool('gateway.perplexity_search', 'web search'),
	]),
	...from('Vercel', `${vercel}/parallel-search.ts`, 'gateway.parallel_search', [
		tool('gateway.parallel_search', 'web search'),
	]),
	...from('Vercel', `${vercel}/exa-search.ts`, 'gateway.exa_search', [tool('gateway.exa_search', 'web search')]),
	...from(
		'vLLM',
		'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/chat_completion/protocol.py',
		'ChatCompletionRequest',
		[
			field('kv_transfer_params', 'another address', { remote_host: 'example.com', remote_port: 1 }),
			field('ec_transfer_params', 'another address', { remote_host: 'example.com' }),
			field('chat_template', code, '{{ messages }}'),
			field('media_io_kwargs', 'options beside the dialect', { video: { num_frames: 40 } }),
			field('mm_processor_kwargs', 'options beside the dialect', { max_pixels: 1 }),
			field('vllm_xargs', 'options beside the dialect', { x: 'y' }),
			field('use_beam_search', 'several answers'),
			field('documents', 'stored files', [{ title: 'secret', text: 'x' }]),
		],
	),
	...from(
		'SGLang',
		'https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/entrypoints/openai/protocol.py',
		'ChatCompletionRequest',
		[
			field('custom_logit_processor', code, '{"callable":"80049"}'),
			field('custom_params', code, { x: 1 }),
			field('lora_path', 'other models', '/srv/secret'),
			field('session_params', 'stored conversations', { id: 's' }),
			field('bootstrap_host', 'another address', 'example.com'),
			field('input_ids', 'options beside the dialect', [1, 2]),
			field('ngram_corpus_id', 'stored files', 'secret'),
		],
	),
	...from(
		'SGLang',
		'https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/entrypoints/openai/protocol.py',
		'ChatCompletionMessageContentPart',
		[
			part('audio_url', 'sounds', { audio_url: { url } }),
			part('image_url', 'pictures by address', { image_url: { url: 'file:///etc/secret' } }),
		],
	),
];
