import type { InputBlock, ModalView, StaticSelect } from '@slack/types';
import { z } from 'zod';
import type { AnswerShape, Question } from '../../../chat/question.ts';
import {
	fieldsOf,
	isRequired,
	onlyField,
	type QuestionField,
	type ReadAnswer,
	readAnswer,
} from '../../question-fields.ts';
import { cutMrkdwn, labelOf } from './cut-text.ts';
import { toMrkdwn } from './markdown/mrkdwn.ts';
import { section } from './rendered-message.ts';

/** The name, in each block, under which a person's words come back. */
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

function inputBlock(field: QuestionField): InputBlock {
	return {
		type: 'input',
		block_id: field.name,
		optional: !isRequired(field),
		label: { type: 'plain_text', text: labelOf(field.label, 150) },
		element: elementOf(field),
	};
}

function elementOf(field: QuestionField): InputBlock['element'] {
	switch (field.kind) {
		case 'text':
			return { type: 'plain_text_input', action_id: entryId, multiline: field.name === onlyField };
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

const entrySchema = z.object({
	value: z.string().nullish(),
	selected_option: z.object({ value: z.string() }).nullish(),
});

type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads the values of a form that was sent, as Slack has them by block and action. Pure. */
export function readModal(answer: AnswerShape, values: Values): ReadAnswer {
	return readAnswer(answer, (field) => typed(values[field]));
}

function typed(block: Values[string] | undefined): string {
	const entry = entrySchema.safeParse(block?.[entryId]).data;
	return entry?.value ?? entry?.selected_option?.value ?? '';
}
