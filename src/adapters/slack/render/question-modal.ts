import type { InputBlock, ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import type { AnswerShape, Question } from '../../../store/question.ts';
import { escaped, shortened } from './mrkdwn.ts';
import { neutralise } from './neutralise.ts';

type Field = Extract<AnswerShape, { kind: 'form' }>['fields'][number];

const freeText: Field = { name: 'answer', label: 'Answer', kind: 'text', required: true };

/** The form that answers a question. `privateMetadata` comes back with it. Pure. */
export function questionModal({ text, answer }: Question, privateMetadata: string): ModalView {
	const words = shortened(neutralise(escaped(text)), 2900);
	const section: SectionBlock = { type: 'section', text: { type: 'mrkdwn', text: words } };
	return {
		type: 'modal',
		callback_id: 'answer',
		private_metadata: privateMetadata,
		title: { type: 'plain_text', text: 'Answer' },
		submit: { type: 'plain_text', text: 'Send' },
		close: { type: 'plain_text', text: 'Cancel' },
		blocks: [section, ...fieldsOf(answer).map(inputBlock)],
	};
}

function fieldsOf(answer: AnswerShape): readonly Field[] {
	return answer.kind === 'form' ? answer.fields : [freeText];
}

function inputBlock(field: Field): InputBlock {
	return {
		type: 'input',
		block_id: field.name,
		optional: !field.required,
		label: { type: 'plain_text', text: shortened(neutralise(field.label), 150) },
		element: elementOf(field),
	};
}

function elementOf({ kind, name }: Field): InputBlock['element'] {
	switch (kind) {
		case 'text':
			return { type: 'plain_text_input', action_id: 'value', multiline: name === freeText.name };
		case 'number':
			return { type: 'number_input', action_id: 'value', is_decimal_allowed: true };
		case 'boolean':
			return { type: 'static_select', action_id: 'value', options: [option('Yes', 'true'), option('No', 'false')] };
	}
}

function option(label: string, value: string) {
	return { text: { type: 'plain_text' as const, text: label }, value };
}

/** An answer that was written into the form, or what is wrong with which field. */
export type ReadAnswer =
	| { readonly value: string | Readonly<Record<string, string | number | boolean | null>> }
	| { readonly errors: Readonly<Record<string, string>> };

const entrySchema = z.object({
	value: z.string().nullish(),
	selected_option: z.object({ value: z.string() }).nullish(),
});

type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads the values of a form that was sent, as Slack has them by block and action. Pure. */
export function readAnswer(answer: AnswerShape, values: Values): ReadAnswer {
	const fields = fieldsOf(answer).map((field) => ({ field, read: readField(field, values) }));
	const wrong = fields.flatMap(({ field, read }) => ('error' in read ? [[field.name, read.error] as const] : []));
	if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
	const given = Object.fromEntries(fields.map(({ field, read }) => [field.name, 'error' in read ? null : read.value]));
	return { value: answer.kind === 'form' ? given : String(given[freeText.name] ?? '') };
}

type ReadField = { readonly value: string | number | boolean | null } | { readonly error: string };

function readField(field: Field, values: Values): ReadField {
	const entry = entrySchema.safeParse(values[field.name]?.['value']).data;
	const text = (entry?.value ?? entry?.selected_option?.value ?? '').trim();
	if (text === '') return field.required ? { error: 'This one is needed' } : { value: null };
	if (field.kind === 'boolean') return { value: text === 'true' };
	if (field.kind === 'text') return { value: text };
	const number = Number(text);
	return Number.isFinite(number) ? { value: number } : { error: 'This must be a number' };
}
