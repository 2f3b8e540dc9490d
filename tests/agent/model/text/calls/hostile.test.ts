import { describe, expect, it } from 'vitest';
import { replyOf, stop } from '../../../../support/read-chunks.ts';
import { delta } from '../../../../support/wire-server.ts';

/** Some of these took a minute for an eighth of their length, when each opening was followed to the end of the text. */
const deadline = 20_000;
const megabyte = 2 ** 20;

describe('a megabyte that begins calls again and again is read in a time that depends on its length', () => {
	it.each([
		'functools[',
		'[TOOL_CALLS]',
		'<tool_call>',
		'<tool_call> is ',
		'x <tool_call>list() y ',
		'<tool_call>list<arg_key>',
		'<function=list><parameter=a>',
		'<tool_call><function=list>\n<parameter=a>\n</parameter> x',
		'x <function=list>\n<parameter=a>\n1\n</function> y ',
		'x <tool_call>list<arg_key>a</arg_key><arg_value><arg_value>1</arg_value></tool_call> y ',
		'x <function=a><parameter=b></x> y ',
		'x <tool_call>{...}</tool_call> y ',
		'x <function=a><a></x> y ',
		'\n>~~~<pre>```',
		'<|end|><|channel|>',
		'<|tool_call_begin|>list<|',
		'<|channel|>analysis<|message|>',
		']<]minimax[>[ is ',
		'x <|open|>tools is ',
		'{"name":"list","arguments":{',
		'[list(a=[',
		'[list(a="\\\\',
		'`<tool_call>',
		'```',
	])(
		'%s',
		(unit) => {
			const text = unit.repeat(megabyte / unit.length);
			const chunks = Array.from({ length: 1_000 }, (_, at) =>
				text.slice((at * megabyte) / 1_000, ((at + 1) * megabyte) / 1_000),
			);
			const said = [...chunks.map((content) => delta({ content })), stop];
			expect(replyOf(said).text.length).toBeLessThanOrEqual(megabyte);
			replyOf([delta({ reasoning_content: text }), stop]);
		},
		deadline,
	);
});
