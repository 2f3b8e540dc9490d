import { OAuth2Scopes, PermissionFlagsBits } from 'discord-api-types/v10';

/** A permission that the bot needs in a guild's channels. */
export interface NeededPermission {
	/** As Discord's settings name it. */
	readonly label: string;
	readonly bit: bigint;
	/** The loss without it. */
	readonly loss: string;
}

/** All that the invite link asks for. */
export const neededPermissions: readonly NeededPermission[] = [
	{ label: 'View Channels', bit: PermissionFlagsBits.ViewChannel, loss: 'nothing is seen and nothing can be answered' },
	{
		label: 'Send Messages',
		bit: PermissionFlagsBits.SendMessages,
		loss: 'requests by /smith are not shown, and problems of threads cannot be told',
	},
	{
		label: 'Create Public Threads',
		bit: PermissionFlagsBits.CreatePublicThreads,
		loss: 'mentions get no thread, and so no answer',
	},
	{
		label: 'Send Messages in Threads',
		bit: PermissionFlagsBits.SendMessagesInThreads,
		loss: 'nothing can be answered in threads',
	},
	{
		label: 'Read Message History',
		bit: PermissionFlagsBits.ReadMessageHistory,
		loss: 'earlier messages, and those sent while the bot was away, are not read',
	},
	{ label: 'Attach Files', bit: PermissionFlagsBits.AttachFiles, loss: 'files cannot be handed back' },
	{
		label: 'Embed Links',
		bit: PermissionFlagsBits.EmbedLinks,
		loss: 'progress is not shown where an embed is needed for it',
	},
	{ label: 'Add Reactions', bit: PermissionFlagsBits.AddReactions, loss: 'messages that wait are not marked' },
];

/** Which of them are not among the bits; who is an administrator has all. Pure. */
export function missingPermissions(bits: bigint): readonly NeededPermission[] {
	if ((bits & PermissionFlagsBits.Administrator) !== 0n) return [];
	return neededPermissions.filter(({ bit }) => (bits & bit) === 0n);
}

/** Where somebody who manages a server adds the bot, with exactly what it needs. Pure. */
export function inviteLink(application: string): string {
	const permissions = neededPermissions.reduce((all, { bit }) => all | bit, 0n);
	const scope = `${OAuth2Scopes.Bot}+${OAuth2Scopes.ApplicationsCommands}`;
	return `https://discord.com/oauth2/authorize?client_id=${application}&scope=${scope}&permissions=${permissions}`;
}
