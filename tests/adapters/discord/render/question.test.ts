import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionDigest } from '../../../../src/adapters/discord/custom-ids.ts';
import { hasMarker } from '../../../../src/adapters/discord/marker.ts';
import { closedQuestion, questionMessage } from '../../../../src/adapters/discord/render/question.ts';
import { questionModal, readModal } from '../../../../src/adapters/discord/render/question-modal.ts';
import { readLongTexts } from '../../../../src/adapters/markdown/parse-markdown.ts';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import { fenceSoup } from '../../../support/markdown-samples.ts';
import { checked, checkedModal, componentsOf, customIdsOf, seen } from './checked.ts';

readLongTexts();

function question(fields: Partial<Question>): Question {
	return {
		...{
			id: 'discord-s/q1',
			session: 'discord-s',
			turn: 't1',
			...askedByCall('c1'),
			text: 'Which region?',
			whoMayAnswer: [],
		},
		...{ answer: { kind: 'text' }, until: '2026-11-28T12:30:00.000Z', state: 'open' },
		...fields,
	};
}

const digest = questionDigest('discord-s/q1');
const form = {
	kind: 'form',
	fields: [
		{ name: 'city', label: 'City', kind: 'text', required: true },
		{ name: 'count', label: 'How many', kind: 'number', required: false },
		{ name: 'fast', label: 'Fast?', kind: 'boolean', required: true },
	],
} as const satisfies Question['answer'];

const words = fc
	.oneof(fc.string({ minLength: 1 }), fenceSoup, fc.string({ unit: 'binary', maxLength: 3000 }), fc.constant('\u200b'))
	.map((text) => text || '?');
const field = fc.record({
	name: fc.string({ minLength: 1, maxLength: 200 }),
	label: words,
	kind: fc.constantFrom('text', 'number', 'boolean'),
	required: fc.boolean(),
});
const answer: fc.Arbitrary<Question['answer']> = fc.oneof(
	fc.constant({ kind: 'text' as const }),
	fc.array(words, { minLength: 2, maxLength: 10 }).map((choices) => ({ kind: 'choices' as const, choices })),
	fc
		.uniqueArray(field, { minLength: 1, maxLength: 5, selector: ({ name }) => name })
		.map((fields) => ({ kind: 'form' as const, fields })),
);
const whoMayAnswer = fc.array(
	fc.bigInt(10n ** 16n, 10n ** 18n).map((id) => `discord:1/${id}`),
	{ maxLength: 40 },
);
const anyQuestion = fc.record({ text: words, answer, whoMayAnswer }).map(question);

function labelsOf(asked: Question): unknown[] {
	const [row] = checked(questionMessage(asked, 'k')).components ?? [];
	return componentsOf({ kind: 'text', markdown: '', components: row ? [row] : [] }).flatMap(({ label }) => label ?? []);
}

describe('questionMessage()', () => {
	it('is taken by Discord, and says what it shows, whatever is asked', () => {
		fc.assert(
			fc.property(anyQuestion, words, (asked, why) => {
				expect(hasMarker(checked(questionMessage(asked, 'k')).markdown, 'k')).toBe(true);
				const closed = checked(closedQuestion(asked, why, 'l'));
				expect(hasMarker(closed.markdown, 'l')).toBe(true);
				expect(customIdsOf(closed)).toEqual([]);
			}),
		);
	});

	it('has a button for each of up to five choices', () => {
		const choices = ['a', 'b', 'c', 'd', 'e'];
		const asked = question({ answer: { kind: 'choices', choices } });
		expect(labelsOf(asked)).toEqual(choices);
		expect(customIdsOf(questionMessage(asked, 'k'))).toEqual(choices.map((_, at) => `choose ${digest} ${at}`));
	});

	it.each([
		['more than five', ['a', 'b', 'c', 'd', 'e', 'f']],
		['long ones', ['north', `south ${'and more '.repeat(20)}`]],
	])('numbers choices and puts them into a select: %s', (_, choices) => {
		const message = checked(questionMessage(question({ answer: { kind: 'choices', choices } }), 'k'));
		expect(customIdsOf(message)).toEqual([`select ${digest}`]);
		expect(seen(message.markdown)).toContain(`Which region?\n1. ${choices[0]}\n2. ${choices[1]?.slice(0, 80)}`);
		expect(JSON.stringify(message.components)).toContain(`{"label":"1. ${choices[0]}","value":"0"}`);
	});

	it('has one button that opens the form for anything else', () => {
		expect(labelsOf(question({}))).toEqual(['Answer …']);
		expect(labelsOf(question({ answer: form }))).toEqual(['Answer …']);
		expect(customIdsOf(questionMessage(question({ answer: form }), 'k'))).toEqual([`open-form ${digest}`]);
	});

	it('says whom it is for, and until when in their own time', () => {
		const asked = question({ whoMayAnswer: ['discord:1/22', 'slack:T1/U2'] });
		expect(seen(questionMessage(asked, 'k').markdown)).toBe(
			'Which region?\n-# For <@22>. Press Answer, or write it into this thread. Open until <t:1795869000:f>',
		);
	});

	it.each([
		['words', true],
		[undefined, false],
	] as const)('says that other words than its choices are an answer where they are: %s', (besides, isSaid) => {
		const answer = { kind: 'choices' as const, choices: ['a', 'b'], ...(besides && { besides }) };
		const { markdown } = checked(questionMessage(question({ answer }), 'k'));
		expect(markdown.includes('Choose one, or write it into this thread.')).toBe(isSaid);
	});

	it('leaves the whole closing below a question of any length', () => {
		const { markdown } = checked(questionMessage(question({ text: 'word '.repeat(900) }), 'k'));
		expect(seen(markdown)).toMatch(/word\n\n…\n-# Press Answer, or write it into this thread\. Open until <t:\d+:f>$/);
	});
});

describe('closedQuestion()', () => {
	it('has no buttons any more, and says what became of it', () => {
		const closed = closedQuestion(question({}), 'Ada_ answered: *north*', 'k');
		expect(closed.components).toEqual([]);
		expect(seen(closed.markdown)).toBe('Which region?\n☑ Ada\\_ answered: \\*north\\*');
	});
});

describe('questionModal()', () => {
	it('is taken by Discord, whatever is asked', () => {
		fc.assert(fc.property(anyQuestion, (asked) => void checkedModal(questionModal(asked))));
	});

	it('has a label for each field, and the whole question where its title has no room for it', () => {
		const short = questionModal(question({ answer: form }));
		expect(short).toMatchObject({ custom_id: `form ${digest}`, title: 'Which region?' });
		expect(short.components).toMatchObject([
			{ type: 18, label: 'City', component: { type: 4, style: 1, required: true } },
			{ type: 18, label: 'How many', component: { type: 4, style: 1, required: false } },
			{
				type: 18,
				label: 'Fast?',
				component: { type: 3, required: true, options: [{ value: 'true' }, { value: 'false' }] },
			},
		]);
		const long = questionModal(question({ text: 'Which **of all** the regions of the world is it to be?' }));
		expect(long.title).toHaveLength(45);
		expect(long.components).toMatchObject([
			{ type: 10, content: 'Which **of all** the regions of the world is it to be?' },
			{ label: 'Answer', component: { style: 2 } },
		]);
	});

	it('puts what a label has no room for into its description', () => {
		const label = `Where ${'exactly '.repeat(10)}is it?`;
		const fields = [{ name: 'a', label, kind: 'text', required: true }] as const;
		const [first] = questionModal(question({ answer: { kind: 'form', fields: [...fields] } })).components;
		expect(first).toMatchObject({ label: `${label.slice(0, 44)}…`, description: `… ${label.slice(44)}` });
	});
});

describe('readModal()', () => {
	const sent = (...given: { readonly value?: string; readonly values?: string[] }[]) =>
		given.map((one, at) => ({ type: 18, id: at, component: { type: 4, custom_id: `field ${at}`, ...one } }));

	it('reads what was typed and chosen, past what is only shown', () => {
		const components = [{ type: 10, id: 1 }, ...sent({ value: ' Rome ' }, { value: '' }, { values: ['false'] })];
		expect(readModal(form, components)).toEqual({ value: { city: 'Rome', count: null, fast: false } });
		expect(readModal({ kind: 'text' }, sent({ value: 'x' }))).toEqual({ value: 'x' });
		const choices = { kind: 'choices', choices: ['a', 'b'] } as const;
		expect(readModal({ ...choices, choices: [...choices.choices] }, sent({ values: ['1'] }))).toEqual({ value: 'b' });
	});

	it('reads it as discord.js hands it over', () => {
		const components = [{ type: 18, id: 1, component: { type: 4, id: 2, customId: 'field 0', value: 'x' } }];
		expect(readModal({ kind: 'text' }, components)).toEqual({ value: 'x' });
	});

	it('says which field is wrong', () => {
		expect(readModal(form, sent({ value: '' }, { value: 'two' }, { values: [] }))).toEqual({
			errors: { city: 'This one is needed', count: 'This must be a number', fast: 'This one is needed' },
		});
		expect(readModal(form, [null, 3, {}])).toMatchObject({ errors: { city: 'This one is needed' } });
	});
});
