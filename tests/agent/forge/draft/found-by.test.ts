import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodeDraft, codeDraftSchema } from '../../../../src/agent/forge/draft/code-draft.ts';
import { foundBy } from '../../../../src/agent/forge/draft/found-by.ts';
import { toAnswerSchema } from '../../../../src/agent/model/text/strict-schema.ts';

const bare: CodeDraft = { code: 'x', usage: 'u', dependencies: [] };

describe('foundBy()', () => {
	it('has the words of the last draft that has some', () => {
		const drafts = [
			{ ...bare, phrases: ['old'] },
			{ ...bare, phrases: [' sum up\n', 'Sum up', ''], synonyms: ['total'], not_for: ['count'] },
			bare,
		];
		expect(foundBy(drafts)).toEqual({ phrases: ['Sum up'], synonyms: ['total'], notFor: ['count'] });
		expect(foundBy([bare])).toBeUndefined();
	});

	it('fits into a manifest whatever a model writes', () => {
		const texts = fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 200 });
		fc.assert(
			fc.property(texts, (phrases) => {
				const found = foundBy([{ ...bare, phrases, synonyms: phrases, not_for: phrases }]);
				const all = found ? [...found.phrases, ...found.synonyms, ...found.notFor] : [];
				return all.length <= 130 && all.every((one) => one.length <= 120 && one.isWellFormed() && !/\p{Cc}/u.test(one));
			}),
		);
	});
});

describe('the answer of the Coder', () => {
	it.each([[undefined], [null], ['one text'], [{ en: ['x'] }], [[1, 2]]])(
		'is taken with phrases of another form: %j',
		(phrases) => {
			const parsed = codeDraftSchema.safeParse({ ...bare, phrases, synonyms: ['ok'] });
			expect(parsed.data).toMatchObject({ code: 'x', synonyms: ['ok'] });
			expect(parsed.data?.phrases).toBeUndefined();
		},
	);

	it('is asked for by a schema that strict servers take, with lists that may be left out', () => {
		const { schema, strict } = toAnswerSchema(codeDraftSchema);
		expect(strict).toBe(true);
		const list = { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] };
		expect(schema['properties']).toMatchObject({ phrases: list, synonyms: list, not_for: list });
	});
});
