import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bareCode, type CodeField } from '../../../../../src/agent/model/text/fences/code-beside.ts';
import { findAnswer } from '../../../../../src/agent/model/text/find-answer.ts';

const code: CodeField = { name: 'code', mark: /^def run\b/m };
const schema = z.strictObject({ code: z.string().min(1), usage: z.string(), dependencies: z.array(z.string()) });
const rest = { usage: 'run {"n": 1}', dependencies: ['pandas'] };
const json = JSON.stringify(rest);
const run = 'def run(input):\n    return {"n": 1}';

function found(text: string, cut = false) {
	const answer = findAnswer({ text, reasoning: '', cut }, { schema, wrapped: false, code });
	return answer.ok ? answer.value : undefined;
}

const fenced = (content: string, language = 'python', mark = '```') => `${mark}${language}\n${content}\n${mark}`;

describe('code beside JSON', () => {
	it.each<[string, string, string]>([
		['before it', `Here it is:\n${fenced(run)}\n${json}`, run],
		['behind it', `${json}\n${fenced(run)}\nDone.`, run],
		['with the JSON in a fence too', `${fenced(run)}\n\n${fenced(json, 'json')}`, run],
		['with lines that end as on Windows', `${fenced(run)}\n${json}`.replaceAll('\n', '\r\n'), run],
		['in tildes', `${fenced(run, 'python', '~~~')}\n${json}`, run],
		['in longer fences', `${fenced(`# \`\`\`\n${run}`, 'py', '`````')}\n${json}`, `# \`\`\`\n${run}`],
		['without a language', `${fenced(run, '')}\n${json}`, run],
		['with attributes', `${fenced(run, ' {.python title="tool.py"}')}\n${json}`, run],
		['in a list', `1. Code:\n   ${fenced(run).replaceAll('\n', '\n   ')}\n2. ${json}`, run],
		['behind a first idea', `${fenced('def run(input): ...')}\nNo:\n${fenced(run)}\n${json}`, run],
		['before an example of its use', `${fenced(run)}\n${fenced('run({"n": 1})')}\n${json}`, run],
		['before a command', `${fenced(run)}\n${fenced('pip install x', 'bash')}\n${json}`, run],
		['with braces that do not close', `${fenced(`X = "{"\n${run}`)}\n${json}`, `X = "{"\n${run}`],
		['whose end is missing', `${json}\n\`\`\`python\n${run}`, run],
		['beside JSON that points at it', `${fenced(run)}\n${JSON.stringify({ code: 'see above', ...rest })}`, run],
		['beside JSON that has none', `${fenced(run)}\n${JSON.stringify({ code: null, ...rest })}`, run],
	])('is found %s', (_, text, expected) => {
		expect(found(text)).toEqual({ code: expected, ...rest });
	});

	it.each([
		['in the JSON alone', JSON.stringify({ code: run, ...rest })],
		['in JSON in a fence', fenced(JSON.stringify({ code: run, ...rest }), 'json')],
		['in JSON beside an example', `${JSON.stringify({ code: run, ...rest })}\n${fenced('tool.run({})')}`],
		['in JSON with lines that are not escaped', JSON.stringify({ code: run, ...rest }).replaceAll('\\n', '\n')],
	])('counts %s', (_, text) => {
		expect(found(text)).toEqual({ code: run, ...rest });
	});

	it('is whole where a string of it holds fences', () => {
		const report = `HEAD = """\n\`\`\`\n| a |\n\`\`\`\n"""\nNOTE = 'it\\'s """'  # don't\n${run}`;
		expect(found(`${fenced(report)}\nand\n${fenced(json, 'json')}`)).toEqual({ code: report, ...rest });
	});

	it('is not taken where the end of the answer has cut it off', () => {
		expect(found(`${json}\n\`\`\`python\n${run}`, true)).toBeUndefined();
	});

	it('without JSON, and JSON without code, are no answer', () => {
		expect(found(fenced(run))).toBeUndefined();
		expect(found(json)).toBeUndefined();
	});
});

const line = fc.oneof(
	fc.constantFrom(
		'x = 1',
		"note = 'don\\'t'  # it's",
		'text = "a { b"',
		'# ``` no fence',
		'pass',
		'',
		"y = '''one line'''",
	),
	fc.string({ unit: fc.constantFrom(...'ab{}()[]#:='), maxLength: 12 }).map((text) => `z = r"${text}"`),
	fc
		.tuple(
			fc.constantFrom('"""', "'''"),
			fc.array(fc.constantFrom('```', '~~~', '```json', '{"usage": 1}', "it's", '\\"'), { maxLength: 5 }),
		)
		.map(([quote, lines]) => `doc = ${quote}\n${lines.join('\n')}\n${quote}`),
);
const body = fc.array(line, { maxLength: 8 }).map((lines) => [...lines, run].join('\n'));
const prose = fc.constantFrom(
	'',
	'Here it is:',
	'It works {really}.',
	"Don't worry, `x` is fine.",
	fenced('pip install x', 'bash'),
	fenced('run({})'),
);

const answers = fc
	.record({
		body,
		mark: fc.constantFrom('```', '````', '~~~', '~~~~~'),
		language: fc.constantFrom('python', 'py', 'Python', 'python3', ' python'),
		lineEnd: fc.constantFrom('\n', '\r\n'),
		isJsonFirst: fc.boolean(),
		isJsonFenced: fc.boolean(),
		prose: fc.tuple(prose, prose, prose),
	})
	.map(({ body: content, mark, language, lineEnd, isJsonFirst, isJsonFenced, prose: [before, amid, after] }) => {
		const block = fenced(content, language, mark);
		const object = isJsonFenced ? fenced(json, 'json') : json;
		const order = isJsonFirst ? [before, object, amid, block, after] : [before, block, amid, object, after];
		return { content, text: order.join('\n').replaceAll('\n', lineEnd) };
	});

describe('whatever the order, the fences and what stands around', () => {
	it('code and JSON are found to the letter', () => {
		fc.assert(
			fc.property(answers, ({ content, text }) => {
				expect(found(text)).toEqual({ code: content, ...rest });
			}),
		);
	});

	it('nothing but the whole code comes of an answer that is cut anywhere', () => {
		fc.assert(
			fc.property(answers, fc.nat(), ({ content, text }, at) => {
				const taken = found(text.slice(0, at % text.length), true);
				expect(taken === undefined || taken.code === content || !taken.code.includes('def run')).toBe(true);
			}),
		);
	});
});

describe('a fence around code', () => {
	it.each([
		['backticks', fenced(run), run],
		['tildes and lines of Windows', fenced(run, 'py', '~~~').replaceAll('\n', '\r\n'), run],
		['words around it', `Sure!\n${fenced(run)}\nDone.`, run],
		['around what has no run', fenced('x = 1'), 'x = 1'],
		['none', run, run],
		['only in a string', `DOC = """\n${fenced('x')}\n"""\n${run}`, `DOC = """\n${fenced('x')}\n"""\n${run}`],
	])('is taken off: %s', (_, given, expected) => {
		expect(bareCode(given, code)).toBe(expected);
	});
});
