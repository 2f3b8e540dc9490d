import { describe, expect, it } from 'vitest';
import { addresses, least, sent } from './rewrites.ts';

describe('results of tools', () => {
	const url = 'https://example.com/secret';
	const inline = 'data:image/png;base64,iVBORw0KGgo=';

	it.each([
		[
			addresses.chat,
			{
				...least.chat,
				messages: [{ role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url } }] }],
			},
		],
		[
			addresses.responses,
			{
				...least.responses,
				input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: url }] }],
			},
		],
		[
			addresses.responses,
			{
				...least.responses,
				input: [{ type: 'custom_tool_call_output', call_id: 'c', output: [{ type: 'input_file', file_url: url }] }],
			},
		],
		[
			addresses.messages,
			{
				...least.messages,
				messages: [
					{
						role: 'user',
						content: [
							{
								type: 'tool_result',
								tool_use_id: 't',
								content: [
									{ type: 'image', source: { type: 'url', url } },
									{
										type: 'document',
										source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url } }] },
									},
								],
							},
						],
					},
				],
			},
		],
		[
			addresses.gemini,
			{
				contents: [
					{ role: 'user', parts: [{ functionResponse: { name: 'own', parts: [{ file_data: { file_uri: url } }] } }] },
				],
			},
		],
	])('bring nothing by address to %s', (target, request) => {
		const { body, stripped } = sent(target, request);
		expect(body).not.toContain('example.com');
		if (target !== addresses.gemini)
			expect(stripped.map(({ feature }) => feature)).toContainEqual(expect.stringContaining('by address'));
	});

	it.each([
		['an address behind the base64', `${inline},https://example.com/secret`],
		['an address with a name and a password', 'https://data:image/png;base64,iVBO@example.com/secret'],
		['another scheme', 'file:///etc/secret'],
		['a scheme in capitals', 'DATA:image/png;base64,iVBORw0KGgo='],
		['blanks before it', ` ${inline}`],
		['parameters', 'data:image/png;x=https://example.com/secret;base64,iVBORw0KGgo='],
		['no base64', 'data:image/png,secret'],
		['an escape', 'data:image/png;base64,%68ttps'],
		['markup', 'data:image/svg+xml;base64,PHN2Zz4='],
		['markup in capitals', 'data:image/SVG+XML;base64,PHN2Zz4='],
	])('are no pictures by %s', (_, address) => {
		const content = [{ type: 'image_url', image_url: { url: address } }];
		const { body } = sent(addresses.chat, { ...least.chat, messages: [{ role: 'user', content }] });
		expect(body).not.toContain('image_url');
	});
});
