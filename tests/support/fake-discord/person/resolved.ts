import type { APIInteractionDataResolved } from 'discord-api-types/v10';
import { storeAttachment } from '../attachments.ts';
import { permissionsIn } from '../permissions.ts';
import { wireChannel } from '../wire/wire-channel.ts';
import { wireAttachment } from '../wire/wire-message.ts';
import { wireBareMember, wireRole, wireUser } from '../wire/wire-people.ts';
import { channelOf, fileLimitOf, type World } from '../world.ts';
import type { NewFile } from './person.ts';

/** The records that the ids in an interaction stand for. */
export type Resolved = APIInteractionDataResolved;

/** Collects what ids stand for: files are stored, and what is named by its id is looked up. */
export function createResolver(world: World, channelId: string) {
	const { guild } = channelOf(world, channelId);
	const resolved: Record<string, Record<string, unknown>> = {};
	const put = (kind: string, id: string, what: unknown): string => {
		resolved[kind] = { ...resolved[kind], [id]: what };
		return id;
	};
	const member = (id: string) => {
		const found = guild === undefined ? undefined : world.guilds.get(guild)?.members.get(id);
		if (found)
			put('members', id, { ...wireBareMember(found), permissions: String(permissionsIn(world, channelId, id)) });
	};
	return {
		resolved: resolved as Resolved,
		/** Answers the id. */
		file(file: NewFile): string {
			if (file.bytes.length > fileLimitOf(world, guild)) throw new Error(`Nobody can upload "${file.name}": too large`);
			const stored = storeAttachment(world, { channel: channelId, ephemeral: true, ...file });
			return put('attachments', stored.id, wireAttachment(world, stored));
		},
		/** A user, a role or a channel, by its id. */
		thing(id: string): string {
			if (world.users.has(id)) {
				member(id);
				return put('users', id, wireUser(world, id));
			}
			const role = guild === undefined ? undefined : world.guilds.get(guild)?.roles.get(id);
			if (role) return put('roles', id, wireRole(role));
			const channel = channelOf(world, id);
			const permissions = String(permissionsIn(world, id, world.bot));
			return put('channels', id, { ...wireChannel(world, channel), permissions, app_permissions: permissions });
		},
	};
}
