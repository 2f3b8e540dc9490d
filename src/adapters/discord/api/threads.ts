import { type APIMessage, type RESTPostAPIChannelMessagesThreadsJSONBody, Routes } from 'discord-api-types/v10';
import { createInOrder } from '../../../base/in-order.ts';
import { threadName } from '../render/parts.ts';
import type { DiscordPlace } from '../thread-keys.ts';
import type { Calls } from './calls.ts';
import { discordCode } from './problems/discord-sentence.ts';
import { isRefusal } from './problems/refusal.ts';

export interface ThreadsDeps {
	readonly calls: Calls;
}

/** The threads that talks are in. */
export interface Threads {
	/**
	 * Makes the thread of a place that has none yet, on its message; where it is there, or the place needs none, nothing happens. `name`: 1
	 * to 100 characters; undefined: from its message. Rejects with `DiscordAPIError` where it can be neither found nor made.
	 */
	ensureThread(place: DiscordPlace, name: string | undefined, signal: AbortSignal): Promise<void>;
	/**
	 * Brings somebody into the thread that they asked for, once: who begins one by a message or a command is not in it, and hears nothing of
	 * it (https://docs.discord.com/developers/topics/threads#thread-membership). Where Discord refuses it, nothing happens.
	 */
	bringIn(place: DiscordPlace, user: string, signal: AbortSignal): Promise<void>;
}

type ThreadPlace = Extract<DiscordPlace, { kind: 'thread' }>;

/** As long as a thread may be quiet before Discord folds it away, minutes; writing unfolds it. The second where the first is refused. */
const archiveAfter = [10_080, 1440] as const;
const maxKnown = 10_000;

const codes = { unknownChannel: 10003, invalidForm: 50035, threadThere: 160004 } as const;
/** Codes that a thread may be there all the same with: it began on no message that we see, or in a place that makes none. */
const perhapsThere = [10008, 10003, 50001, 50013, 50024];

export function createThreads({ calls }: ThreadsDeps): Threads {
	const known = new Set<string>();
	const inOrder = createInOrder();
	const keep = (of: string) => {
		if (known.size >= maxKnown) known.clear();
		known.add(of);
	};
	const ensure = async (place: ThreadPlace, name: string | undefined, signal: AbortSignal) => {
		if (known.has(place.channel)) return;
		if (name !== undefined) await makeOrFind(calls, place, name, signal);
		else if (!(await isThere(calls, place.channel, signal))) {
			await make(calls, place, await nameOf(calls, place, signal), signal);
		}
		keep(place.channel);
	};
	return {
		async ensureThread(place, name, signal) {
			if (place.kind !== 'thread' || known.has(place.channel)) return;
			await inOrder(place.channel, () => ensure(place, name, signal));
		},
		async bringIn(place, user, signal) {
			const membership = `${place.channel}/${user}`;
			if (place.kind !== 'thread' || known.has(membership)) return;
			keep(membership);
			await join(calls, place, user, signal).catch((error: unknown) => {
				if (isRefusal(error)) return;
				known.delete(membership);
				throw error;
			});
		},
	};
}

async function join(calls: Calls, { channel }: ThreadPlace, user: string, signal: AbortSignal): Promise<void> {
	await calls.run({ method: 'PUT', route: Routes.threadMembers(channel, user) }, signal);
}

async function makeOrFind(calls: Calls, place: ThreadPlace, name: string, signal: AbortSignal): Promise<void> {
	try {
		await make(calls, place, name, signal);
	} catch (error) {
		const there = perhapsThere.includes(discordCode(error) ?? 0) && (await isThere(calls, place.channel, signal));
		if (!there) throw error;
	}
}

async function isThere(calls: Calls, channel: string, signal: AbortSignal): Promise<boolean> {
	try {
		await calls.run({ method: 'GET', route: Routes.channel(channel) }, signal);
		return true;
	} catch (error) {
		if (discordCode(error) === codes.unknownChannel) return false;
		throw error;
	}
}

/** A name from the message that the thread begins on. */
async function nameOf(calls: Calls, { parent, channel }: ThreadPlace, signal: AbortSignal): Promise<string> {
	const route = Routes.channelMessage(parent, channel);
	const { content } = await calls.run<APIMessage>({ method: 'GET', route }, signal);
	return threadName(content.replaceAll(/<[@#][!&]?\d+>/g, ' '));
}

async function make(calls: Calls, { parent, channel }: ThreadPlace, name: string, signal: AbortSignal): Promise<void> {
	const [longest, shorter] = archiveAfter;
	const route = Routes.threads(parent, channel);
	const send = (auto_archive_duration: (typeof archiveAfter)[number]) => {
		const body: RESTPostAPIChannelMessagesThreadsJSONBody = { name, auto_archive_duration };
		return calls.run({ method: 'POST', route, body }, signal).catch(unlessThere);
	};
	try {
		await send(longest);
	} catch (error) {
		if (discordCode(error) !== codes.invalidForm) throw error;
		await send(shorter);
	}
}

function unlessThere(error: unknown): void {
	if (discordCode(error) !== codes.threadThere) throw error;
}
