import { setTimeout as sleep } from 'node:timers/promises';
import type { Deliveries, Delivery } from '../deliver/deliveries.ts';
import { storeFile } from '../file-store.ts';
import {
	addMessage,
	alterMessage,
	announce,
	changeReaction,
	type EventTweaks,
	eventOf,
	removeMessage,
	tell,
	tellChanged,
} from '../messages.ts';
import {
	channelOf,
	type Json,
	messageOf,
	rootOf,
	type StoredMessage,
	teamOf,
	type User,
	userOf,
	type World,
} from '../world.ts';
import type { SayOptions, Sent, Writing } from './person.ts';
import { escapeTyped, richTextOf } from './typed-text.ts';

export interface PersonDeps {
	readonly world: World;
	readonly deliveries: Deliveries;
	readonly userId: string;
}

export function createWriting({ world, deliveries, userId }: PersonDeps): Writing {
	const user = userOf(world, userId);
	const own = (ts: string): StoredMessage => {
		const message = messageOf(world, ts);
		if (message.user !== userId) throw new Error(`Message "${ts}" is not of "${userId}"`);
		return message;
	};
	const say: Writing['say'] = async (channel, text, options = {}) => {
		const message = write(world, user, { channel, text, options });
		return sent(message, await deliver(world, deliveries, message, options));
	};
	const react = async (ts: string, name: string, added: boolean) => {
		await changeReaction(world, { ts, name, user: userId, added }).told;
	};
	return {
		say,
		mention(channel, text, options) {
			const mention = `<@${teamOf(world, channelOf(world, channel).team).botUser}>`;
			return say(channel, text.includes(mention) ? text : `${mention} ${text}`, options);
		},
		async edit(ts, text, options = {}) {
			const message = own(ts);
			const changes = { text: escapeTyped(text), blocks: [richTextOf(text)] };
			const previous = alterMessage(world, message, changes, userId);
			return sent(message, await deliverEdit(world, message, previous, options));
		},
		async remove(ts) {
			const message = own(ts);
			return sent(message, [await removeMessage(world, message)]);
		},
		react: (ts, name) => react(ts, name, true),
		unreact: (ts, name) => react(ts, name, false),
		async deleteFile(id) {
			const file = world.files.get(id);
			if (!file) throw new Error(`The fake Slack knows no file "${id}"`);
			file.mode = 'tombstone';
			const event = { type: 'file_deleted', file_id: id, event_ts: world.clock.newTs() };
			await world.emit({ subscription: 'file_deleted', event, team: file.team });
		},
	};
}

interface Typed {
	readonly channel: string;
	readonly text: string;
	readonly options: SayOptions;
}

function write(world: World, user: User, { channel, text, options }: Typed): StoredMessage {
	const { members } = channelOf(world, channel);
	if (!members.has(user.id)) throw new Error(`"${user.id}" is not in channel "${channel}"`);
	const { files = [], threadTs, attachments = [] } = options;
	const root = threadTs === undefined ? undefined : messageOf(world, threadTs);
	if (root?.threadTs) throw new Error(`Message "${threadTs}" is no root`);
	const ids = files.map((file) =>
		typeof file === 'string' ? file : storeFile(world, { ...file, team: user.team, user: user.id }).id,
	);
	return addMessage(world, {
		...{ channel, threadTs, user: user.id, fileIds: ids, attachments },
		text: escapeTyped(text),
		...(text === '' ? {} : { blocks: [richTextOf(text)] }),
		subtype: options.broadcast && threadTs ? 'thread_broadcast' : undefined,
	});
}

type Kind = 'app_mention' | 'message';

async function deliver(
	world: World,
	deliveries: Deliveries,
	message: StoredMessage,
	options: SayOptions,
): Promise<(Delivery | undefined)[]> {
	const channel = channelOf(world, message.channel);
	const mentioned = message.text.includes(`<@${teamOf(world, channel.team).botUser}>`);
	// In DMs there is no second delivery.
	const both: Kind[] = mentioned && channel.kind !== 'im' ? ['app_mention', 'message'] : ['message'];
	const ordered = options.order === 'message-first' ? both.toReversed() : both;
	const kinds = ordered.filter((kind) => options.only === undefined || kind === options.only);
	const going: Promise<Delivery | undefined>[] = [];
	for (const [index, kind] of kinds.entries()) {
		if (index > 0 && options.gapMs) await sleep(options.gapMs);
		going.push(send(world, message, kind, options));
	}
	const done = await Promise.all(going);
	if (options.duplicate) await Promise.all(done.map((delivery) => delivery && deliveries.repeat(delivery)));
	return done;
}

/** The change, and the mention that Slack makes of a message that names the bot after it. */
async function deliverEdit(
	world: World,
	message: StoredMessage,
	previous: Json,
	{ order, only, gapMs = 0 }: SayOptions,
): Promise<(Delivery | undefined)[]> {
	const { kind, team } = channelOf(world, message.channel);
	const named = message.text.includes(`<@${teamOf(world, team).botUser}>`) && kind !== 'im';
	const change = () => tellChanged(world, message, previous);
	const mention = () => send(world, message, 'app_mention', {});
	const both = named ? [mention, change] : [change];
	const going = only === undefined ? both : only === 'message' ? [change] : [mention];
	const [first, second] = order === 'message-first' ? going.toReversed() : going;
	const begun = first?.();
	if (second && gapMs > 0) await sleep(gapMs);
	return await Promise.all([begun, second?.()]);
}

function send(world: World, message: StoredMessage, kind: Kind, options: SayOptions): Promise<Delivery | undefined> {
	const tweaks: EventTweaks = { stub: options.stub === true, withoutFiles: options.omitFilesFrom === kind };
	if (kind === 'message') return announce(world, message, tweaks);
	const { channel_type: _type, parent_user_id: _parent, ...event } = eventOf(world, message, tweaks);
	return tell(world, message, { ...event, type: 'app_mention' });
}

function sent(message: StoredMessage, deliveries: readonly (Delivery | undefined)[]): Sent {
	const made = deliveries.filter((delivery) => delivery !== undefined);
	const acknowledged = made.every((delivery) => delivery.acknowledged);
	return { ts: message.ts, threadTs: rootOf(message), acknowledged, deliveries: made };
}
