import { ChannelType } from 'discord-api-types/v10';
import { z } from 'zod';
import { isThread } from '../../permissions.ts';
import { changeChannel, removeChannel } from '../../places.ts';
import { changeThread, removeThread } from '../../thread-changes.ts';
import { wireChannel } from '../../wire/wire-channel.ts';
import type { Channel, World } from '../../world.ts';
import { refusal } from '../api-error.ts';
import { requireRoom } from '../content/active-threads.ts';
import { can, need, requireWritable, visibleChannel } from '../content/places.ts';
import { archiveMinutes } from '../form/archive-minutes.ts';
import { flag, int, list, snowflake, text } from '../form/fields.ts';
import { readForm } from '../form/read-form.ts';
import { route } from '../route.ts';

const get = route('GET /channels/:channel', (call) => wireChannel(call.world, visibleChannel(call)));

const threadBody = z.strictObject({
	name: text(1, 100).optional(),
	archived: flag.optional(),
	auto_archive_duration: archiveMinutes.optional(),
	locked: flag.optional(),
	invitable: flag.optional(),
	rate_limit_per_user: int(0, 21_600).nullish(),
	flags: z.int().optional(),
	applied_tags: list(snowflake, 0, 5).optional(),
});

const channelBody = z.strictObject({
	name: text(1, 100).optional(),
	topic: text(0, 1024).nullish(),
	rate_limit_per_user: int(0, 21_600).nullish(),
});

const change = route('PATCH /channels/:channel', (call) => {
	const { world } = call;
	const channel = visibleChannel(call);
	if (channel.type === ChannelType.DM) throw refusal(50024);
	if (isThread(channel)) patchThread(world, channel, call.body);
	else patchChannel(world, channel, call.body);
	return wireChannel(world, channel);
});

function patchThread(world: World, channel: Channel, body: unknown): void {
	const form = readForm(threadBody, body ?? {});
	requireMayChange(world, channel, form);
	if (channel.thread?.archived) requireMayChangeArchived(world, channel, form);
	changeThread(world, channel, {
		...given({ name: form.name, archived: form.archived, locked: form.locked, appliedTags: form.applied_tags }),
		...given({ autoArchiveMinutes: form.auto_archive_duration }),
		...(form.rate_limit_per_user === undefined ? {} : { slowmode: form.rate_limit_per_user ?? 0 }),
	});
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what is undefined. */
function given<T extends object>(fields: T): Given<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** An archived thread can only be reopened, locked and unlocked. Throws 50083. */
function requireMayChangeArchived(world: World, channel: Channel, form: z.output<typeof threadBody>): void {
	const isLockedOnly = Object.keys(form).every((key) => key === 'archived' || key === 'locked');
	if (form.archived !== false && !isLockedOnly) throw refusal(50083);
	if (form.archived === false) requireRoom(world, channel);
}

/** Whoever began a thread may rename, archive and (unless it is locked) reopen it; the rest is for ManageThreads. */
function requireMayChange(world: World, channel: Channel, form: z.output<typeof threadBody>): void {
	if (can(world, channel, 'ManageThreads')) return;
	if (form.locked !== undefined || form.rate_limit_per_user !== undefined) throw refusal(50013);
	if (channel.thread?.locked) throw refusal(160005);
	const isReopened = form.archived === false && Object.keys(form).length === 1;
	if (channel.thread?.owner !== world.bot && !isReopened) throw refusal(50013);
	need(world, channel, 'SendMessagesInThreads');
}

function patchChannel(world: World, channel: Channel, body: unknown): void {
	const { name, topic, rate_limit_per_user: slowmode } = readForm(channelBody, body ?? {});
	need(world, channel, 'ManageChannels');
	changeChannel(world, channel, {
		...(name === undefined ? {} : { name }),
		...(topic === undefined ? {} : { topic: topic ?? undefined }),
		...(slowmode === undefined ? {} : { slowmode: slowmode ?? 0 }),
	});
}

const remove = route('DELETE /channels/:channel', (call) => {
	const { world } = call;
	const channel = visibleChannel(call);
	const shown = wireChannel(world, channel);
	if (channel.type === ChannelType.DM) return shown;
	need(world, channel, isThread(channel) ? 'ManageThreads' : 'ManageChannels');
	if (isThread(channel)) removeThread(world, channel);
	else removeChannel(world, channel);
	return shown;
});

const typing = route('POST /channels/:channel/typing', (call) => {
	const { world } = call;
	const channel = visibleChannel(call);
	requireWritable(world, channel);
	const times = world.typing.get(channel.id) ?? [];
	world.typing.set(channel.id, [...times, { user: world.bot, at: world.clock.now() }]);
	return undefined;
});

export const channelRoutes = [get, change, remove, typing];
