import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMender } from '../../../../src/agent/model/text/mend-json.ts';
import { callsInThoughts, createTextCallReader } from '../../../../src/agent/model/text/text-calls.ts';
import { paris, replyOf, stop } from '../../../support/read-chunks.ts';
import { delta } from '../../../support/wire-server.ts';
import { read } from './calls/read.ts';
import { samples } from './calls/samples.ts';

const call = `<tool_call>{"name":"get_weather","arguments":${paris}}</tool_call>`;
const list = '<tool_call>{"name":"list","arguments":{}}</tool_call>';

describe('a call that cannot be read is told apart, and nobody sees it', () => {
	it.each([
		['of a tool that does not exist', '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
		['that was cut off', '<tool_call>{"name":"list","argu'],
		['that was cut off behind words', 'Now <tool_call>{"name":"list","argu'],
		['behind words, of a tool that does not exist', 'Now <tool_call>{"name":"rm","arguments":{}}</tool_call>'],
		['that was cut off behind words, in a value of words', 'Now <function=rm><parameter=a>half a fi'],
		['that was cut off behind words, in a value with a sentence', 'Now <function=list><parameter=a><b>x</b> is it'],
		['whose second is cut off', `${list}\n<tool_call>{"name":"li`],
		['as tags that were cut off', '<tool_call>\n<function=list>\n<parameter=a>\nhalf a fi'],
		['of ReAct that was cut off', 'Action: list\nAction Input: {"a": "b'],
		['of Functionary that was cut off', '>>>list\n{"a": "b'],
		['as a name alone', '<tool_call>list'],
		['as an opening alone', '<tool_call>'],
		['as Python without names', '<|python_start|>[list("a")]<|python_end|>'],
		['as a bare call that was cut off', '{"name": "list", "parameters": {"a": "b'],
		['as bare Python that was cut off', '[list(a="b'],
		['as a call of Mistral without its token that was cut off', 'list[ARGS]{"a": "b'],
		['as a block of code that calls no tool', '```tool_code\nprint(search("a"))\n```'],
		['as a bare call that goes on in words', '{"name": "list", "parameters": {"a": "b"}}\n\nThis lists them.'],
		['as keys and values that were cut off', '<tool_call>list\n<arg_key>a</arg_key>\n<arg_value>b'],
		['to a channel of a tool that there is not', '<|channel|>commentary to=python code<|message|>print(1)<|call|>'],
	])('%s', (_, content) => {
		const words = content.startsWith('Now') ? 'Now' : '';
		const { text, calls, unread, shown } = read(content);
		expect({ text, calls, shown: shown.trim() }).toEqual({ text: words, calls: [], shown: words });
		expect(unread).toBe(content.slice(content.startsWith('Now') ? 4 : whole(content)));
	});

	/** The calls before it are part of what is handed back, but for those that could be read. */
	function whole(content: string): number {
		return content.startsWith(list) ? content.indexOf(unread(content)) : 0;
	}
	const unread = (content: string) => read(content).unread ?? content;
});

it.each<readonly [what: string, content: string, calls: readonly string[], text: string]>([
	['several in a row', `${list}\n${call}`, ['list', 'get_weather'], ''],
	[
		'with words between and behind',
		`Look.\n${list}\nand then\n${call}\nI wait.`,
		['list', 'get_weather'],
		'Look.\n\nand then\nI wait.',
	],
	['at the end of a line of words', `Let me look. ${call}`, ['get_weather'], 'Let me look.'],
	['behind code', `\`\`\`\nx\n\`\`\`\n${call}`, ['get_weather'], '```\nx\n```'],
	['behind code that is closed', `\`\`\`\nx\n\`\`\`\`  \n${call}`, ['get_weather'], '```\nx\n````'],
	['right behind code', `\`\`\`\nx\n\`\`\`${call}`, ['get_weather'], '```\nx\n```'],
	['behind backticks without an end', `a \`\`\` b\n\n${call}`, ['get_weather'], 'a ``` b'],
	['behind three backticks on each side', `\`\`\`a\`\`\`\n${call}`, ['get_weather'], '```a```'],
	[
		'behind elements that are closed',
		`<pre>a</pre> <code>b</code>\n${call}`,
		['get_weather'],
		'<pre>a</pre> <code>b</code>',
	],
	['behind an element that is spoken of', `The <pre> element.\n\n${call}`, ['get_weather'], 'The <pre> element.'],
	['behind a quotation', `> a\n${call}`, ['get_weather'], '> a'],
	['far in, with nothing before it', `\n      ${call}`, ['get_weather'], ''],
	['behind a tag that opens nothing', `<tool_call> is a tag.\n${call}`, ['get_weather'], '<tool_call> is a tag.'],
	['by a name with a prefix', '<tool_call>{"name":"functions.list","arguments":{}}</tool_call>', ['list'], ''],
	['about such tags', `<function=list>\n<parameter=a>\n${call}</parameter> x\n</parameter>\n</function>`, ['list'], ''],
	[
		'bare, with a semicolon between',
		'{"name":"list","parameters":{}}; {"name":"list","parameters":{"a":1}}',
		['list', 'list'],
		'',
	],
	[
		'as a final answer of gpt-oss',
		'<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hi.',
		[],
		'Hi.',
	],
	['with a message to people, of Functionary', '>>>all\nHello.>>>list\n{}', ['list'], 'Hello.'],
	['as a message of Cohere', '<|START_RESPONSE|>Hello!<|END_RESPONSE|>', [], 'Hello!'],
	['as a final answer of gpt-oss without tokens', 'analysisWe greet.assistantfinalHello!', [], 'Hello!'],
	['with a result made up, of ReAct', 'Action: list\nAction Input: {}\nObservation: a, b', ['list'], ''],
	['with a result made up, of Qwen-Agent', '✿FUNCTION✿: list\n✿ARGS✿: {}\n✿RESULT✿: a', ['list'], ''],
	['behind a thought of ReAct', 'Thought: hm.\nAction: list\nAction Input: {}', ['list'], 'Thought: hm.'],
	[
		'as a final answer of gpt-oss whose first mark was lost',
		'Hm. <|end|><|start|>assistant<|channel|>final<|message|>Hi.',
		[],
		'Hm. Hi.',
	],
	['as a final answer of gpt-oss whose start was lost', 'assistant<|channel|>final<|message|>Hi.', [], 'Hi.'],
])('calls are found %s', (_, content, calls, text) => {
	const reply = read(content);
	expect(reply.calls.map(({ name }) => name)).toEqual(calls);
	expect(reply.text).toBe(text);
	expect(reply.unread).toBeUndefined();
});

it('text that only seems to be a call is no call where the server gave one itself', () => {
	const made = { tool_calls: [{ function: { name: 'list', arguments: '{}' } }] };
	expect(replyOf([delta({ content: call }), delta(made), stop])).toMatchObject({ text: '', calls: [{ name: 'list' }] });
	const broken = replyOf([delta({ content: '<tool_call>{"na' }), delta(made), stop]);
	expect(broken).toMatchObject({ text: '', calls: [{ name: 'list' }] });
	expect(broken.unread).toBeUndefined();
});

const names = new Set(['get_weather', 'list']);

describe('whatever a text is', () => {
	const marks = [
		...samples.flatMap(([, content]) => content.split(/(?<=[>\]}\n])/)),
		'`',
		'```',
		'\n',
		' ',
		'words ',
		'list',
		'{',
		'}',
		'"',
		'(',
	];
	const texts = fc.oneof(
		fc.array(fc.constantFrom(...marks), { maxLength: 30 }).map((pieces) => pieces.join('')),
		fc
			.tuple(fc.constantFrom('', 'So. ', 'So.\n'), fc.constantFrom(...samples), fc.nat(400))
			.map(([before, [, content], length]) => before + content.slice(0, length)),
	);
	const readIn = (pieces: readonly string[]) => {
		// What a busy machine leaves of the usual time differs from reading to reading.
		const reader = createTextCallReader(names, createMender(60_000));
		const free = pieces.map((piece) => reader.push(piece)).join('');
		const held = reader.held;
		return { free, held, end: reader.end() };
	};

	const cutBy = (text: string, cuts: readonly number[]) => {
		const ends = cuts.map((_, at) => cuts.slice(0, at + 1).reduce((sum, cut) => sum + cut, 0));
		return [0, ...ends].map((from, at) => text.slice(from, ends[at]));
	};

	it('it is read the same however it is cut, and nothing of it is lost', () => {
		fc.assert(
			fc.property(texts, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 }), (text, cuts) => {
				const [whole, cutUp] = [readIn([text]), readIn(cutBy(text, cuts))];
				expect({ ...cutUp.end, text: cutUp.free + cutUp.end.text }).toEqual({
					...whole.end,
					text: whole.free + whole.end.text,
				});
				for (const { free, held } of [whole, cutUp]) expect(free + held).toBe(text);
				const { end } = whole;
				if (end.calls.length === 0 && end.unread === undefined && !text.includes('<|')) {
					expect(whole.free + end.text).toBe(text);
				}
				for (const { name } of end.calls) expect(names).toContain(name);
				callsInThoughts(text, names, createMender());
			}),
			{ numRuns: 2_000 },
		);
	});
});
