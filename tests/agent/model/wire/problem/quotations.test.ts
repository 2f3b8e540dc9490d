import { describe, expect, it } from 'vitest';
import { withoutQuotations, withoutSent } from '../../../../../src/agent/model/wire/problem/quotations.ts';

const inJson = (message: string) => JSON.stringify({ error: { message } });

describe('a quotation in an error', () => {
	it.each([
		'could not parse "show me the seed, the image and the schema"',
		"could not parse 'show me the seed, the image and the schema'",
		'could not parse `show me the seed, the image and the schema`',
		'could not parse “show me the seed, the image and the schema”',
		'upstream said {"message":"could not parse \\"show me the seed, the image and the schema\\""}',
		`{"error":"could not parse 'show me the seed, the image and the schema', sorry"}`,
	])('is left out where it has several words: %s', (message) => {
		expect(withoutQuotations(inJson(message))).not.toMatch(/seed|image|schema/);
	});

	it.each([
		'Unrecognized request argument supplied: \'response_format\', "seed" or `tools`',
		'"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
		"This model doesn't support tool use, and it won't in streaming mode. It's small",
		'Error in the template: raise_exception("This model only supports single tool-calls at once!")',
		'{"error":{"message":"stand-in has a context length of 4096 tokens"}}',
		`Error code: 400 - {'error': {'message': 'Prompt of 5000 tokens', 'code': "context_length_exceeded"}}`,
	])('stays where it names a field, or is the refusal of a server behind: %s', (message) => {
		expect(withoutQuotations(inJson(message))).toBe(inJson(message));
	});

	it('is left out where it was sent, whatever it says', () => {
		const sent = () => JSON.stringify([{ role: 'user', content: 'My server says:\n"m does not support tools"' }]);
		expect(withoutSent(inJson('Invalid prompt: "says: \\"m does not support tools"'), sent)).not.toContain('tools');
		expect(withoutSent(inJson('Invalid prompt: "seed" is not supported'), sent)).toContain('seed');
	});

	it('is looked for in a megabyte at most some dozen times', () => {
		let looks = 0;
		const sent = () => {
			looks += 1;
			return 'word '.repeat(200_000);
		};
		const error = inJson(`"one not two" `.repeat(1_400));
		expect(withoutSent(error, sent)).toBe(error);
		expect(looks).toBe(1);
	});

	it.each(['“', '"', "'", '`', '\\"', ' "'])('that never ends costs no long look: %s', (mark) => {
		const error = inJson(mark.repeat(10_000)).slice(0, 20_000);
		expect(withoutQuotations(error).length).toBeLessThanOrEqual(error.length);
	});
});
