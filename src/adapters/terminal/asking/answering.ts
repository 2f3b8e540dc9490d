import type { AnswerShape, Question } from '../../../chat/question.ts';
import { cleanLine } from '../render/clean-text.ts';

type Field = Extract<AnswerShape, { kind: 'form' }>['fields'][number];
type FieldValue = string | number | boolean | null;
export type AnswerValue = FieldValue | { [name: string]: FieldValue };

/** The effect of a typed line on the question. */
export type AnswerStep =
	| { readonly kind: 'answered'; readonly value: AnswerValue }
	/** The form goes on with its next field. */
	| { readonly kind: 'next' }
	/** The line was no answer; `hint` says what would be. */
	| { readonly kind: 'again'; readonly hint: string }
	| { readonly kind: 'left-open' };

/** The way from a question to its answer, line by line. */
export interface Answering {
	readonly question: Question;
	/** Says in a few words what the next line is asked for. */
	label(): string;
	take(line: string): AnswerStep;
}

export function startAnswering(question: Question): Answering {
	const shape = question.answer;
	if (shape.kind === 'choices') return answerChoices(question, shape);
	if (shape.kind === 'form') return answerForm(question, shape.fields);
	return {
		question,
		label: () => 'your answer',
		take: (line) => (line.trim() === '' ? { kind: 'left-open' } : { kind: 'answered', value: line.trim() }),
	};
}

function answerChoices(question: Question, { choices, besides }: Extract<AnswerShape, { kind: 'choices' }>): Answering {
	const words = besides === 'words';
	return {
		question,
		label: () => `1-${choices.length}${words ? ', or in words' : ''}`,
		take(line) {
			if (line.trim() === '') return { kind: 'left-open' };
			const choice = chosen(line.trim(), choices);
			if (choice !== undefined) return { kind: 'answered', value: choice };
			if (words && !/^\d+$/.test(line.trim())) return { kind: 'answered', value: line.trim() };
			return { kind: 'again', hint: `Type a number from 1 to ${choices.length}, or Escape to leave the question open` };
		},
	};
}

/** By its words, by its number, or by a beginning that only one choice has. */
function chosen(line: string, choices: readonly string[]): string | undefined {
	const wanted = line.toLowerCase().replace(/[.!]+$/, '');
	const same = choices.find((choice) => [wanted, line.toLowerCase()].includes(choice.toLowerCase()));
	if (same !== undefined) return same;
	if (/^\d+$/.test(wanted)) return choices[Number(wanted) - 1];
	if (wanted === '') return undefined;
	const begun = choices.filter((choice) => choice.toLowerCase().startsWith(wanted));
	return begun.length === 1 ? begun[0] : undefined;
}

function answerForm(question: Question, fields: readonly Field[]): Answering {
	const values: { [name: string]: FieldValue } = {};
	let at = 0;
	return {
		question,
		label: () => fieldLabel(fields[at]),
		take(line) {
			const field = fields[at];
			if (field === undefined) return { kind: 'left-open' };
			if (line.trim() === '' && field.required && at === 0) return { kind: 'left-open' };
			const value = fieldValue(field, line.trim());
			if (value === undefined) return { kind: 'again', hint: fieldHint(field) };
			values[field.name] = value;
			at += 1;
			return at === fields.length ? { kind: 'answered', value: values } : { kind: 'next' };
		},
	};
}

const kindWords = { text: undefined, number: 'number', boolean: 'yes or no' } as const;

function fieldLabel(field: Field | undefined): string {
	if (field === undefined) return '';
	const notes = [kindWords[field.kind], field.required ? undefined : 'optional'].filter((note) => note !== undefined);
	return `${cleanLine(field.label)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

function fieldHint({ kind }: Field): string {
	const wanted = { text: 'Type a few words', number: 'Type a number', boolean: 'Type yes or no' }[kind];
	return `${wanted}, or Escape to leave the question open`;
}

/** Null for an optional field left empty, undefined for what does not fit. */
function fieldValue({ kind, required }: Field, line: string): FieldValue | undefined {
	if (line === '') return required ? undefined : null;
	if (kind === 'text') return line;
	if (kind === 'number') return Number.isFinite(Number(line)) ? Number(line) : undefined;
	if (/^(?:y|yes|true)$/i.test(line)) return true;
	return /^(?:n|no|false)$/i.test(line) ? false : undefined;
}
