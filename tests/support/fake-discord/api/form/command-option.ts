import { ApplicationCommandOptionType, ChannelType } from 'discord-api-types/v10';
import { z } from 'zod';
import { flag, int, list, noTwice, refuse, text } from './fields.ts';

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming */
const nameForm = /^[-_'\p{L}\p{N}\p{Script=Devanagari}\p{Script=Thai}]{1,32}$/u;

export const inputName = z.string().superRefine((value, context) => {
	if (value.length < 1 || value.length > 32) {
		refuse(context, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 32 in length.');
	} else if (!nameForm.test(value) || value !== value.toLowerCase()) {
		refuse(context, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
	}
});

export const localizations = z.record(z.string(), z.string().nullable()).nullish();

const choice = z.strictObject({
	name: text(1, 100),
	name_localizations: localizations,
	value: z.union([z.number(), text(1, 100)]),
});

type Choice = z.output<typeof choice>;

const named = {
	name: inputName,
	name_localizations: localizations,
	description: text(1, 100),
	description_localizations: localizations,
};

const fileType = z.string().regex(/^(audio|image|video|\.[\w.+-]+)$/);

/** A value that somebody fills in. */
const value = z
	.strictObject({
		...named,
		type: int(3, 11),
		required: flag.optional(),
		choices: list(choice, 0, 25).optional(),
		autocomplete: flag.optional(),
		channel_types: z.array(z.enum(ChannelType)).optional(),
		...{ min_value: z.number().optional(), max_value: z.number().optional() },
		...{ min_length: int(0, 6000).optional(), max_length: int(1, 6000).optional() },
		file_types: list(fileType, 0, 10).optional(),
	})
	.superRefine((option, context) => {
		for (const field of misplaced(option.type, option)) {
			refuse(context, 'APPLICATION_COMMAND_OPTION_FIELD_INVALID', 'Not of an option of this type', [field]);
		}
		if (option.autocomplete && option.choices && option.choices.length > 0) {
			const message = 'Choices cannot be present if autocomplete is true';
			refuse(context, 'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE', message, ['choices']);
		}
		checkChoices(option, context);
		checkBounds(option, context);
	});

export type ValueOption = z.output<typeof value>;

const { String: text_, Integer, Number: number, Channel, Attachment } = ApplicationCommandOptionType;

/** Values of the option's own type, names once. */
function checkChoices(
	{ type, choices = [] }: { readonly type: number; readonly choices?: readonly Choice[] | undefined },
	context: z.RefinementCtx,
): void {
	for (const [index, { value: given }] of choices.entries()) {
		if (fits(type, given)) continue;
		refuse(context, 'FAKE_CHOICE_OF_OTHER_TYPE', `Not a value of option type ${type}`, ['choices', index, 'value']);
	}
	noTwice(
		choices,
		({ name }) => name,
		(index) => refuse(context, 'FAKE_CHOICE_TWICE', 'Choice name already exists', ['choices', index, 'name']),
	);
}

function fits(type: number, given: string | number): boolean {
	if (type === text_) return typeof given === 'string';
	return typeof given === 'number' && (type !== Integer || Number.isInteger(given));
}

interface Bounded {
	readonly min_value?: number | undefined;
	readonly max_value?: number | undefined;
	readonly min_length?: number | undefined;
	readonly max_length?: number | undefined;
}

/** Checks that a value can lie between an option's bounds. */
function checkBounds(option: Bounded, context: z.RefinementCtx): void {
	for (const field of ['value', 'length'] as const) {
		const { [`min_${field}` as const]: min = -Infinity, [`max_${field}` as const]: max = Infinity } = option;
		if (min > max) refuse(context, 'FAKE_NOTHING_BETWEEN', `Nothing is from ${min} to ${max}`, [`max_${field}`]);
	}
}

/** Which types a field is for. */
const homes: Readonly<Record<string, readonly number[]>> = {
	choices: [text_, Integer, number],
	autocomplete: [text_, Integer, number],
	channel_types: [Channel],
	...{ min_value: [Integer, number], max_value: [Integer, number] },
	...{ min_length: [text_], max_length: [text_] },
	file_types: [Attachment],
};

function misplaced(type: number, option: object): string[] {
	const given = new Set(Object.entries(option).flatMap(([key, of]) => (of === undefined || of === false ? [] : [key])));
	return Object.entries(homes).flatMap(([field, types]) => (given.has(field) && !types.includes(type) ? [field] : []));
}

interface Ordered {
	readonly name: string;
	readonly required?: boolean | undefined;
}

/** Names once, required ones first. */
function checkOrder(options: readonly Ordered[], context: z.RefinementCtx): void {
	noTwice(
		options,
		({ name }) => name,
		(index) =>
			refuse(context, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists', [index, 'name']),
	);
	const firstFree = options.findIndex(({ required }) => !required);
	for (const [index, { required }] of options.entries()) {
		if (!required || firstFree === -1 || index < firstFree) continue;
		const message = 'Required options must be placed before non-required options';
		refuse(context, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message, [index]);
	}
}

const values = list(value, 0, 25).superRefine(checkOrder);

const subcommand = z.strictObject({
	...named,
	type: z.literal(ApplicationCommandOptionType.Subcommand),
	required: z.literal(false).optional(),
	options: values.optional(),
});

const group = z.strictObject({
	...named,
	type: z.literal(ApplicationCommandOptionType.SubcommandGroup),
	required: z.literal(false).optional(),
	options: list(subcommand, 1, 25).superRefine((options, context) => checkOrder(options, context)),
});

/** Of a command: subcommands and their groups, or what somebody fills in. */
export const commandOptions = z.array(z.looseObject({ type: z.int() })).transform((given, context) => {
	const kinds = new Set(given.map(({ type }) => (type <= 2 ? 'subcommands' : 'values')));
	if (kinds.size > 1) {
		const message = 'Sub-command and sub-command group option types are mutually exclusive to all other types';
		refuse(context, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message, [given.length - 1]);
		return z.NEVER;
	}
	const schema = kinds.has('subcommands') ? list(z.discriminatedUnion('type', [subcommand, group]), 0, 25) : values;
	const parsed = schema.safeParse(given, { reportInput: true });
	if (!parsed.success) {
		for (const issue of parsed.error.issues) context.addIssue({ ...issue } as never);
		return z.NEVER;
	}
	if (kinds.has('subcommands')) checkOrder(parsed.data, context);
	return parsed.data as CommandOption[];
});

export type CommandOption = ValueOption | z.output<typeof subcommand> | z.output<typeof group>;
