import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { checkIds, walk } from './check-components.ts';
import { base, customId, peopleSelects, stringSelect, textDisplay } from './component-parts.ts';
import { flag, int, list, noTwice, refuse, text } from './fields.ts';

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal */
const input = {
	...base,
	type: z.literal(ComponentType.TextInput),
	custom_id: customId,
	style: int(1, 2),
	min_length: int(0, 4000).optional(),
	max_length: int(1, 4000).optional(),
	required: flag.optional(),
	value: text(0, 4000).optional(),
	placeholder: text(0, 100).optional(),
};

const rowInput = checkLengths(z.strictObject({ ...input, label: text(1, 45) }));
const textInput = checkLengths(z.strictObject(input));

function checkLengths<
	T extends z.ZodType<{ min_length?: number | undefined; max_length?: number | undefined; value?: string | undefined }>,
>(schema: T): T {
	return schema.superRefine(({ min_length = 0, max_length = 4000, value }, context) => {
		if (min_length > max_length) {
			refuse(context, 'TEXT_INPUT_COMPONENT_LENGTH_INVALID', 'Minimum exceeds maximum length', ['min_length']);
		}
		if (value !== undefined && value !== '' && (value.length < min_length || value.length > max_length)) {
			const message = `Must be between ${min_length} and ${max_length} in length.`;
			refuse(context, 'BASE_TYPE_BAD_LENGTH', message, ['value']);
		}
	}) as T;
}

const counts = { min_values: int(0, 10).optional(), max_values: int(1, 10).optional(), required: flag.optional() };

const fileUpload = z.strictObject({
	...base,
	type: z.literal(ComponentType.FileUpload),
	custom_id: customId,
	...counts,
	file_types: list(z.string(), 0, 10).optional(),
});

const choice = z.strictObject({
	value: text(1, 100),
	label: text(1, 100),
	description: text(0, 100).optional(),
	default: flag.optional(),
});

const radio = z.strictObject({
	...base,
	type: z.literal(ComponentType.RadioGroup),
	custom_id: customId,
	options: list(choice, 2, 10),
	required: flag.optional(),
});

const checkboxes = z.strictObject({
	...base,
	type: z.literal(ComponentType.CheckboxGroup),
	custom_id: customId,
	options: list(choice, 1, 10),
	...counts,
});

const checkbox = z.strictObject({
	...base,
	type: z.literal(ComponentType.Checkbox),
	custom_id: customId,
	default: flag.optional(),
});

const inLabel = z.discriminatedUnion('type', [
	textInput,
	stringSelect,
	...peopleSelects,
	fileUpload,
	radio,
	checkboxes,
	checkbox,
]);

const label = z
	.strictObject({
		...base,
		type: z.literal(ComponentType.Label),
		label: text(1, 45),
		description: text(1, 100).optional(),
		component: inLabel,
	})
	.superRefine(({ component }, context) => {
		const options = 'options' in component ? component.options : [];
		noTwice(
			options,
			({ value }) => value,
			(index) => {
				const message = 'The specified option value is already used';
				const path = ['component', 'options', index, 'value'];
				refuse(context, 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message, path);
			},
		);
		if ('disabled' in component && component.disabled) {
			refuse(context, 'COMPONENT_DISABLED_IN_MODAL', 'Disabled components are not allowed in modals', ['component']);
		}
	});

const oldRow = z.strictObject({
	...base,
	type: z.literal(ComponentType.ActionRow),
	components: list(z.discriminatedUnion('type', [rowInput]), 1, 1),
});

/** A form, as a first response opens it. */
export const modal = z
	.strictObject({
		custom_id: customId,
		title: text(1, 45),
		components: list(z.discriminatedUnion('type', [label, oldRow, textDisplay]), 1, 5),
	})
	.superRefine(({ components }, context) => {
		for (const { code, message, path } of checkIds(walk(components))) refuse(context, code, message, [...path]);
	});
