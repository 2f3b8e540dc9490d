import { describe, expect, it } from 'vitest';
import { paris } from '../../../../support/read-chunks.ts';
import { read } from './read.ts';

const call = `<tool_call>{"name":"get_weather","arguments":${paris}}</tool_call>`;
const list = '<tool_call>{"name":"list","arguments":{}}</tool_call>';

describe('words about calls are words', () => {
	it.each([
		['in the middle of a line, with words behind it', `Write ${list} to call.`],
		['in code within a line', `Write \`${list}\``],
		['in two backticks', `Write \`\`${list}\`\``],
		['in a block of code', `So:\n\`\`\`xml\n${call}\n\`\`\``],
		['in a block of code that has no end', `So:\n\`\`\`xml\n${call}`],
		['in a block of code within a list', `1. So:\n   \`\`\`\n   ${call}\n   \`\`\``],
		['in a block of code that begins within a line', `So: \`\`\`xml\n${call}\n\`\`\`\nThat is all.`],
		['in a block of code that begins and ends within lines', `So: \`\`\`xml\n${call}\`\`\``],
		['in a block of code behind code of as many backticks', `\`\`\`a\`\`\` is\n\n\`\`\`\n${call}\n\`\`\``],
		['in a block of code of tildes', `So:\n\n~~~xml\n${call}\n~~~\n\nThat is all.`],
		['in a block of code of tildes with backticks in it', `~~~\n\`\`\`\n\`\`\`\n${call}\n~~~`],
		['in a block of code within one that it does not close', `\`\`\`md\n\`\`\`xml\n${call}\n\`\`\`\nSo.`],
		['in a block of code by its indent', `So:\n\n    ${call}\n\nThat is all.`],
		['in a block of code by a tab', `So:\n\n\t${call}`],
		['in a line of code by its indent', `So:\n\n    a\n    b ${call}`],
		['in a quotation', `You wrote:\n\n> ${call}`],
		['in a quotation, behind words', `> So ${call}`],
		['in an element that shows it', `<pre>\n\n${call}\n\n</pre>`],
		['in an element within others', `<td><pre>\n\n${call}</pre></td>`],
		['in an element within a line', `So: <pre>\n${call}\n</pre>`],
		['in an element for code', `So: <code>${call}</code>`],
		['as its tag alone', 'The tag is <tool_call> in Qwen.'],
		['as its tag at the start of a line', '<tool_call> is the tag of Qwen.'],
		['as a control token', 'Kimi begins with <|tool_calls_section_begin|> and ends it, too.'],
		['as its tags with nothing between', 'Hermes uses <tool_call>{...}</tool_call> blocks.'],
		['as its tags in a table', '| Hermes | <tool_call>{…}</tool_call> |\n|---|---|\n| Mistral | [TOOL_CALLS] |'],
		['as its tags in a list', '- <tool_call>{…}</tool_call>: Hermes\n- <function=…>…</function>, Llama'],
		['as its form', 'Mistral emits [TOOL_CALLS] [ {name, arguments} ] as text.'],
		['as its form in tags', 'The form is <invoke name="$NAME"><parameter name="$KEY">$VALUE</parameter></invoke>.'],
		['as a call without arguments', 'Once it was <function_calls><invoke name="x">…</invoke></function_calls> there.'],
		[
			'as its form in control tokens',
			'Kimi: <|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{…}<|tool_call_end|> is it.',
		],
		['as something else in such brackets', 'Use std::map<function=3>.'],
		['as something else that begins with such words', 'Action: ```json\n{"event":"click"}\n```\nThat is it.'],
		['as a word that stands before an action', 'Action: click the button.\nThen wait.'],
		['as the prompt of Python', '>>> print(f(1))\n1'],
		['as a word that gpt-oss begins with', 'analysisResult = run(x)'],
		[
			"as tools' definitions in their tags",
			'<tools>\n{"name":"list","parameters":{"type":"object","properties":{}}}\n</tools>',
		],
		['as XML', '<tools>\n<tool>x</tool>\n</tools>'],
		['as an index', 'list[0] is first.'],
		['as a channel', 'It writes <|channel|>analysis<|message|> before its thoughts, and <|end|> after them.'],
		['as JSON that is no call', '{"name": "Ada", "age": 36}'],
		[
			"as a tool's definition",
			'{"name": "list", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}}',
		],
		[
			"as a tool's definition in a fence",
			'```json\n{"name": "list", "parameters": {"type": "object", "properties": {}}}\n```',
		],
		[
			"as tools' definitions in the form of the API",
			'[{"type": "function", "function": {"name": "list", "parameters": {"type": "object", "properties": {}}}}]',
		],
		['as JSON that has more than a call has', `{"name": "list", "arguments": {}, "why": "so"}`],
		['as JSON of a tool that there is not', '{"name": "rm", "arguments": {}}'],
		['as JSON in a fence with words behind', `\`\`\`json\n{"name": "rm", "arguments": {}}\n\`\`\`\nThis is a call.`],
		['as a call of Python that is spoken of', 'list() returns the names, get_weather(city="Paris") the weather.'],
		['as a call of Python without its arguments', 'get_weather(city) is what you want.'],
		['as a set of Python', 'list{1, 2} is none.'],
		['as a dictionary of Python', "{'name': 'Ada', 'age': 36}"],
		['as a frame of something else', '{"function_call": "auto"}'],
		['as a list of Python', '[x(1), y(2)]'],
		['as a list of links', '[a link](https://example.org)'],
		['as a list', '[1, 2, 3]'],
		['as brackets', '['],
		['as a word that an opening begins with', 'commentary'],
	])('%s', (_, content) => {
		expect(read(content)).toMatchObject({ text: content, calls: [], shown: content });
		expect(read(content).unread).toBeUndefined();
	});
});
