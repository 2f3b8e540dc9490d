import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord-api-types/v10';
import { z } from 'zod';
import { type CommandOption, commandOptions, inputName, localizations } from './command-option.ts';
import { flag, refuse, text } from './fields.ts';

/** https://docs.discord.com/developers/interactions/application-commands */
const mostCharacters = 8000;

const contexts = z.array(z.enum(InteractionContextType)).nullish();
const integrationTypes = z.array(z.enum(ApplicationIntegrationType)).nullish();

const shared = {
	name_localizations: localizations,
	description_localizations: localizations,
	default_member_permissions: z.string().regex(/^\d+$/).nullish(),
	dm_permission: flag.nullish(),
	default_permission: flag.nullish(),
	nsfw: flag.optional(),
	contexts,
	integration_types: integrationTypes,
	/** Of one that exists. */
	id: z.string().optional(),
};

const chatInput = z
	.strictObject({
		...shared,
		type: z.literal(ApplicationCommandType.ChatInput),
		name: inputName,
		description: text(1, 100),
		options: commandOptions.optional(),
	})
	.superRefine((command, context) => {
		if (lengthOf(command) <= mostCharacters) return;
		refuse(context, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${mostCharacters})`);
	});

function menu<T extends ApplicationCommandType>(type: T) {
	return z.strictObject({
		...shared,
		type: z.literal(type),
		name: text(1, 32),
		description: z.literal('').optional(),
		options: z.tuple([]).optional(),
	});
}

const typed = z.discriminatedUnion('type', [
	chatInput,
	menu(ApplicationCommandType.User),
	menu(ApplicationCommandType.Message),
]);

/** A command, as it is registered. Without a type it is one of the slash. */
export const commandBody = z.preprocess(
	(given) =>
		typeof given === 'object' && given !== null && !('type' in given)
			? { type: ApplicationCommandType.ChatInput, ...given }
			: given,
	typed,
);

export type CommandForm = z.output<typeof typed>;

interface Worded {
	readonly name: string;
	readonly description?: string | undefined;
	readonly name_localizations?: z.output<typeof localizations>;
	readonly description_localizations?: z.output<typeof localizations>;
	readonly options?: readonly CommandOption[] | undefined;
	readonly choices?: readonly { readonly name: string; readonly value: string | number }[] | undefined;
}

/** Names, descriptions and values, also of its options; of the translations the longest. */
function lengthOf(given: Worded): number {
	const { name, description = '', options = [], choices = [] } = given;
	const ofChoices = choices.reduce((sum, one) => sum + one.name.length + String(one.value).length, 0);
	const own = longest(name, given.name_localizations) + longest(description, given.description_localizations);
	return options.reduce((sum, option) => sum + lengthOf(option as Worded), own + ofChoices);
}

function longest(text_: string, translations: z.output<typeof localizations>): number {
	return Math.max(text_.length, ...Object.values(translations ?? {}).map((one) => one?.length ?? 0));
}
