import { guildField, tell } from './tell.ts';
import { wireChannel, wireThreadMember } from './wire/wire-channel.ts';
import { type Channel, messagesIn, type ThreadState, type World } from './world.ts';

export type ThreadChanges = Partial<
	Pick<ThreadState, 'archived' | 'locked' | 'autoArchiveMinutes' | 'appliedTags'> & Pick<Channel, 'name' | 'slowmode'>
>;

/** Changes a thread and tells the app. */
export function changeThread(world: World, channel: Channel, { name, slowmode, ...state }: ThreadChanges): void {
	const thread = threadOf(channel);
	if (state.archived !== undefined && state.archived !== thread.archived) thread.archiveChangedAt = world.clock.now();
	Object.assign(thread, state);
	if (name !== undefined) channel.name = name;
	if (slowmode !== undefined) channel.slowmode = slowmode;
	tell(world, channel, 'THREAD_UPDATE', wireChannel(world, channel));
}

/** False when they were in it. */
export function joinThread(world: World, channel: Channel, user: string): boolean {
	const thread = threadOf(channel);
	if (thread.members.has(user)) return false;
	const joinedAt = world.clock.now();
	thread.members.set(user, { joinedAt });
	tell(world, channel, 'THREAD_MEMBERS_UPDATE', {
		...{ id: channel.id, ...guildField(channel), member_count: thread.members.size },
		added_members: [{ ...wireThreadMember(channel.id, user, joinedAt), presence: null }],
	});
	return true;
}

/** Takes somebody out of a thread, and tells the app where it still sees it. */
export function leaveThread(world: World, channel: Channel, user: string): void {
	const thread = threadOf(channel);
	thread.members.delete(user);
	tell(world, channel, 'THREAD_MEMBERS_UPDATE', {
		...{ id: channel.id, ...guildField(channel), member_count: thread.members.size, removed_member_ids: [user] },
	});
}

/** Deletes a thread with what is in it. */
export function removeThread(world: World, channel: Channel): void {
	for (const { id } of messagesIn(world, channel.id)) world.messages.delete(id);
	const { id, parent, type } = channel;
	tell(world, channel, 'THREAD_DELETE', { id, parent_id: parent, type, ...guildField(channel) });
	world.channels.delete(id);
}

export function threadOf({ thread, id }: Channel): ThreadState {
	if (!thread) throw new Error(`"${id}" is no thread`);
	return thread;
}
