import { describe, expect, it } from 'vitest';
import { addresses, rules, sent } from './rewrites.ts';

const parameters = {
	type: 'object',
	properties: {
		path: { type: 'string', description: 'where' },
		depth: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
	},
	required: ['path'],
	additionalProperties: false,
	$schema: 'http://json-schema.org/draft-07/schema#',
};
const png = 'iVBORw0KGgo=';

/** Requests in the shapes in which the clients were seen to send them, the second of a task where that has more: with calls, results and thinking. */
describe('requests of the clients go through as they are', () => {
	it('Responses of Codex, but for who it is', () => {
		const request = {
			model: 'fake-model',
			instructions: 'You are',
			stream: true,
			input: [
				{ type: 'message', id: 'msg_1', role: 'developer', content: [{ type: 'input_text', text: 'rules' }] },
				{
					type: 'message',
					role: 'user',
					content: [
						{ type: 'input_text', text: 'hi' },
						{ type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'high' },
					],
				},
				{
					type: 'reasoning',
					id: 'rs_1',
					summary: [{ type: 'summary_text', text: 'hm' }],
					content: null,
					encrypted_content: 'gAAAA',
				},
				{
					type: 'message',
					role: 'assistant',
					content: [{ type: 'output_text', text: 'a', annotations: [], logprobs: [] }],
					phase: 'commentary',
				},
				{ type: 'function_call', call_id: 'c1', name: 'exec_command', namespace: 'n', arguments: '{"cmd":"ls"}' },
				{ type: 'function_call_output', call_id: 'c1', output: 'done' },
				{ type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'done' }] },
				{ type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch', status: 'completed' },
				{ type: 'custom_tool_call_output', call_id: 'c2', output: 'ok' },
				{
					type: 'local_shell_call',
					call_id: 'c3',
					status: 'completed',
					action: { type: 'exec', command: ['ls'], env: {} },
				},
				{
					type: 'tool_search_call',
					call_id: 'c4',
					execution: 'client',
					arguments: { query: 'q' },
					status: 'completed',
				},
				{ type: 'compaction', encrypted_content: 'gAAAA' },
			],
			tools: [
				{ type: 'function', name: 'exec_command', description: 'Runs.', strict: false, parameters },
				{
					type: 'custom',
					name: 'apply_patch',
					description: 'Patches.',
					format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' },
				},
				{
					type: 'namespace',
					name: 'multi_agent_v1',
					description: 'Agents.',
					tools: [{ type: 'function', name: 'spawn', parameters, strict: false }],
				},
				{ type: 'tool_search', execution: 'client', description: 'Searches.', parameters },
			],
			tool_choice: 'auto',
			parallel_tool_calls: true,
			reasoning: { effort: 'medium', summary: 'auto' },
			store: false,
			include: ['reasoning.encrypted_content'],
			prompt_cache_key: 'k',
			text: { verbosity: 'low', format: { type: 'json_schema', name: 'n', strict: true, schema: parameters } },
		};
		const { value, stripped, maxOutput } = sent(addresses.responses, {
			...request,
			client_metadata: { session_id: 's' },
		});
		expect(value).toEqual({ ...request, max_output_tokens: rules.outputCap });
		expect([stripped, maxOutput]).toEqual([[], rules.outputCap]);
	});

	const claude = {
		model: 'fake-model',
		max_tokens: 32_000,
		stream: true,
		system: [{ type: 'text', text: 'You are', cache_control: { type: 'ephemeral', ttl: '1h' } }],
		messages: [
			{
				role: 'user',
				content: [
					{ type: 'text', text: 'hi' },
					{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
				],
			},
			{ role: 'system', content: [{ type: 'text', text: 'rules', cache_control: { type: 'ephemeral' } }] },
			{
				role: 'assistant',
				content: [
					{ type: 'thinking', thinking: 'hm', signature: 'EqQB' },
					{ type: 'redacted_thinking', data: 'EqQB' },
					{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls', $ref: 'https://it.is/the/agents' } },
				],
			},
			{
				role: 'user',
				content: [
					{
						type: 'tool_result',
						tool_use_id: 'toolu_1',
						is_error: false,
						content: [
							{ type: 'text', text: 'done' },
							{ type: 'tool_reference', tool_name: 'Read' },
						],
						cache_control: { type: 'ephemeral' },
					},
					{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: png }, title: 'a.pdf' },
				],
			},
		],
		tools: [
			{ name: 'Bash', description: 'Runs.', input_schema: parameters, eager_input_streaming: true },
			{ name: 'Read', description: 'Reads.', input_schema: parameters, defer_loading: true, strict: true },
		],
		tool_choice: { type: 'auto', disable_parallel_tool_use: false },
		thinking: { type: 'adaptive', display: 'updates' },
		context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
		output_config: { effort: 'high', format: { type: 'json_schema', schema: parameters } },
		temperature: 1,
		stop_sequences: ['a'],
	};

	it('Messages of Claude Code, but for who it is', () => {
		const { value, stripped } = sent(addresses.messages, { ...claude, metadata: { user_id: 'u' } });
		expect(value).toEqual(claude);
		expect(stripped).toEqual([]);
	});

	it('count_tokens of Claude Code, without what is not counted', () => {
		const { max_tokens: _, stream: _s, temperature: _t, stop_sequences: _q, ...counted } = claude;
		const rewritten = sent('/v1/messages/count_tokens?beta=true', claude);
		expect(rewritten.value).toEqual(counted);
		expect(rewritten).toMatchObject({
			path: '/v1/messages/count_tokens?beta=true',
			maxOutput: 0,
			inputEstimate: 0,
			streams: false,
		});
	});

	it('generateContent of Gemini CLI', () => {
		const request = {
			contents: [
				{ role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: png } }] },
				{
					role: 'model',
					parts: [
						{ text: 'hm', thought: true },
						{ functionCall: { id: '1', name: 'ls', args: { path: 'a', fileData: 1 } }, thoughtSignature: 'Cg==' },
					],
				},
				{
					role: 'user',
					parts: [
						{
							functionResponse: {
								id: '1',
								name: 'ls',
								response: { output: 'done' },
								parts: [{ inlineData: { mimeType: 'image/png', data: png } }],
							},
						},
					],
				},
				{ role: 'model', parts: [{ text: '', thoughtSignature: 'Cg==' }] },
			],
			systemInstruction: { role: 'user', parts: [{ text: 'You are' }] },
			tools: [{ functionDeclarations: [{ name: 'ls', description: 'Lists.', parametersJsonSchema: parameters }] }],
			toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
			generationConfig: {
				temperature: 1,
				topP: 0.95,
				topK: 64,
				maxOutputTokens: 500,
				thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
			},
			safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
		};
		const { value, stripped, streams, maxOutput, path } = sent(addresses.gemini, request);
		expect(value).toEqual(request);
		expect([stripped, streams, maxOutput, path]).toEqual([[], true, 500, addresses.gemini]);
	});
});
