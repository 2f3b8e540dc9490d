import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMender } from '../../../../src/agent/model/text/mend-json.ts';
import { callsInThoughts, createTextCallReader } from '../../../../src/agent/model/text/text-calls.ts';
import { paris, readChunks, replyOf, stop } from '../../../support/read-chunks.ts';
import { delta } from '../../../support/wire-server.ts';
import { samples } from './calls/samples.ts';

const call = `<tool_call>{"name":"get_weather","arguments":${paris}}</tool_call>`;
const list = '<tool_call>{"name":"list","arguments":{}}</tool_call>';

function read(content: string) {
	const { reply, parts } = readChunks([delta({ content }), stop]);
	return { ...reply, shown: parts.map((part) => part.delta).join('') };
}

describe('words about calls are words', () => {
	it.each([
		['in the middle of a line, with words behind it', `Write ${list} to call.`],
		['in code within a line', `Write \`${list}\``],
		['in two backticks', `Write \`\`${list}\`\``],
		['in a block of code', `So:\n\`\`\`xml\n${call}\n\`\`\``],
		['in a block of code that has no end', `So:\n\`\`\`xml\n${call}`],
		['in a block of code within a list', `1. So:\n   \`\`\`\n   ${call}\n   \`\`\``],
		['as its tag alone', 'The tag is <tool_call> in Qwen.'],
		['as its tag at the start of a line', '<tool_call> is the tag of Qwen.'],
		['as a control token', 'Kimi begins with <|tool_calls_section_begin|> and ends it, too.'],
		['as JSON that is no call', '{"name": "Ada", "age": 36}'],
		['as JSON that has more than a call has', `{"name": "list", "arguments": {}, "why": "so"}`],
		['as JSON of a tool that there is not', '{"name": "rm", "arguments": {}}'],
		['as JSON in a fence with words behind', `\`\`\`json\n{"name": "rm", "arguments": {}}\n\`\`\`\nThis is a call.`],
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

describe('a call that cannot be read is told apart, and nobody sees it', () => {
	it.each([
		['of a tool that does not exist', '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
		['that was cut off', '<tool_call>{"name":"list","argu'],
		['that was cut off behind words', 'Now <tool_call>{"name":"list","argu'],
		['whose second is cut off', `${list}\n<tool_call>{"name":"li`],
		['as tags that were cut off', '<tool_call>\n<function=list>\n<parameter=a>\nhalf a fi'],
		['as a name alone', '<tool_call>list'],
		['as an opening alone', '<tool_call>'],
		['as Python without names', '<|python_start|>[list("a")]<|python_end|>'],
		['as a bare call that was cut off', '{"name": "list", "parameters": {"a": "b'],
		['as bare Python that was cut off', '[list(a="b'],
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
])('calls are found %s', (_, content, calls, text) => {
	const reply = read(content);
	expect(reply.calls.map(({ name }) => name)).toEqual(calls);
	expect(reply.text).toBe(text);
	expect(reply.unread).toBeUndefined();
});

it('values keep their line ends, brackets and quotes', () => {
	const script = 'cat <<EOF > a.html\n<b>"x"</b>\n\nEOF\necho \'}\' | tee ](b)';
	const written = [
		`<function=list>\n<parameter=a>\n${script}\n</parameter>\n</function>`,
		`<invoke name="list"><parameter name="a">${script}</parameter></invoke>`,
		`<tool_call>list<arg_key>a</arg_key><arg_value>${script}</arg_value></tool_call>`,
		`<tool_call>${JSON.stringify({ name: 'list', arguments: { a: script } })}</tool_call>`,
		`<|tool_call>call:list{a:<|"|>${script}<|"|>}<tool_call|>`,
		`[list(a="""${script}""")]`,
	];
	for (const content of written) {
		const [made] = read(content).calls;
		expect(JSON.parse(made?.arguments ?? '{}'), content).toEqual({ a: script });
	}
});

describe('a value that holds tags of its own', () => {
	const xml = {
		'an element that is called as the tag of a call': '<para>Use <function>printf</function></para>\n<para>More</para>',
		'elements right behind each other': '<calls><call>1</call></calls>',
		'an element on lines of its own': '<a>\n<call>\n<to>1</to>\n</call>\n</a>',
		'an end of a function': '<x>\n</function>\n</x>',
		'an end of a call': '<x>\n</invoke>\n</x>',
		'a parameter without an end': '<launch>\n<param name="sim" value="true">\n</launch>',
		'a parameter that closes itself': '<launch>\n<parameter name="sim" value="true"/>\n</launch>',
		'a parameter with words behind its end': '<doc>\n<param name="x">The x</param> is it\n</doc>',
		'a parameter in an element': '<doc>\n<parameter>x</parameter></doc>',
		'an end of a parameter': 'a</parameter>\n</doc>',
		'a part of a call': '<parameter=x>\n1\n</parameter>\n</function>',
		'a call': '<tool_call>\n<function=f>\n<parameter=x>\n1\n</parameter>\n</function>\n</tool_call>\nis one',
		'two calls in their frame':
			'<function_calls><invoke name="f"><parameter name="x">1</parameter></invoke><invoke name="g"></invoke></function_calls>',
		'keys and values': 'It is\n<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>b</arg_value>\n</tool_call>\nhere',
	};
	const writings: Readonly<Record<string, (value: string) => string>> = {
		'Qwen3-Coder': (value) =>
			`<tool_call>\n<function=list>\n<parameter=a>\n${value}\n</parameter>\n<parameter=b>\n2\n</parameter>\n</function>\n</tool_call>`,
		'Qwen3-Coder without its frame': (value) =>
			`<function=list>\n<parameter=b>\n2\n</parameter>\n<parameter=a>\n${value}\n</parameter>\n</function>`,
		MiniCPM: (value) => `<function name="list"><param name="a">${value}</param><param name="b">2</param></function>`,
		Anthropic: (value) =>
			`<function_calls>\n<invoke name="list">\n<parameter name="a">${value}</parameter>\n<parameter name="b">2</parameter>\n</invoke>\n</function_calls>`,
		GLM: (value) =>
			`<tool_call>list\n<arg_key>a</arg_key>\n<arg_value>${value}</arg_value>\n<arg_key>b</arg_key>\n<arg_value>2</arg_value>\n</tool_call>`,
	};
	const all = Object.entries(xml).flatMap(([what, value]) =>
		Object.entries(writings).map(([who, write]) => [what, who, value, write(value)] as const),
	);

	it.each(all)('%s is whole in a call of %s', (_, __, value, content) => {
		const { calls, text, unread, shown } = read(content);
		expect({ calls: calls.map(({ arguments: args }) => JSON.parse(args)), text, shown, unread }).toEqual({
			calls: [{ a: value, b: '2' }],
			text: '',
			shown: '',
			unread: undefined,
		});
	});

	it.each([
		'<function=list>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>\ny\n</parameter>\n</function>',
		'<tool_call>\n<function=list>\n<parameter=a>\nx\n</function>\n</tool_call>\ny\n</parameter>\n</function>\n</tool_call>',
		'<tool_call>list<arg_key>a</arg_key><arg_value>x</arg_value></tool_call> y</arg_value></tool_call>',
	])('is unread where it may be cut: %j', (content) => {
		expect(read(content)).toMatchObject({ calls: [], text: '', unread: content });
	});

	it('ends that a model leaves out are found', () => {
		const content =
			'<tool_call>\n<function=list>\n<parameter=a>\nx\n<parameter=b>\n<function>f</function>\n</function>\n</tool_call>';
		const [made] = read(content).calls;
		expect(JSON.parse(made?.arguments ?? '{}')).toEqual({ a: 'x', b: '<function>f</function>' });
	});
});

it("Python's and Gemma's values are read", () => {
	const [made] = read("[list(a=1, b=-2.5, c=True, d=None, e=['x', \"y\\n\"], f={'k': (1, 2)}, g='it\\'s')]").calls;
	const values = { a: 1, b: -2.5, c: true, d: null, e: ['x', 'y\n'], f: { k: [1, 2] }, g: "it's" };
	expect(JSON.parse(made?.arguments ?? '{}')).toEqual(values);
	const [gemma] = read('<|tool_call>call:list{a:3,b:[<|"|>x<|"|>,true],c:{k:null}}<tool_call|>').calls;
	expect(JSON.parse(gemma?.arguments ?? '{}')).toEqual({ a: 3, b: ['x', true], c: { k: null } });
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
		const reader = createTextCallReader(names, createMender());
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
