import {
	type APIApplicationCommandInteractionDataOption,
	type APIChatInputApplicationCommandInteractionData,
	ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import type { FileRef } from '../../../chat/inbound.ts';
import { fileRefOf } from '../files/file-refs.ts';

export type Files = readonly FileRef[];

/** A slash command as it was given. */
export interface GivenSubcommand {
	readonly name: string;
	/** Of its options with words, by their names. */
	readonly values: ReadonlyMap<string, string>;
	readonly files: Files;
}

/** Which subcommand was given, with what; undefined when none was. Pure. */
export function subcommandIn({
	options = [],
	resolved,
}: APIChatInputApplicationCommandInteractionData): GivenSubcommand | undefined {
	const sub = options.find(({ type }) => type === ApplicationCommandOptionType.Subcommand);
	if (sub?.type !== ApplicationCommandOptionType.Subcommand) return undefined;
	const given = sub.options ?? [];
	const attached = given.filter(({ type }) => type === ApplicationCommandOptionType.Attachment).map(givenIn);
	const files = attached.flatMap((id) => {
		const attachment = resolved?.attachments?.[id];
		return attachment ? [fileRefOf(attachment)] : [];
	});
	const words = given.filter(({ type }) => type !== ApplicationCommandOptionType.Attachment);
	return { name: sub.name, values: new Map(words.map((option) => [option.name, givenIn(option)])), files };
}

function givenIn(option: APIApplicationCommandInteractionDataOption): string {
	return 'value' in option ? String(option.value) : '';
}
