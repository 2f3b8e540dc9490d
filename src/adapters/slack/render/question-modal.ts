import type { InputBlock, ModalView, StaticSelect } from '@slack/types';
import { z } from 'zod';
import type { AnswerShape, Question } from '../../../store/question.ts';
import { cutMrkdwn, labelOf } from './cut-text.ts';
import { toMrkdwn } from './mrkdwn.ts';
import { section } from './rendered-message.ts';

type FormField = Extract<AnswerShape, { kind: 'form' }>['fields'][number];
type FieldValue = string | number | boolean | null;

/** A field of ours: a form's, or the only one of another question. */
type Field =
	| FormField
	| { readonly name: string; readonly label: string; readonly kind: 'choice'; readonly choices: readonly string[] };

/** The name of the only field of a question that is no form. */
const only = 'answer';
/** What a person has typed stands under this name in each block. */
const entryId = 'value';

/** The form that answers a question. `privateMetadata` comes back with it. Pure. */
export function questionModal({ text, answer }: Question, privateMetadata: string): ModalView {
	return {
		type: 'modal',
		callback_id: 'answer',
		private_metadata: privateMetadata,
		title: { type: 'plain_text', text: 'Answer' },
		submit: { type: 'plain_text', text: 'Send' },
		close: { type: 'plain_text', text: 'Cancel' },
		blocks: [section(cutMrkdwn(toMrkdwn(text), 2900) || '…'), ...fieldsOf(answer).map(inputBlock)],
	};
}

function fieldsOf(answer: AnswerShape): readonly Field[] {
	switch (answer.kind) {
		case 'form':
			return answer.fields;
		case 'text':
			return [{ name: only, label: 'Answer', kind: 'text', required: true }];
		case 'choices':
			return [{ name: only, label: 'Answer', kind: 'choice', choices: answer.choices }];
	}
}

function inputBlock(field: Field): InputBlock {
	return {
		type: 'input',
		block_id: field.name,
		optional: !isRequired(field),
		label: { type: 'plain_text', text: labelOf(field.label, 150) },
		element: elementOf(field),
	};
}

function isRequired(field: Field): boolean {
	return field.kind === 'choice' || field.required;
}

function elementOf(field: Field): InputBlock['element'] {
	switch (field.kind) {
		case 'text':
			return { type: 'plain_text_input', action_id: entryId, multiline: field.name === only };
		case 'number':
			return { type: 'number_input', action_id: entryId, is_decimal_allowed: true };
		case 'boolean':
			return select([option('Yes', 'true'), option('No', 'false')]);
		case 'choice':
			return select(field.choices.map((choice, at) => option(choice, String(at))));
	}
}

function select(options: ReturnType<typeof option>[]): StaticSelect {
	return { type: 'static_select', action_id: entryId, options };
}

function option(label: string, value: string) {
	return { text: { type: 'plain_text' as const, text: labelOf(label, 75) }, value };
}

/** What was written into the form, or what is wrong with which of its blocks. */
export type ReadAnswer =
	| { readonly value: FieldValue | { [name: string]: FieldValue } }
	| { readonly errors: Readonly<Record<string, string>> };

const entrySchema = z.object({
	value: z.string().nullish(),
	selected_option: z.object({ value: z.string() }).nullish(),
});

type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads the values of a form that was sent, as Slack has them by block and action. Pure. */
export function readAnswer(answer: AnswerShape, values: Values): ReadAnswer {
	const read = fieldsOf(answer).map((field) => ({ name: field.name, ...readField(field, typed(values[field.name])) }));
	const wrong = read.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error] as const]));
	if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
	const given = new Map(read.map(({ name, value = null }) => [name, value]));
	return { value: answer.kind === 'form' ? Object.fromEntries(given) : (given.get(only) ?? null) };
}

function typed(block: Values[string] | undefined): string {
	const entry = entrySchema.safeParse(block?.[entryId]).data;
	return (entry?.value ?? entry?.selected_option?.value ?? '').trim();
}

interface ReadField {
	readonly value?: FieldValue;
	readonly error?: string;
}

function readField(field: Field, text: string): ReadField {
	if (text === '') return isRequired(field) ? { error: 'This one is needed' } : { value: null };
	switch (field.kind) {
		case 'text':
			return { value: text };
		case 'boolean':
			return { value: text === 'true' };
		case 'number':
			return Number.isFinite(Number(text)) ? { value: Number(text) } : { error: 'This must be a number' };
		case 'choice': {
			const choice = field.choices[Number(text)];
			return choice === undefined ? { error: 'This is none of the choices' } : { value: choice };
		}
	}
}
