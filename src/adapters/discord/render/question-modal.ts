import {
	type APIComponentInLabel,
	type APILabelComponent,
	type APIModalInteractionResponseCallbackData,
	type APIStringSelectComponent,
	type APITextDisplayComponent,
	ComponentType,
	TextInputStyle,
} from 'discord-api-types/v10';
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
import { questionDigest, writeCustomId } from '../custom-ids.ts';
import { toDiscordMarkdown } from './markdown/discord-markdown.ts';
import { labelOf } from './markdown/escape.ts';
import { beginningOf } from './text-message.ts';

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal */
const longestTitle = 45;
const longestLabel = 45;
const longestDescription = 100;
const longestOption = 100;
const mostComponents = 5;
const longestInput = 4000;

/** The form that answers a question. Pure. */
export function questionModal({ id, text, answer }: Question): APIModalInteractionResponseCallbackData {
	const fields = fieldsOf(answer).map(labelled);
	const title = labelOf(text, longestTitle);
	const isWhole = title === text.trim() || fields.length >= mostComponents;
	return {
		custom_id: writeCustomId({ does: 'form', question: questionDigest(id) }),
		title,
		components: isWhole ? fields : [wholeQuestion(text), ...fields],
	};
}

function wholeQuestion(text: string): APITextDisplayComponent {
	return { type: ComponentType.TextDisplay, content: beginningOf(toDiscordMarkdown(text), longestInput) || '…' };
}

/** Names of fields are of any length; their numbers are not. */
function fieldId(at: number): string {
	return `field ${at}`;
}

function labelled(field: QuestionField, at: number): APILabelComponent {
	const label = labelOf(field.label, longestLabel);
	const whole = labelOf(field.label, longestLabel + longestDescription - 2);
	const rest = label === whole ? undefined : `… ${whole.slice(label.length - 1)}`;
	const component = inputFor(field, fieldId(at));
	return {
		type: ComponentType.Label,
		label,
		...(rest !== undefined && { description: labelOf(rest, longestDescription) }),
		component,
	};
}

function inputFor(field: QuestionField, custom_id: string): APIComponentInLabel {
	const required = isRequired(field);
	switch (field.kind) {
		case 'text':
		case 'number': {
			const style = field.name === onlyField && field.kind === 'text' ? TextInputStyle.Paragraph : TextInputStyle.Short;
			return { type: ComponentType.TextInput, custom_id, style, required, max_length: longestInput };
		}
		case 'boolean':
			return select({ custom_id, required }, [option('Yes', 'true'), option('No', 'false')]);
		case 'choice':
			return select(
				{ custom_id, required },
				field.choices.map((choice, at) => option(choice, String(at))),
			);
	}
}

function select(
	base: Pick<APIStringSelectComponent, 'custom_id' | 'required'>,
	options: APIStringSelectComponent['options'],
): APIStringSelectComponent {
	return { type: ComponentType.StringSelect, ...base, ...(base.required ? {} : { min_values: 0 }), options };
}

function option(label: string, value: string) {
	return { label: labelOf(label, longestOption), value };
}

/** The input in a label: text, or the chosen values. discord.js writes the id in its own way. */
const inputSchema = z.object({
	custom_id: z.string().optional(),
	customId: z.string().optional(),
	value: z.string().nullish(),
	values: z.array(z.string()).readonly().nullish(),
});
const labelSchema = z.object({ component: inputSchema });

/** Reads the components of a form that was sent, as Discord or discord.js have them. Pure. */
export function readModal(answer: AnswerShape, components: readonly unknown[]): ReadAnswer {
	const inputs = components.flatMap((one) => labelSchema.safeParse(one).data?.component ?? []);
	const typed = fieldsOf(answer).map(({ name }, at) => {
		const input = inputs.find((one) => (one.custom_id ?? one.customId) === fieldId(at));
		return [name, input?.value ?? input?.values?.[0] ?? ''] as const;
	});
	const byName = new Map(typed);
	return readAnswer(answer, (name) => byName.get(name) ?? '');
}
