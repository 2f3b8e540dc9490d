import { createCalls } from '../../../../src/adapters/discord/api/create-calls.ts';
import { createDiscordRest } from '../../../../src/adapters/discord/api/create-rest.ts';
import {
	createInteractionAnswers,
	type InteractionAnswers,
} from '../../../../src/adapters/discord/api/interaction-answers.ts';
import { createPostOnce, type PostOnce } from '../../../../src/adapters/discord/api/post-once.ts';
import { createThreads } from '../../../../src/adapters/discord/api/threads.ts';
import { createApplicationOf } from '../../../../src/adapters/discord/application.ts';
import { createPlaces } from '../../../../src/adapters/discord/connect/places.ts';
import { createDiscordPast } from '../../../../src/adapters/discord/decode/earlier.ts';
import { createDiscordReread } from '../../../../src/adapters/discord/decode/reread.ts';
import { listenToDiscord } from '../../../../src/adapters/discord/listen/create-listen.ts';
import { createDirectory } from '../../../../src/adapters/discord/people/create-directory.ts';
import { discordRenderers } from '../../../../src/adapters/discord/render/renderers.ts';
import { createReplies, type Replies } from '../../../../src/adapters/discord/replies.ts';
import type { DiscordSettings } from '../../../../src/adapters/discord/settings.ts';
import { createHeard } from '../../../../src/adapters/intake/heard.ts';
import { createInterruptions } from '../../../../src/adapters/intake/interruptions.ts';
import type { Command } from '../../../../src/agent/commands/command.ts';
import { type Clock, systemClock } from '../../../../src/base/clock.ts';
import { type Logger, silentLogger } from '../../../../src/base/log.ts';
import type { Accept, DenialOf, Inbound, MessageNow, StoredMessage } from '../../../../src/chat/inbound.ts';
import type { Past } from '../../../../src/chat/past.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import type { Records } from '../../../../src/store/records.ts';
import type { FakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { everybody } from '../../everybody.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import { memoryRecords } from '../../memory-records.ts';
import { renderHere } from '../../render-here.ts';
import { verbs } from './verbs.ts';

export interface OpenListenOptions {
	readonly commands?: readonly Command[];
	readonly settings?: Partial<DiscordSettings>;
	/** What the core does instead of keeping it; `keep` is what it would have done. */
	readonly accept?: (inbound: Inbound, keep: Accept) => ReturnType<Accept>;
	/** Default: everybody may do everything. */
	readonly denialOf?: DenialOf;
	/** The threads of turns that run, by their channels. */
	readonly running?: ReadonlyMap<string, Thread>;
	/** The turn that each of them runs. */
	readonly turn?: string;
	/** What outlives the process. */
	readonly kept?: Kept;
	readonly clock?: Clock;
	readonly log?: Logger;
}

/** What outlives a process. */
export interface Kept {
	readonly records: Records;
	readonly outbox: MemoryOutbox;
	/** All that was stored, each key once. */
	readonly inbounds: Inbound[];
	/** Sessions by their threads. */
	readonly sessions: Map<string, string>;
}

export function nothingKept(): Kept {
	return { records: memoryRecords(), outbox: createMemoryOutbox(), inbounds: [], sessions: new Map() };
}

/** The way in from a Discord, with a core that keeps what comes in and calls its thread its own from then on. */
export interface OpenListen extends AsyncDisposable {
	readonly kept: Kept;
	readonly replies: Replies;
	readonly answers: InteractionAnswers;
	readonly postOnce: PostOnce;
	/** What was stored of one type, in order. */
	of<Type extends Inbound['type']>(type: Type): Extract<Inbound, { type: Type }>[];
	readonly past: Past;
	reread(stored: StoredMessage): Promise<MessageNow>;
}

export function settingsFor(discord: FakeDiscord, changes: Partial<DiscordSettings> = {}): DiscordSettings {
	return { token: discord.token, apiUrl: discord.apiUrl, permissions: [], maxFileBytes: 2 ** 20, ...changes };
}

/** Rejects where the listening does. */
export async function openListen(discord: FakeDiscord, options: OpenListenOptions = {}): Promise<OpenListen> {
	const { kept = nothingKept(), clock = systemClock, log = silentLogger, running } = options;
	const settings = settingsFor(discord, options.settings);
	const leaving = new AbortController();
	const { signal } = leaving;
	const rest = createDiscordRest(settings, log);
	const calls = createCalls({ rest, token: settings.token, clock, log });
	const application = createApplicationOf(calls);
	const places = createPlaces();
	const api = { calls, rest, application, places, settings, outbox: kept.outbox, clock, log, signal };
	const parts = {
		...api,
		render: renderHere(discordRenderers),
		answers: createInteractionAnswers(api),
		postOnce: createPostOnce(api),
		threads: createThreads(api),
		replies: createReplies(clock),
		interruptions: createInterruptions(clock.now),
		heard: createHeard(() => {}),
		directory: createDirectory(api),
		running: {
			at(channel: string) {
				const thread = running?.get(channel);
				return thread && { thread, turn: options.turn ?? 't1', request: undefined };
			},
			all: () => [],
		},
		bindings: { sessionOf: async ({ id }: Thread) => kept.sessions.get(id) },
		records: kept.records,
		denialOf: options.denialOf ?? everybody,
		commands: options.commands ?? verbs('help', 'status', 'stop', 'load*'),
	};
	const keep: Accept = async (inbound) => {
		kept.sessions.set(inbound.thread.id, `discord-${inbound.thread.id}`);
		if (kept.inbounds.some(({ key }) => key === inbound.key)) return 'seen';
		kept.inbounds.push(inbound);
		return 'stored';
	};
	const accept: Accept = (inbound) => options.accept?.(inbound, keep) ?? keep(inbound);
	const close = async () => {
		leaving.abort(new Error('The test is over'));
		await calls[Symbol.asyncDispose]();
	};
	const listening = await listenToDiscord({ ...parts, accept }).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	return {
		kept,
		replies: parts.replies,
		answers: parts.answers,
		postOnce: parts.postOnce,
		of: (type) =>
			kept.inbounds.filter((inbound): inbound is Extract<Inbound, { type: typeof type }> => inbound.type === type),
		past: createDiscordPast(parts),
		reread: (stored) => createDiscordReread(parts)(stored, signal),
		async [Symbol.asyncDispose]() {
			await listening[Symbol.asyncDispose]();
			await close();
		},
	};
}
