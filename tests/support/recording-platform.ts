import { createShowOnce } from '../../src/adapters/present/show-once.ts';
import type { Platforms } from '../../src/agent/dispatch/deps.ts';
import type { AgentEvent, Telling } from '../../src/chat/events.ts';
import type { EarlierMessage, MessageNow, StoredMessage } from '../../src/chat/inbound.ts';
import type { LeftOut, ThreadPage } from '../../src/chat/past.ts';
import type { Person, Thread } from '../../src/chat/thread.ts';
import type { Outbox, OutboxRow } from '../../src/store/store.ts';

/** A platform that keeps what was posted, over restarts of the core. */
export interface RecordingPlatform {
	/** Posted things, in order: `key: text`. */
	readonly posts: string[];
	/** Every event of what was shown and told, live ones too. */
	readonly events: AgentEvent[];
	/** All that was told. */
	readonly told: Telling[];
	/** The platforms as dispatch needs them, on this outbox. */
	on(outbox: Outbox): Platforms;
	/** Bytes of files by their `source`, or how each fetch gives them. */
	readonly files: Map<string, Uint8Array | (() => Iterable<Uint8Array>)>;
	/** The names, by source, of files whose messages do not tell them. */
	readonly names: Map<string, string>;
	/** Those whom it knows as admins, each with traits of their place. */
	readonly admins: Person[];
	/** Where somebody is written to alone; nobody can be, by default. */
	directTo: (person: Person) => Thread | undefined;
	/** In which thread each keyed thing was posted, as `key` of the event. */
	readonly threads: Map<string, string>;
	/** The thread's earlier messages; they cannot be had while this is undefined. */
	earlier?: readonly EarlierMessage[];
	/** The present state of messages, by their keys; any that is not here is as it was stored. */
	readonly now: Map<string, MessageNow>;
	/** What lies between the first and the others of them; nothing, by default. */
	leftOut?: LeftOut;
	/** The messages that were read again. */
	readonly reread: StoredMessage[];
	/** The error that everything fails with, for as long as it is set. */
	away?: Error;
	/** The error that asking for the names of files fails with, for as long as it is set. */
	unnamed?: Error;
	/** How often a name was asked for. */
	namings: number;
	/** The error that the next show fails with. */
	failure?: Error;
}

export function recordingPlatform(): RecordingPlatform {
	const posts = new Map<string, string>();
	const list: string[] = [];
	const platform: RecordingPlatform = {
		posts: list,
		events: [],
		told: [],
		files: new Map(),
		names: new Map(),
		namings: 0,
		now: new Map(),
		reread: [],
		admins: [],
		directTo: () => undefined,
		threads: new Map(),
		on: (outbox) => {
			const find = async (_thread: unknown, key: string) => (posts.has(key) ? key : undefined);
			const showOnce = createShowOnce({ outbox, find, lookUp: 'left-over' });
			return {
				show: async (thread, events, shown) => {
					let session = '';
					for await (const event of events) {
						platform.events.push(event);
						failOnce(platform);
						if (event.type === 'turn-started') session = event.session;
						if ('key' in event) await post(event, { session, thread }, shown);
					}
				},
				tell: async (thread, telling, shown) => {
					const { session, events } = telling;
					platform.told.push(telling);
					for (const event of events) {
						platform.events.push(event);
						failOnce(platform);
						if ('key' in event) await post(event, { session, thread }, shown);
					}
				},
				intake: {
					nameFile: async (_thread, file) => {
						platform.namings += 1;
						const { away = platform.unnamed } = platform;
						if (away) throw away;
						return { ...file, name: platform.names.get(file.source) ?? file.name };
					},
					async *fetchFile(_thread, { source }) {
						if (platform.away) throw platform.away;
						const bytes = platform.files.get(source);
						if (!bytes) throw new Error('The link has expired');
						yield* typeof bytes === 'function' ? bytes() : [bytes];
					},
					reread: async (message) => {
						platform.reread.push(message);
						return platform.now.get(message.key) ?? { state: 'as-stored' };
					},
					past: {
						earlier: async () => {
							const [first, ...newest] = talkOf(platform);
							return { first: first ? [first] : [], leftOut: platform.leftOut ?? { kind: 'none' }, newest };
						},
						page: async (_thread, after) => pageOf(talkOf(platform), after),
					},
				},
				reach: {
					probe: async () => {
						if (platform.away) throw platform.away;
					},
					admins: async (place) =>
						platform.admins.filter(({ traits = [] }) => traits.some((one) => one.startsWith(`${place}/`))),
					directly: async (person) => platform.directTo(person),
					linkTo: async () => undefined,
				},
			};

			async function post(
				event: Extract<AgentEvent, { key: string }>,
				at: Pick<OutboxRow, 'session' | 'thread'>,
				shown: readonly OutboxRow[],
			) {
				const [turn = ''] = event.key.split('/');
				const row = { ...at, turn, key: event.key };
				await showOnce(row, shown, async () => {
					posts.set(event.key, postText(event));
					platform.threads.set(event.key, at.thread.id);
					list.push(postText(event));
					return event.key;
				});
			}
		},
	};
	return platform;
}

function talkOf(platform: RecordingPlatform): readonly EarlierMessage[] {
	if (platform.away) throw platform.away;
	if (!platform.earlier) throw new Error('Slack does not answer');
	return platform.earlier;
}

/** Three at a time; the id of each is its number. */
function pageOf(all: readonly EarlierMessage[], after = '0'): ThreadPage {
	const messages = all.map((message, index) => ({ ...message, id: String(index + 1) })).slice(Number(after));
	const page = messages.slice(0, 3);
	return { messages: page, next: messages.length > 3 ? page.at(-1)?.id : undefined, total: all.length };
}

function failOnce(platform: RecordingPlatform): void {
	if (platform.away) throw platform.away;
	const { failure } = platform;
	delete platform.failure;
	if (failure) throw failure;
}

/** A keyed event as people see it, in a line. */
export function postText(event: Extract<AgentEvent, { key: string }>): string {
	switch (event.type) {
		case 'message':
		case 'notice':
			return event.text;
		case 'tool-started':
			return `${event.tool} started`;
		case 'tool-finished':
			return `tool ${event.ok ? 'ok' : 'failed'}: ${event.summary}`;
		case 'artifact':
			return `artifact ${event.name}`;
		case 'question':
			return `question: ${event.question.text}`;
		case 'question-closed':
			return `closed: ${event.text}`;
		case 'turn-ended':
			return `ended ${event.outcome}${event.outcome === 'failed' ? `: ${event.reason}` : ''}`;
	}
}
