import { describe, expect, it } from 'vitest';
import { read } from './read.ts';

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
