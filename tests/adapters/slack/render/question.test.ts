import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLongTexts } from '../../../../src/adapters/markdown/parse-markdown.ts';
import { closedQuestion, questionMessage } from '../../../../src/adapters/slack/render/question.ts';
import { questionModal, readModal } from '../../../../src/adapters/slack/render/question-modal.ts';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import { checked, checkedView, pingsOf } from './checked.ts';
import { hostileText } from './hostile-text.ts';

readLongTexts();

function question(fields: Partial<Question>): Question {
	return {
		...{
			id: 'slack-s/q1',
			session: 'slack-s',
			turn: 't1',
			...askedByCall('c1'),
			text: 'Which region?',
			whoMayAnswer: [],
		},
		...{ answer: { kind: 'text' }, until: '2026-11-28T12:30:00.000Z', state: 'open' },
		...fields,
	};
}

const form = {
	kind: 'form',
	fields: [
		{ name: 'city', label: 'City', kind: 'text', required: true },
		{ name: 'count', label: 'How many', kind: 'number', required: false },
		{ name: 'fast', label: 'Fast?', kind: 'boolean', required: true },
	],
} as const satisfies Question['answer'];

const words = hostileText.map((text) => text || '?');
const field = fc.record({
	name: fc.string({ minLength: 1, maxLength: 40 }),
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
const anyQuestion = fc.record({ text: words, answer }).map(question);

function buttonsOf(blocks: readonly object[]): unknown[][] {
	const rows = blocks as {
		readonly type: string;
		readonly elements?: { readonly text: { readonly text: string } }[];
	}[];
	return rows.flatMap(({ type, elements = [] }) => (type === 'actions' ? [elements.map((one) => one.text.text)] : []));
}

describe('questionMessage()', () => {
	it('is taken by Slack, and pings nobody, whatever is asked', () => {
		fc.assert(
			fc.property(anyQuestion, words, (asked, why) => {
				const messages = [questionMessage(asked), closedQuestion(asked, why)].map(checked);
				expect(messages.flatMap(pingsOf)).toEqual([]);
			}),
		);
	});

	it('has a button for each choice, five a row', () => {
		const choices = ['a', 'b', 'c', 'd', 'e', 'f'];
		const { blocks, text } = checked(questionMessage(question({ answer: { kind: 'choices', choices } })));
		expect(buttonsOf(blocks)).toEqual([['a', 'b', 'c', 'd', 'e'], ['f']]);
		expect(JSON.stringify(blocks)).toContain('"action_id":"answer-choice-5"');
		expect(JSON.stringify(blocks)).toContain('"value":"slack-s/q1"');
		expect(text).toBe('Which region?');
	});

	it('numbers choices that are too long for a button', () => {
		const choices = ['north', `south ${'and more '.repeat(20)}`];
		const { blocks, text } = checked(questionMessage(question({ answer: { kind: 'choices', choices } })));
		expect(buttonsOf(blocks)).toEqual([['1', '2']]);
		expect(text).toContain('1. north\n2. south and more');
	});

	it('has one button that opens the form for anything else', () => {
		expect(buttonsOf(questionMessage(question({})).blocks)).toEqual([['Answer …']]);
		expect(buttonsOf(questionMessage(question({ answer: form })).blocks)).toEqual([['Answer …']]);
	});

	it('names, and so pings, those who may answer, and says until when', () => {
		const message = checked(questionMessage(question({ whoMayAnswer: ['slack:T1/U2', 'local'] })));
		expect(pingsOf(message)).toEqual(['U2']);
		expect(JSON.stringify(message.blocks)).toContain(
			'For <@U2>. Or write the answer into this thread. Open until <!date^1795869000^{date_short_pretty} at {time}|2026-11-28 12:30 UTC>',
		);
	});

	it.each([
		['words', true],
		[undefined, false],
	] as const)('says that other words than its choices are an answer where they are: %s', (besides, isSaid) => {
		const answer = { kind: 'choices' as const, choices: ['a', 'b'], ...(besides && { besides }) };
		const { blocks } = checked(questionMessage(question({ answer })));
		expect(JSON.stringify(blocks).includes('Or write the answer into this thread.')).toBe(isSaid);
	});

	it('is there where its text is nothing that can be seen', () => {
		for (const text of ['\u0000', ' ', '\n']) checked(questionMessage(question({ text })));
	});

	it('cuts a question that is too long for a message', () => {
		checked(questionMessage(question({ text: 'why? '.repeat(5000) })));
	});
});

describe('closedQuestion()', () => {
	it('has no buttons, and says what became of it', () => {
		const { blocks, text } = checked(closedQuestion(question({}), 'Ada answered: north'));
		expect(blocks.map(({ type }) => type)).toEqual(['markdown', 'section']);
		expect(text).toBe('Which region?\n\nAda answered: north');
	});
});

describe('questionModal()', () => {
	it('is taken by Slack, whatever is asked', () => {
		fc.assert(
			fc.property(anyQuestion, (asked) => {
				checkedView(questionModal(asked, 'metadata'));
			}),
		);
	});

	it('has an input for each field', () => {
		const { blocks, private_metadata } = checkedView(questionModal(question({ answer: form }), 'metadata'));
		expect(private_metadata).toBe('metadata');
		expect(blocks.slice(1)).toMatchObject([
			{ block_id: 'city', optional: false, element: { type: 'plain_text_input' } },
			{ block_id: 'count', optional: true, element: { type: 'number_input' } },
			{ block_id: 'fast', optional: false, element: { type: 'static_select' } },
		]);
	});
});

describe('readModal()', () => {
	const yes = { value: { selected_option: { value: 'true' } } };

	it('reads free text, trimmed', () => {
		expect(readModal({ kind: 'text' }, { answer: { value: { value: ' north ' } } })).toEqual({ value: 'north' });
	});

	it('reads a choice', () => {
		const chosen = { answer: { value: { selected_option: { value: '1' } } } };
		expect(readModal({ kind: 'choices', choices: ['a', 'b'] }, chosen)).toEqual({ value: 'b' });
	});

	it('reads a form: numbers as numbers, yes and no as true and false, nothing as null', () => {
		const city = { value: { value: 'Ulm' } };
		const count = { value: { value: '1.5' } };
		expect(readModal(form, { city, count, fast: yes })).toEqual({ value: { city: 'Ulm', count: 1.5, fast: true } });
		expect(readModal(form, { city, count: { value: { value: null } }, fast: yes })).toEqual({
			value: { city: 'Ulm', count: null, fast: true },
		});
	});

	it('names the blocks that miss something or hold no number', () => {
		const values = { city: { value: { value: ' ' } }, count: { value: { value: 'many' } } };
		expect(readModal(form, values)).toEqual({
			errors: { city: 'This one is needed', count: 'This must be a number', fast: 'This one is needed' },
		});
	});

	it('keeps a field that is called like a member of every object', () => {
		const odd = { kind: 'form', fields: [{ name: '__proto__', label: 'x', kind: 'text', required: false }] } as const;
		expect(Object.keys(Object(readModal({ ...odd, fields: [...odd.fields] }, {})).value)).toEqual(['__proto__']);
	});
});
