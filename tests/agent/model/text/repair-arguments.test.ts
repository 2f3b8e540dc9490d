import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMender } from '../../../../src/agent/model/text/mend-json.ts';
import { repairArguments } from '../../../../src/agent/model/text/repair-arguments.ts';

const cutOff = 'The arguments were cut off before their end';
const noObject = 'The arguments are not a JSON object';

it.each<readonly [what: string, raw: unknown, texts: readonly string[]]>([
	['an object as text stays byte for byte', '{"n": 12345678901234567890}', ['{"n": 12345678901234567890}']],
	['an object instead of text', { city: 'Berlin' }, ['{"city":"Berlin"}']],
	['text within text', '"{\\"city\\":\\"Berlin\\"}"', ['{"city":"Berlin"}']],
	['text within text within text', JSON.stringify(JSON.stringify('{"a":1}')), ['{"a":1}']],
	['nothing for a tool without arguments', '', ['{}']],
	['null', null, ['{}']],
	['null as text', 'null', ['{}']],
	['undefined', undefined, ['{}']],
	['objects glued together', '{"path":"a.rs"}{"path":"b.rs"}', ['{"path":"a.rs"}', '{"path":"b.rs"}']],
	['an empty object before the real one', '{}{"a":1}', ['{"a":1}']],
	['the same object twice', '{"a":1}{"a":1}', ['{"a":1}']],
	['raw newlines and tabs in strings', '{"text":"a\nb\tc"}', ['{"text":"a\\nb\\tc"}']],
	['a bad escape', '{"text":"\\x41"}', ['{"text":"x41"}']],
	['a trailing comma', '{"a":1,}', ['{"a":1}']],
	["Python's literals", "{'a': True, 'b': None}", ['{"a":true,"b":null}']],
	['a leaked tag after the object', '{"a":1}</tool_call>', ['{"a":1}']],
	['a lone surrogate, escaped', '{"a":"\\ud83d"}', ['{"a":"\ufffd"}']],
	['a whole surrogate pair, escaped', '{"a":"\\ud83d\\ude00"}', ['{"a":"😀"}']],
	['braces in strings', '{"a":"}{"}', ['{"a":"}{"}']],
])('repairArguments() mends %s', (_, raw, texts) => {
	expect(repairArguments(raw, createMender())).toEqual(texts.map((text) => ({ text })));
});

it.each<readonly [what: string, raw: unknown, problem: string]>([
	['cut in a string: half a file must not be written', '{"path":"a.txt","content":"hello wor', cutOff],
	['cut after a value', '{"path":"a.txt"', cutOff],
	['cut in the second of two objects', '{"path":"a"}{"path":', cutOff],
	['a list', '[1,2]', noObject],
	['a number', '7', noObject],
	['plain text', 'ls -la', noObject],
	['a list instead of text', [1], noObject],
])('repairArguments() gives {} and a problem for arguments that are %s', (_, raw, problem) => {
	expect(repairArguments(raw, createMender())).toEqual([{ text: '{}', problem }]);
});

const damaged = fc
	.tuple(fc.json(), fc.nat(), fc.string({ unit: 'binary' }))
	.map(([json, at, noise]) => json.slice(0, at % (json.length + 1)) + noise + json.slice(at % (json.length + 1)));

it('repairArguments() never throws and always gives JSON objects', () => {
	fc.assert(
		fc.property(fc.oneof(damaged, fc.string(), fc.anything()), (raw) => {
			const all = repairArguments(raw, createMender());
			expect(all.length).toBeGreaterThan(0);
			for (const { text } of all) {
				expect(JSON.parse(text)).toBeTypeOf('object');
				expect(text.startsWith('{')).toBe(true);
				expect(text.isWellFormed()).toBe(true);
			}
		}),
		{ numRuns: 1000 },
	);
});

it('repairArguments() never completes an object that was cut off', () => {
	const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
	fc.assert(
		fc.property(object, fc.nat(), (value, at) => {
			const json = JSON.stringify(value);
			const cut = json.slice(0, 1 + (at % (json.length - 1)));
			expect(repairArguments(cut, createMender())).toEqual([{ text: '{}', problem: cutOff }]);
		}),
	);
});
