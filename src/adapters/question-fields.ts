import type { AnswerShape } from '../chat/question.ts';

type FormField = Extract<AnswerShape, { kind: 'form' }>['fields'][number];
export type FieldValue = string | number | boolean | null;

/** A field of ours: a form's, or the only one of another question. */
export type QuestionField =
	| FormField
	| { readonly name: string; readonly label: string; readonly kind: 'choice'; readonly choices: readonly string[] };

/** The name of the only field of a question that is no form. */
export const onlyField = 'answer';

/** The fields of a form that answers such a question. Pure. */
export function fieldsOf(answer: AnswerShape): readonly QuestionField[] {
	switch (answer.kind) {
		case 'form':
			return answer.fields;
		case 'text':
			return [{ name: onlyField, label: 'Answer', kind: 'text', required: true }];
		case 'choices':
			return [{ name: onlyField, label: 'Answer', kind: 'choice', choices: answer.choices }];
	}
}

/** Whether words that somebody writes into the thread are an answer. Pure. */
export function takesWords(answer: AnswerShape): boolean {
	return answer.kind === 'text' || (answer.kind === 'choices' && answer.besides === 'words');
}

/** Whether it must be filled in. Pure. */
export function isRequired(field: QuestionField): boolean {
	return field.kind === 'choice' || field.required;
}

/** The values that were written into a form, or an error for each field that is wrong. */
export type ReadAnswer =
	| { readonly value: FieldValue | { [name: string]: FieldValue } }
	| { readonly errors: Readonly<Record<string, string>> };

/** Reads a form that was sent; `typed` answers what stands in a field: text, `true` or `false`, or the number of a choice. Pure. */
export function readAnswer(answer: AnswerShape, typed: (field: string) => string): ReadAnswer {
	const read = fieldsOf(answer).map((field) => ({ name: field.name, ...readField(field, typed(field.name).trim()) }));
	const wrong = read.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error] as const]));
	if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
	const given = new Map(read.map(({ name, value = null }) => [name, value]));
	return { value: answer.kind === 'form' ? Object.fromEntries(given) : (given.get(onlyField) ?? null) };
}

interface ReadField {
	readonly value?: FieldValue;
	readonly error?: string;
}

function readField(field: QuestionField, text: string): ReadField {
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
