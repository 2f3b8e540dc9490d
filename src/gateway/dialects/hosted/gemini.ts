import { field, from, type HostedFeature, type Place } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';

/** A tool or a part, by its one member. */
function member(at: Extract<Place, 'tool' | 'part'>, name: string, feature: string, value: unknown = {}) {
	return { at, name, feature, example: { [name]: value } };
}

/** Hosted features of servers that speak generateContent. Each is understood with underscores as well, as in `google_search`. */
export const hostedInGemini: readonly HostedFeature[] = [
	...from('Google', 'https://ai.google.dev/gemini-api/docs/google-search', [
		member('tool', 'googleSearch', 'web search', { timeRangeFilter: {} }),
		member('tool', 'googleSearchRetrieval', 'web search', { dynamicRetrievalConfig: { mode: 'MODE_DYNAMIC' } }),
	]),
	...from('Google', 'https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/Tool', [
		member('tool', 'enterpriseWebSearch', 'web search'),
		member('tool', 'exaAiSearch', 'web search', { apiKey: 'k' }),
		member('tool', 'parallelAiSearch', 'web search', { apiKey: 'k' }),
		member('tool', 'retrieval', 'stored files', { externalApi: { endpoint: url } }),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/url-context', [member('tool', 'urlContext', 'web pages')]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/maps-grounding', [
		member('tool', 'googleMaps', 'maps', { enableWidget: true }),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/file-search', [
		member('tool', 'fileSearch', 'stored files', { fileSearchStoreNames: ['fileSearchStores/1'] }),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/computer-use', [
		member('tool', 'computerUse', 'computer use', { environment: 'ENVIRONMENT_BROWSER' }),
	]),
	...from('Google', 'https://googleapis.github.io/js-genai/release_docs/interfaces/types.Tool.html', [
		member('tool', 'mcpServers', 'remote MCP servers', [{ name: 'x', streamableHttpTransport: { url } }]),
		member('part', 'toolCall', 'hosted tools', { id: '1', toolType: 'GOOGLE_SEARCH_WEB', args: {} }),
		member('part', 'toolResponse', 'hosted tools', { id: '1', toolType: 'GOOGLE_SEARCH_WEB', response: {} }),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/code-execution', [
		member('tool', 'codeExecution', code),
		member('part', 'executableCode', code, { language: 'PYTHON', code: '1' }),
		member('part', 'codeExecutionResult', code, { outcome: 'OUTCOME_OK', output: '1' }),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/files', [
		member('part', 'fileData', 'files by address', { mimeType: 'video/*', fileUri: 'https://youtu.be/x' }),
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/caching', [
		field('cachedContent', 'stored conversations', 'cachedContents/1'),
	]),
	...from('Google', 'https://ai.google.dev/api/generate-content', [
		field('store', 'stored answers'),
		{ at: 'field', name: 'serviceTier', feature: 'dearer answers', example: 'PRIORITY' },
	]),
];
