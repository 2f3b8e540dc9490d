import {
	type APIApplicationCommandAutocompleteInteraction,
	type APIChatInputApplicationCommandInteractionData,
	ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import type { FileRef } from '../../../chat/inbound.ts';
import { fileRefOf } from '../files/file-refs.ts';

export type Files = readonly FileRef[];

/** A slash command as it was given, or as far as it has been typed. */
export interface GivenSubcommand {
	/** Of the command of the core. */
	readonly name: string;
	/** Of the one within it that was given; undefined: it has none, or had none in a former version. */
	readonly subcommand: string | undefined;
	/** Of its options with words, by their names. */
	readonly values: ReadonlyMap<string, string>;
	/** The name of the option in which somebody types. */
	readonly focused: string | undefined;
	readonly files: Files;
}

/** An option of either interaction, as far as it is looked at. */
interface Option {
	readonly name: string;
	readonly type: ApplicationCommandOptionType;
	readonly value?: string | number | boolean;
	readonly focused?: boolean;
	readonly options?: readonly Option[];
}

type Data =
	| APIChatInputApplicationCommandInteractionData
	| Pick<APIApplicationCommandAutocompleteInteraction['data'], 'options'>;

/** Which subcommand was given, with what; undefined when none was. Pure. */
export function subcommandIn(data: Data): GivenSubcommand | undefined {
	const given: readonly Option[] = data.options ?? [];
	const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;
	const group = given.find(({ type }) => type === SubcommandGroup);
	const sub = (group?.options ?? given).find(({ type }) => type === Subcommand);
	if (sub === undefined) return undefined;
	const { options = [] } = sub;
	const words = options.filter(({ type }) => type !== ApplicationCommandOptionType.Attachment);
	return {
		name: group?.name ?? sub.name,
		subcommand: group && sub.name,
		values: new Map(words.map((option) => [option.name, givenIn(option)])),
		focused: options.find(({ focused }) => focused === true)?.name,
		files: filesIn(options, data),
	};
}

function filesIn(options: readonly Option[], data: Data): Files {
	const resolved = 'resolved' in data ? data.resolved?.attachments : undefined;
	const attached = options.filter(({ type }) => type === ApplicationCommandOptionType.Attachment).map(givenIn);
	return attached.flatMap((id) => {
		const attachment = resolved?.[id];
		return attachment ? [fileRefOf(attachment)] : [];
	});
}

function givenIn({ value = '' }: Option): string {
	return String(value);
}
