import { expect, it } from 'vitest';
import { paris, readChunks, replyOf, stop } from '../../../support/read-chunks.ts';
import { delta } from '../../../support/wire-server.ts';

it.each<readonly [what: string, content: string, text: string]>([
	[
		'Hermes tags',
		`Let me look.\n<tool_call>\n{"name": "get_weather", "arguments": ${paris}}\n</tool_call>`,
		'Let me look.',
	],
	['harmony headers', `<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>${paris}`, ''],
	['bare harmony headers', `commentary to=functions.get_weather json${paris}`, ''],
])('calls written as text in %s are found', (_, content, text) => {
	const { reply: whole, parts } = readChunks([...[...content].map((char) => delta({ content: char })), stop]);
	expect(whole).toMatchObject({ text, calls: [{ name: 'get_weather', arguments: paris }] });
	expect(
		parts
			.map((part) => part.delta)
			.join('')
			.trimEnd(),
	).toBe(text);
});

it.each([
	['of a tool that does not exist', '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
	['that is not whole', '<tool_call>{"name":"list","argu'],
	['in the middle of a line', 'Write <tool_call>{"name":"list","arguments":{}}</tool_call> to call.'],
])('a text call %s stays text', (_, content) => {
	const { reply: whole, parts } = readChunks([delta({ content }), stop]);
	expect(whole).toMatchObject({ text: content, calls: [] });
	expect(parts.map((part) => part.delta).join('')).toBe(content);
});

it('several text calls are all found', () => {
	const one = '<tool_call>{"name":"list","arguments":{}}</tool_call>\n';
	expect(replyOf([delta({ content: one + one }), stop]).calls).toHaveLength(2);
});
