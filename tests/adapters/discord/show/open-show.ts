import { setImmediate as turn } from 'node:timers/promises';
import { createCalls } from '../../../../src/adapters/discord/api/create-calls.ts';
import { createDiscordRest } from '../../../../src/adapters/discord/api/create-rest.ts';
import { createInteractionAnswers } from '../../../../src/adapters/discord/api/interaction-answers.ts';
import { createPostOnce } from '../../../../src/adapters/discord/api/post-once.ts';
import { createThreads } from '../../../../src/adapters/discord/api/threads.ts';
import { createApplicationOf } from '../../../../src/adapters/discord/application.ts';
import { createPlaces } from '../../../../src/adapters/discord/connect/places.ts';
import { createUploads } from '../../../../src/adapters/discord/files/upload-artifacts.ts';
import { type DiscordRender, discordRenderers } from '../../../../src/adapters/discord/render/renderers.ts';
import { createReplies, type Replies } from '../../../../src/adapters/discord/replies.ts';
import { createShowEvents } from '../../../../src/adapters/discord/show/show-events.ts';
import { messageKey, placeOf, threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { createRunningTurns, type RunningTurns } from '../../../../src/adapters/present/running-turns.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { AgentEvent, Telling } from '../../../../src/chat/events.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import type { OutboxRow } from '../../../../src/store/store.ts';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import type { FakeDiscordOptions } from '../../../support/fake-discord/options.ts';
import type { SeenMessage } from '../../../support/fake-discord/seen.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { artifactsFrom } from '../../artifacts-from.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import { renderHere } from '../../render-here.ts';

/** Time that passes when a test says so, for us and for the fake Discord. */
interface PassingClock extends Clock {
	/** Lets `ms` milliseconds pass: what is due runs in order. */
	pass(ms: number): Promise<void>;
}

function createPassingClock(discord: FakeDiscord): PassingClock {
	let now = discord.now();
	const timers = new Set<{ readonly due: number; readonly then: () => void }>();
	const moveTo = (time: number) => {
		discord.advance(Math.max(0, time - now));
		now = Math.max(now, time);
	};
	return {
		now: () => now,
		after(ms, then) {
			const timer = { due: now + ms, then };
			timers.add(timer);
			return () => void timers.delete(timer);
		},
		async pass(ms) {
			const end = now + ms;
			for (;;) {
				const [next] = [...timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due);
				if (!next) break;
				timers.delete(next);
				moveTo(next.due);
				next.then();
				await turn();
			}
			moveTo(end);
			await turn();
		},
	};
}

/** Events that come one by one. */
export interface Feed extends AsyncIterable<AgentEvent> {
	push(...events: readonly AgentEvent[]): void;
	end(): void;
}

export function createFeed(): Feed {
	let controller: ReadableStreamDefaultController<AgentEvent> | undefined;
	const stream = new ReadableStream<AgentEvent>({
		start(given) {
			controller = given;
		},
	});
	return {
		push(...events) {
			for (const event of events) controller?.enqueue(event);
		},
		end: () => controller?.close(),
		[Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
	};
}

/** A message of Ada's that begins a thread. */
export interface Root {
	readonly thread: Thread;
	readonly key: string;
	/** The thread's channel, which has the message's id. */
	readonly channel: string;
}

/** What shows turns on a fake Discord. Disposing it is what a process that ends does. */
export interface OpenShow extends AsyncDisposable {
	readonly discord: FakeDiscord;
	readonly outbox: MemoryOutbox;
	readonly running: RunningTurns;
	readonly replies: Replies;
	show(thread: Thread, events: AsyncIterable<AgentEvent>, alreadyShown?: readonly OutboxRow[]): Promise<void>;
	tell(thread: Thread, telling: Telling, alreadyShown?: readonly OutboxRow[]): Promise<void>;
	pass(ms: number): Promise<void>;
	/** Lets time pass until the condition holds. */
	see<T>(condition: () => T | undefined | false, what: string): Promise<T>;
	/** Lets time pass until the work is done. */
	until<T>(work: Promise<T>): Promise<T>;
	/** A new message of Ada's in the channel; its thread is made when something is shown in it. */
	root(text?: string): Promise<Root>;
	/** The bot's messages in the thread, oldest first. */
	shown(thread: Thread): readonly SeenMessage[];
	/** Their words. */
	texts(thread: Thread): readonly string[];
}

export interface OpenShowOptions {
	/** The folder that artifacts are read from. */
	readonly artifacts?: string;
	readonly outbox?: MemoryOutbox;
	/** One that is there already; it stays. */
	readonly discord?: FakeDiscord;
	readonly fake?: FakeDiscordOptions;
	readonly render?: DiscordRender;
}

function messagesIn(discord: FakeDiscord, thread: Thread): readonly SeenMessage[] {
	const place = placeOf(thread);
	const isThere = place.kind !== 'thread' || discord.threads(place.parent).some(({ id }) => id === place.channel);
	return isThere ? discord.messages(place.channel) : [];
}

export async function openShow(options: OpenShowOptions = {}): Promise<OpenShow> {
	const discord = options.discord ?? (await startFakeDiscord({ timePasses: false, ...options.fake }));
	const { apiUrl, token, botUser, channel, guild } = discord;
	const outbox = options.outbox ?? createMemoryOutbox();
	const clock = createPassingClock(discord);
	const leaving = new AbortController();
	const settings = { apiUrl, token, permissions: [], maxFileBytes: 2 ** 20 };
	const log = silentLogger;
	const rest = createDiscordRest(settings, log);
	const calls = createCalls({ rest, token, clock, log });
	const replies = createReplies(clock);
	const running = createRunningTurns();
	const places = createPlaces();
	const api = { calls, rest, settings, clock, log, signal: leaving.signal, outbox, replies, running, places };
	const application = createApplicationOf(calls);
	const parts = {
		...api,
		heard: { over: () => {}, shownIn: () => {} },
		render: options.render ?? renderHere(discordRenderers),
		application,
		answers: createInteractionAnswers(api),
		postOnce: createPostOnce(api),
		threads: createThreads(api),
	};
	const speaking = createShowEvents({
		...parts,
		openArtifact: artifactsFrom(options.artifacts ?? '/nowhere'),
		uploads: createUploads(parts),
	});
	const see: OpenShow['see'] = (condition, what) =>
		waitFor(async () => {
			await clock.pass(100);
			return condition();
		}, what);
	const shown = (thread: Thread) => messagesIn(discord, thread).filter(({ author }) => author === botUser);
	return {
		discord,
		outbox,
		running,
		replies,
		show: (thread, events, alreadyShown = []) => speaking.show(thread, events, alreadyShown),
		tell: (thread, telling, alreadyShown = []) => speaking.tell(thread, telling, alreadyShown),
		pass: clock.pass,
		see,
		async until(work) {
			let done = false;
			const end = () => {
				done = true;
			};
			work.then(end, end);
			await see(() => done, 'the end of a show');
			return work;
		},
		async root(text = 'the root') {
			const id = await discord.as(discord.ada).say(channel, text);
			const place = { kind: 'thread', guild, parent: channel, channel: id } as const;
			return { thread: threadAt(place), key: messageKey({ channel, message: id }), channel: id };
		},
		shown,
		texts: (thread) => shown(thread).map((message) => discord.plainText(message)),
		async [Symbol.asyncDispose]() {
			leaving.abort(new Error('The process ends'));
			let closed = false;
			const closing = calls[Symbol.asyncDispose]().then(() => {
				closed = true;
			});
			await see(() => closed, 'the end of all calls');
			await closing;
			if (!options.discord) await discord[Symbol.asyncDispose]();
		},
	};
}
