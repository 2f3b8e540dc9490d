import { ButtonStyle, ChannelType, ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { z } from 'zod';
import { flag, int, link, list, mediaUrl, noTwice, refuse, snowflake, text } from './fields.ts';

/** https://docs.discord.com/developers/components/reference */
export const base = { id: int(0, 0x7fffffff).optional() };

export const customId = text(1, 100);

export const emoji = z
	.strictObject({ id: snowflake.nullish(), name: z.string().nullish(), animated: flag.optional() })
	.superRefine(({ id, name }, context) => {
		if (!id && !/\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\u20e3/u.test(name ?? '')) {
			refuse(context, 'COMPONENT_INVALID_EMOJI', 'Invalid emoji', ['name']);
		}
	});

export const button = z
	.strictObject({
		...base,
		type: z.literal(ComponentType.Button),
		style: int(1, 6),
		label: text(0, 80).optional(),
		emoji: emoji.optional(),
		custom_id: customId.optional(),
		url: link(512).optional(),
		sku_id: snowflake.optional(),
		disabled: flag.optional(),
	})
	.superRefine((value, context) => {
		const needed = neededBy(value.style);
		const others = (['custom_id', 'url', 'sku_id'] as const).filter(
			(key) => key !== needed && value[key] !== undefined,
		);
		if (value[needed] === undefined) refuse(context, 'BASE_TYPE_REQUIRED', 'This field is required', [needed]);
		if (others.length > 0) {
			const message = 'A custom id and url cannot both be specified';
			refuse(context, 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message);
		}
		if (needed !== 'sku_id' && !value.label && !value.emoji) {
			refuse(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['label']);
		}
	});

function neededBy(style: number): 'custom_id' | 'url' | 'sku_id' {
	if (style === ButtonStyle.Link) return 'url';
	return style === ButtonStyle.Premium ? 'sku_id' : 'custom_id';
}

/** `required` is of forms only. */
const select = {
	...base,
	custom_id: customId,
	placeholder: text(0, 150).optional(),
	min_values: int(0, 25).optional(),
	max_values: int(1, 25).optional(),
	disabled: flag.optional(),
	required: flag.optional(),
};

const option = z.strictObject({
	label: text(1, 100),
	value: text(1, 100),
	description: text(0, 100).optional(),
	emoji: emoji.optional(),
	default: flag.optional(),
});

export const stringSelect = z
	.strictObject({ ...select, type: z.literal(ComponentType.StringSelect), options: list(option, 1, 25) })
	.superRefine(({ options, min_values = 1, max_values = 1 }, context) => {
		noTwice(
			options,
			({ value }) => value,
			(index) => {
				const message = 'The specified option value is already used';
				refuse(context, 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message, ['options', index, 'value']);
			},
		);
		const chosen = options.filter(({ default: is }) => is).length;
		if (chosen > max_values) {
			refuse(context, 'SELECT_COMPONENT_TOO_MANY_DEFAULT', 'Too many default values', ['options']);
		}
		if (max_values > options.length || min_values > max_values) {
			const message = `Value must be between ${min_values} and ${options.length}.`;
			refuse(context, 'SELECT_COMPONENT_MAX_VALUES_INVALID', message, ['max_values']);
		}
	});

const defaults = z.array(z.strictObject({ id: snowflake, type: z.enum(SelectMenuDefaultValueType) })).optional();

export const peopleSelects = [
	z.strictObject({ ...select, type: z.literal(ComponentType.UserSelect), default_values: defaults }),
	z.strictObject({ ...select, type: z.literal(ComponentType.RoleSelect), default_values: defaults }),
	z.strictObject({ ...select, type: z.literal(ComponentType.MentionableSelect), default_values: defaults }),
	z.strictObject({
		...select,
		type: z.literal(ComponentType.ChannelSelect),
		default_values: defaults,
		channel_types: z.array(z.enum(ChannelType)).optional(),
	}),
] as const;

export const media = z.strictObject({
	url: mediaUrl,
	...{ proxy_url: z.string().optional(), attachment_id: snowflake.optional(), content_type: z.string().nullish() },
	...{ width: z.int().nullish(), height: z.int().nullish(), flags: z.int().optional() },
	...{ placeholder: z.string().nullish(), placeholder_version: z.int().nullish(), loading_state: z.int().optional() },
});

export const textDisplay = z.strictObject({
	...base,
	type: z.literal(ComponentType.TextDisplay),
	content: text(1, 4000),
});
