import { describe, expect, it } from 'vitest';
import { upstreamHeaders } from '../../../src/gateway/dialects/headers.ts';
import { addresses, least, ownTool, parameters, sent } from './rewrites.ts';

describe('hosted tools in other places', () => {
	const search = { type: 'web_search' };

	it.each([
		['a namespace', { tools: [{ type: 'namespace', name: 'n', description: '', tools: [ownTool.responses, search] }] }],
		['tools that come later', { input: [{ type: 'additional_tools', role: 'developer', tools: [search] }] }],
		[
			'tools that were found',
			{ input: [{ type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [search] }] },
		],
		['the choice of a tool', { tools: [ownTool.responses], tool_choice: search }],
		[
			'a choice among tools',
			{ tools: [ownTool.responses], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [search] } },
		],
		['what is included', { include: ['web_search_call.action.sources'] }],
	])('do not stand in %s of Responses', (_, rest) => {
		expect(sent(addresses.responses, { ...least.responses, ...rest }).body).not.toContain('web_search');
	});

	it('do not come in the middle of a conversation of Messages', () => {
		const definition = { type: 'web_search_20250305', name: 'web_search' };
		const changes = [
			{ type: 'tool_addition', tool: { type: 'tool_definition', definition } },
			{ type: 'tool_addition', tool: { type: 'mcp_toolset_reference', mcp_server_name: 'web_search' } },
			{
				type: 'tool_addition',
				tool: { type: 'tool_definition', definition: { name: 'own', input_schema: parameters } },
			},
		];
		const request = { ...least.messages, messages: [...least.messages.messages, { role: 'system', content: changes }] };
		const { body, stripped } = sent(addresses.messages, request);
		expect(body).not.toContain('web_search');
		expect(body).toContain('"own"');
		expect(stripped.map(({ feature }) => feature)).toEqual(['web search', 'remote MCP servers']);
	});

	it('call nothing of the client’s from code at the provider', () => {
		const tool = { ...ownTool.messages, allowed_callers: ['code_execution_20250825'] };
		expect(sent(addresses.messages, { ...least.messages, tools: [tool] }).body).not.toContain('allowed_callers');
		const called = { ...ownTool.responses, allowed_callers: ['programmatic'] };
		expect(sent(addresses.responses, { ...least.responses, tools: [called] }).body).not.toContain('allowed_callers');
	});

	it('are all those of Messages that have no schema', () => {
		const tools = [
			{ name: 'web_search' },
			{ type: 'custom', name: 'web_search' },
			{ type: 'custom', input_schema: 'x' },
		];
		const { value, stripped } = sent(addresses.messages, { ...least.messages, tools });
		expect(value).not.toHaveProperty('tools');
		expect(stripped.map(({ feature }) => feature)).toEqual(['a hosted tool']);
	});

	it('are no functions with a name of the provider’s', () => {
		const messages = { ...least.messages, tools: [{ name: '$web_search', input_schema: parameters }] };
		expect(sent(addresses.messages, messages).value).not.toHaveProperty('tools');
		const responses = { ...least.responses, tools: [{ type: 'function', name: '$web_search', parameters }] };
		expect(sent(addresses.responses, responses).value).not.toHaveProperty('tools');
	});

	it('leave no choice behind that servers refuse', () => {
		const forced = { tools: [search], tool_choice: 'required', parallel_tool_calls: true };
		expect(sent(addresses.responses, { ...least.responses, ...forced }).value).not.toHaveProperty('tool_choice');
		expect(sent(addresses.chat, { ...least.chat, ...forced }).value).not.toHaveProperty('tool_choice');
		const named = {
			tools: [{ type: 'web_search_20250305', name: 's' }, ownTool.messages],
			tool_choice: { type: 'tool', name: 's' },
		};
		expect(sent(addresses.messages, { ...least.messages, ...named }).value).not.toHaveProperty('tool_choice');
	});

	it('are no tools that the client runs by a type of the provider’s', () => {
		const typed = ['bash_20250124', 'text_editor_20250728', 'memory_20250818'].map((type) => ({
			type,
			name: type.slice(0, 4),
		}));
		expect(sent(addresses.messages, { ...least.messages, tools: typed }).value['tools']).toEqual(typed);
		const local = [{ type: 'local_shell' }, { type: 'apply_patch' }];
		expect(sent(addresses.responses, { ...least.responses, tools: local }).value['tools']).toEqual(local);
	});

	it('are asked for by no schema that lies elsewhere', () => {
		const remote = { type: 'object', properties: { a: { $ref: 'https://example.com/a' }, b: { $ref: '#/$defs/b' } } };
		const { body, stripped } = sent(addresses.chat, {
			...least.chat,
			tools: [{ type: 'function', function: { name: 'own', parameters: remote } }],
			response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { $ref: 'other.json' } } },
		});
		expect(body).not.toMatch(/example\.com|other\.json/);
		expect(body).toContain('#/$defs/b');
		expect(stripped.map(({ feature }) => feature)).toEqual(['schemas by address']);
	});
});

describe('hosted features deep inside of a request', () => {
	const at = (path: readonly string[], value: unknown): object => ({
		[path[0] ?? '']: path.length === 1 ? value : at(path.slice(1), value),
	});

	it.each([
		['toolConfig', 'retrievalConfig', { latLng: { latitude: 1, longitude: 1 } }],
		['toolConfig', 'includeServerSideToolInvocations', true],
		['generationConfig', 'routingConfig', { autoMode: { modelRoutingPreference: 'PRIORITIZE_QUALITY' } }],
		['generationConfig', 'modelSelectionConfig', { featureSelectionPreference: 'PRIORITIZE_QUALITY' }],
		['generationConfig', 'speechConfig', { voiceConfig: {} }],
		['generationConfig', 'imageConfig', { aspectRatio: '1:1' }],
		['generationConfig', 'enableEnhancedCivicAnswers', true],
		['generationConfig', 'translationConfig', {}],
	])('of generateContent: nothing is left of %s.%s', (outer, inner, value) => {
		for (const name of [inner, inner.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) {
			const request = { ...least.gemini, tools: [ownTool.gemini], ...at([outer, name], value) };
			expect(sent(addresses.gemini, request).body).not.toMatch(new RegExp(`${inner}|${name}`));
		}
	});

	it('of generateContent: a function answers with no file that lies elsewhere', () => {
		const parts = [{ fileData: { fileUri: 'https://example.com/secret', mimeType: 'image/png' } }];
		const answer = { functionResponse: { name: 'own', response: {}, parts } };
		const { body } = sent(addresses.gemini, { contents: [{ role: 'user', parts: [answer] }] });
		expect(body).not.toMatch(/fileData|example\.com/);
	});

	it.each([
		[{ reasoning: { effort: 'low', mode: 'pro' } }, '"pro"'],
		[{ stream_options: { include_obfuscation: true } }, 'include_obfuscation'],
		[{ tool_choice: { type: 'programmatic_tool_calling' } }, 'programmatic'],
		[{ tool_choice: { type: 'mcp', server_label: 'secret' } }, 'secret'],
		[{ tool_choice: { type: 'shell' } }, 'shell'],
		[{ prompt_cache_options: { prewarm: true, comparison_response_id: 'resp_1' } }, 'resp_1'],
		[{ tools: [{ ...ownTool.responses, async: true }] }, 'async'],
	])('of Responses: nothing is left of %j', (rest, mark) => {
		expect(sent(addresses.responses, { ...least.responses, tools: [ownTool.responses], ...rest }).body).not.toContain(
			mark,
		);
	});

	it.each([
		[
			{
				type: 'function_call',
				call_id: 'c',
				name: 'own',
				arguments: '{}',
				caller: { type: 'program', caller_id: 'secret' },
			},
		],
		[{ type: 'function_call_output', call_id: 'c', output: 'x', caller: { type: 'program', caller_id: 'secret' } }],
		[{ type: 'tool_search_call', call_id: 'c', arguments: {}, execution: 'server', secret: 1 }],
	])('of Responses: a call has no caller and no place at the provider: %j', (call) => {
		const { body } = sent(addresses.responses, { ...least.responses, input: [...least.responses.input, call] });
		expect(body).not.toMatch(/secret|"server"|program/);
	});

	it.each([
		[
			{
				context_management: { edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } }] },
			},
		],
		[
			{
				messages: [
					{
						role: 'user',
						content: [{ type: 'mid_conv_system', content: [{ type: 'text', text: 'compact_20260112' }] }],
					},
				],
			},
		],
		[{ output_config: { effort: 'low', compact_20260112: true } }],
	])('of Messages: nothing is left of %j', (rest) => {
		expect(sent(addresses.messages, { ...least.messages, ...rest }).body).not.toContain('compact_20260112');
	});

	it('of Chat Completions: a message brings no tools, and a guess at the answer no files', () => {
		const url = 'https://example.com/secret';
		const request = {
			messages: [{ role: 'system', content: 'hi', tools: [{ type: 'web_search' }] }],
			prediction: {
				type: 'content',
				content: [
					{ type: 'image_url', image_url: { url } },
					{ type: 'text', text: 'a' },
				],
			},
		};
		expect(sent(addresses.chat, { ...least.chat, ...request }).body).not.toMatch(/web_search|example\.com/);
	});

	it('are asked for by no header', () => {
		const headers = {
			'openai-beta': 'responses_multi_agent=v1',
			'anthropic-user-profile-id': 'secret',
			'x-session-id': 'secret',
			'x-mcp-servers': 'secret',
			'x-litellm-tags': 'secret',
			'x-dashscope-datainspection': 'secret',
			'x-goog-user-project': 'secret',
			'http-referer': 'https://example.com/secret',
		};
		for (const dialect of ['chat', 'responses', 'messages', 'gemini'] as const)
			expect(JSON.stringify(upstreamHeaders(dialect, headers, true, 'k'))).not.toMatch(/secret|multi_agent/);
	});
});
