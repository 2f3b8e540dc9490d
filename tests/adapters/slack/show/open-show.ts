import { setImmediate as turn } from 'node:timers/promises';
import { createRunningTurns, type RunningTurns } from '../../../../src/adapters/present/running-turns.ts';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { createRoots } from '../../../../src/adapters/slack/api/roots.ts';
import { createUploads } from '../../../../src/adapters/slack/files/upload-artifacts.ts';
import { receipt } from '../../../../src/adapters/slack/render/parts.ts';
import { type SlackRender, slackRenderers } from '../../../../src/adapters/slack/render/renderers.ts';
import { createSessionStatuses } from '../../../../src/adapters/slack/show/session-status.ts';
import { createSessionTitles } from '../../../../src/adapters/slack/show/session-title.ts';
import { createShowEvents } from '../../../../src/adapters/slack/show/show-events.ts';
import { messageKey, placeOf, threadAt } from '../../../../src/adapters/slack/thread-keys.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { AgentEvent, Telling } from '../../../../src/chat/events.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import type { TitleOf } from '../../../../src/chat/title.ts';
import type { Records } from '../../../../src/store/records.ts';
import type { OutboxRow } from '../../../../src/store/store.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import type { FakeSlackOptions } from '../../../support/fake-slack/options.ts';
import type { SeenMessage } from '../../../support/fake-slack/seen.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { artifactsFrom } from '../../artifacts-from.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import { memoryRecords } from '../../memory-records.ts';

import { renderHere } from '../../render-here.ts';
import { oneInstallation } from '../api/one-installation.ts';

/** Time that passes when a test says so, for us and for the fake Slack. */
interface PassingClock extends Clock {
	/** Lets `ms` milliseconds pass: what is due runs in order. */
	pass(ms: number): Promise<void>;
}

function createPassingClock(slack: FakeSlack, wrongBy: number): PassingClock {
	let now = slack.now();
	const timers = new Set<{ readonly due: number; readonly then: () => void }>();
	const moveTo = (time: number) => {
		slack.advance(Math.max(0, time - now));
		now = Math.max(now, time);
	};
	return {
		now: () => now + wrongBy,
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

/** What shows turns on a fake Slack, in threads of `C1`. Disposing it is what a process that ends does. */
export interface OpenShow extends AsyncDisposable {
	readonly slack: FakeSlack;
	readonly outbox: MemoryOutbox;
	readonly running: RunningTurns;
	/** What was said through slash commands. */
	readonly whispered: readonly string[];
	show(thread: Thread, events: AsyncIterable<AgentEvent>, alreadyShown?: readonly OutboxRow[]): Promise<void>;
	tell(thread: Thread, telling: Telling, alreadyShown?: readonly OutboxRow[]): Promise<void>;
	pass(ms: number): Promise<void>;
	/** Lets time pass until the condition holds. */
	see<T>(condition: () => T | undefined | false, what: string): Promise<T>;
	/** Lets time pass until the work is done. */
	until<T>(work: Promise<T>): Promise<T>;
	/** A new message of Ada's: its thread, and its key. */
	root(): { readonly thread: Thread; readonly key: string };
	/** The bot's messages in the thread. */
	shown(thread: Thread): readonly SeenMessage[];
}

export interface OpenShowOptions {
	/** The folder that artifacts are read from. */
	readonly artifacts?: string;
	/** Who spoke last; default Ada. */
	readonly recipient?: { readonly user: string; readonly team: string } | undefined;
	readonly outbox?: MemoryOutbox;
	/** One that is there already; it stays. */
	readonly slack?: FakeSlack;
	readonly fake?: FakeSlackOptions;
	readonly render?: SlackRender;
	readonly records?: Pick<Records, 'get' | 'put'>;
	/** So much later is it by our clock than by Slack's, ms. */
	readonly wrongBy?: number;
	/** Default: sessions have no title. */
	readonly titleOf?: TitleOf;
	/** Fails what is said through a slash command. */
	readonly failPrivately?: () => void;
}

const ada = { user: 'U1', team: 'T1' };

export async function openShow(options: OpenShowOptions = {}): Promise<OpenShow> {
	const slack = options.slack ?? (await startFakeSlack({ timePasses: false, ...options.fake }));
	const { botId, botUser, botToken: token, apiUrl } = slack;
	const outbox = options.outbox ?? createMemoryOutbox();
	const recipient = 'recipient' in options ? options.recipient : ada;
	const clock = createPassingClock(slack, options.wrongBy ?? 0);
	const installations = oneInstallation(() => ({ botId, botUser, token }));
	const calls = createCalls({ installations, apiUrl, log: silentLogger, clock });
	const leaving = new AbortController();
	const running = createRunningTurns();
	const whispered: string[] = [];
	const roots = createRoots({ calls, clock });
	const api = { calls, roots, installations, apiUrl, clock, log: silentLogger, signal: leaving.signal, outbox };
	const speaking = createShowEvents({
		...api,
		openArtifact: artifactsFrom(options.artifacts ?? '/nowhere'),
		render: options.render ?? renderHere(slackRenderers),
		running,
		statuses: createSessionStatuses(api),
		titles: createSessionTitles({
			...api,
			records: options.records ?? memoryRecords(),
			titleOf: options.titleOf ?? (async () => undefined),
		}),
		heard: { over: () => {}, shownIn: () => {} },
		uploads: createUploads({ ...api, maxFileBytes: 2 ** 20, receipt }),
		recipientOf: () => recipient,
		privately: async (thread, text) => {
			const isPrivate = !/^\d/.test(placeOf(thread).ts);
			if (isPrivate) options.failPrivately?.();
			if (isPrivate) whispered.push(text);
			return isPrivate;
		},
	});
	const see: OpenShow['see'] = (condition, what) =>
		waitFor(async () => {
			await clock.pass(100);
			return condition();
		}, what);
	return {
		slack,
		outbox,
		running,
		whispered,
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
		root() {
			slack
				.as('U1')
				.say('C1', 'the root')
				.catch(() => {});
			const ts = slack.messages('C1').at(-1)?.ts ?? '';
			const place = { team: slack.team, channel: 'C1', ts };
			return { thread: threadAt(place), key: messageKey(place) };
		},
		shown: (thread) =>
			slack
				.messages('C1', placeOf(thread).ts)
				.filter((message) => message.botId === botId && message.subtype !== 'tombstone'),
		async [Symbol.asyncDispose]() {
			leaving.abort(new Error('The process ends'));
			let closed = false;
			const closing = calls[Symbol.asyncDispose]().then(() => {
				closed = true;
			});
			await see(() => closed, 'the end of all calls');
			await closing;
			if (!options.slack) await slack[Symbol.asyncDispose]();
		},
	};
}

const turnId = 't1-x';
export const started = { type: 'turn-started', session: 's', turn: turnId } as const;
export const done: AgentEvent = { type: 'turn-ended', key: `${turnId}/end/ended`, turn: turnId, outcome: 'done' };

export function taken(key: string, files: readonly { name: string; size: number }[] = []): AgentEvent {
	return { type: 'taken', of: [key], files };
}

export function words(delta: string, step = 1): AgentEvent {
	return { type: 'text', step, delta };
}

export function answer(text: string, step = 1): AgentEvent {
	return { type: 'message', key: `${turnId}/${step}/message`, step, text, final: true };
}

export function remark(text: string, step = 1): AgentEvent {
	return { type: 'message', key: `${turnId}/${step}/message`, step, text, final: false };
}

export function toolStarted(callId: string, title = `ls ${callId}`): AgentEvent {
	return { type: 'tool-started', key: `${turnId}/${callId}/tool`, callId, tool: 'bash', title };
}

export function toolFinished(callId: string, ok = true): AgentEvent {
	const key = `${turnId}/${callId}/tool-finished`;
	return { type: 'tool-finished', key, callId, ok, summary: ok ? 'done' : 'exit code 1', ms: 300 };
}

export function notice(text: string, number = 1): AgentEvent {
	return { type: 'notice', key: `${turnId}/${number}/notice`, text };
}

export async function* play(...events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield* events;
}
