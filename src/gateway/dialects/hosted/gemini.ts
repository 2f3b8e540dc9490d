import { field, from, type HostedFeature, type Place } from './feature.ts';

const url = 'https://example.com/secret';
const code = 'code run by the provider';

/** A tool or a part, by its one member. */
function member(at: Extract<Place, 'tool' | 'part'>, name: string, feature: string, value: unknown = {}) {
	return { at, name, feature, example: { [name]: value } };
}

const types = 'https://github.com/googleapis/js-genai/blob/main/src/types.ts';

/** Hosted features of servers that speak generateContent. Each is understood with underscores as well, as in `google_search`. */
export const hostedInGemini: readonly HostedFeature[] = [
	...from('Google', types, 'Tool', [
		member('tool', 'googleSearch', 'web search', { timeRangeFilter: {} }),
		member('tool', 'googleSearchRetrieval', 'web search', { dynamicRetrievalConfig: { mode: 'MODE_DYNAMIC' } }),
		member('tool', 'enterpriseWebSearch', 'web search'),
		member('tool', 'exaAiSearch', 'web search', { apiKey: 'k' }),
		member('tool', 'parallelAiSearch', 'web search', { apiKey: 'k' }),
		member('tool', 'urlContext', 'web pages'),
		member('tool', 'googleMaps', 'maps', { enableWidget: true }),
		member('tool', 'fileSearch', 'stored files', { fileSearchStoreNames: ['fileSearchStores/1'] }),
		member('tool', 'computerUse', 'computer use', { environment: 'ENVIRONMENT_BROWSER' }),
		member('tool', 'mcpServers', 'remote MCP servers', [{ name: 'x', streamableHttpTransport: { url } }]),
		member('tool', 'codeExecution', code),
	]),
	...from('Google', types, 'Retrieval', [
		member('tool', 'retrieval', 'stored files', { externalApi: { endpoint: url } }),
		member('tool', 'retrieval', 'stored files', { vertexAiSearch: { datastore: 'secret' } }),
		member('tool', 'retrieval', 'stored files', { vertexRagStore: { ragCorpora: ['secret'] } }),
	]),
	...from('Google', types, 'Part', [
		member('part', 'toolCall', 'hosted tools', { id: '1', toolType: 'GOOGLE_SEARCH_WEB', args: {} }),
		member('part', 'toolResponse', 'hosted tools', { id: '1', toolType: 'GOOGLE_SEARCH_WEB', response: {} }),
		member('part', 'executableCode', code, { language: 'PYTHON', code: '1' }),
		member('part', 'codeExecutionResult', code, { outcome: 'OUTCOME_OK', output: '1' }),
	]),
	...from('Google', types, 'FileData', [
		member('part', 'fileData', 'files by address', { mimeType: 'video/*', fileUri: 'https://youtu.be/x' }),
		member('part', 'fileData', 'files by address', { mimeType: 'text/plain', fileUri: 'gs://secret/a.txt' }),
	]),
	...from('Google', types, 'GenerateContentConfig', [
		field('cachedContent', 'stored conversations', 'cachedContents/1'),
		field('modelArmorConfig', 'moderation', { promptTemplateName: 'projects/1/secret' }),
		{ at: 'field', name: 'serviceTier', feature: 'dearer answers', example: 'PRIORITY' },
	]),
	...from('Google', 'https://ai.google.dev/gemini-api/docs/logs-datasets', 'Request-level logging', [
		field('store', 'stored answers'),
	]),
];
