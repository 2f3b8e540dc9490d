import { AllowedMentionsTypes, type APIMessageTopLevelComponent, ComponentType } from 'discord-api-types/v10';
import type { StoredMessage } from './records.ts';
import type { World } from './world.ts';

/** Who a message notifies. */
export interface Pings {
	readonly users: readonly string[];
	readonly roles: readonly string[];
	readonly everyone: boolean;
	readonly here: boolean;
}

/**
 * Under what the last create or edit allowed, or Discord's defaults: https://docs.discord.com/developers/resources/message#allowed-mentions-object
 * Whether the writer may mention everyone is not asked: what could ping, pings.
 */
export function pingsOf(world: World, message: StoredMessage): Pings {
	const text = [message.content, ...textsOf(message.components)].join('\n');
	const allowed = message.allowedMentions;
	const byDefault =
		message.interaction === undefined
			? [AllowedMentionsTypes.User, AllowedMentionsTypes.Role, AllowedMentionsTypes.Everyone]
			: [AllowedMentionsTypes.User];
	const parse = allowed ? (allowed.parse ?? []) : byDefault;
	const pick = (type: AllowedMentionsTypes, listed: readonly string[] | undefined, found: readonly string[]) =>
		parse.includes(type) ? found : found.filter((id) => listed?.includes(id));
	const users = pick(AllowedMentionsTypes.User, allowed?.users, idsIn(text, /<@!?(\d+)>/g));
	const replied = (allowed ? allowed.replied_user : true) ? repliedUser(world, message) : undefined;
	const loud = parse.includes(AllowedMentionsTypes.Everyone);
	return {
		users: [...new Set([...users, ...(replied ? [replied] : [])])].filter((id) => world.users.has(id)),
		roles: pick(AllowedMentionsTypes.Role, allowed?.roles, idsIn(text, /<@&(\d+)>/g)),
		everyone: loud && /@everyone\b/.test(text),
		here: loud && /@here\b/.test(text),
	};
}

function idsIn(text: string, form: RegExp): string[] {
	return [...new Set([...text.matchAll(form)].map(([, id = '']) => id))];
}

function repliedUser(world: World, { reference, type }: StoredMessage): string | undefined {
	const isReply = type === 19;
	return isReply ? world.messages.get(reference?.message ?? '')?.author : undefined;
}

/** The texts of text displays, at any depth: mentions in them are alive. */
function textsOf(components: readonly unknown[]): string[] {
	return (components as readonly APIMessageTopLevelComponent[]).flatMap((component) => {
		if (component.type === ComponentType.TextDisplay) return [component.content];
		return 'components' in component ? textsOf(component.components) : [];
	});
}
