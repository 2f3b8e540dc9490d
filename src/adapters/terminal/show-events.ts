import { isAbsolute, join, relative } from 'node:path';
import type { AgentEvent, OpenArtifact, Telling } from '../../chat/events.ts';
import type { Thread } from '../../chat/thread.ts';
import type { Usage } from '../../chat/usage.ts';
import type { OutboxRow } from '../../store/store.ts';
import { contentOf } from '../present/artifact-content.ts';
import type { ShowOnce } from '../present/show-once.ts';
import { reasonOf } from './hand-in.ts';
import { describeEvent, type EventFacts, type KeyedEvent } from './render/describe-event.ts';
import { plainStyle } from './render/style.ts';
import type { Transcripts } from './render/transcript.ts';
import { safeName, saveArtifact } from './save-artifact.ts';
import type { ShowView } from './screen/desk.ts';
import { plainWidth } from './screen/plain-desk.ts';

export interface ShowDeps {
	readonly once: ShowOnce;
	readonly transcripts: Transcripts;
	/** Artifacts go to a folder of the session's name in it. */
	readonly artifactsDir: string;
	readonly cwd: string;
	readonly openArtifact: OpenArtifact;
	readonly clock: () => number;
}

/** One turn, or one command, on its way into a thread. */
export interface ShowScene {
	readonly thread: Thread;
	readonly alreadyShown: readonly OutboxRow[];
	/** Undefined for a thread that is not on the screen. */
	readonly view: ShowView | undefined;
}

interface Progress {
	session: string | undefined;
	turn: string | undefined;
	startedAt: number | undefined;
	usage: Usage | undefined;
	readonly calls: Map<string, { readonly tool: string; readonly title: string }>;
}

/** Shows events in order; each keyed one is posted to the transcript once and printed if it was posted now. */
export interface ShowEvents {
	show(scene: ShowScene, events: AsyncIterable<AgentEvent>, onEvent: OnEvent): Promise<void>;
	tell(scene: ShowScene, telling: Telling, onEvent: OnEvent): Promise<void>;
}

type OnEvent = (event: AgentEvent) => void;

const nothingYet = { session: undefined, turn: undefined, startedAt: undefined, usage: undefined };

export function createShowEvents(deps: ShowDeps): ShowEvents {
	return {
		show: (scene, events, onEvent) => showAll(deps, scene, { ...nothingYet, calls: new Map() }, events, onEvent),
		tell(scene, { session, turn, events }, onEvent) {
			const progress = { ...nothingYet, session, turn, startedAt: deps.clock(), calls: new Map() };
			return showAll(deps, scene, progress, events, onEvent);
		},
	};
}

async function showAll(
	deps: ShowDeps,
	scene: ShowScene,
	progress: Progress,
	events: AsyncIterable<AgentEvent> | Iterable<AgentEvent>,
	onEvent: OnEvent,
): Promise<void> {
	try {
		for await (const event of events) {
			follow(progress, event, deps.clock());
			scene.view?.see(event);
			if ('key' in event) await showKeyed(deps, scene, progress, event);
			onEvent(event);
		}
	} finally {
		scene.view?.end();
	}
}

function follow(progress: Progress, event: AgentEvent, now: number): void {
	if (event.type === 'turn-started') {
		progress.session = event.session;
		progress.turn = event.turn;
		progress.startedAt = now;
	}
	if (event.type === 'tool-started') progress.calls.set(event.callId, event);
	if (event.type === 'usage') progress.usage = added(progress.usage, event);
}

function added(sum: Usage | undefined, more: Usage): Usage {
	return {
		inputTokens: (sum?.inputTokens ?? 0) + more.inputTokens,
		outputTokens: (sum?.outputTokens ?? 0) + more.outputTokens,
	};
}

async function showKeyed(deps: ShowDeps, scene: ShowScene, progress: Progress, event: KeyedEvent): Promise<void> {
	const { once, transcripts, clock } = deps;
	const { thread, alreadyShown, view } = scene;
	const { session, turn } = progress;
	if (session === undefined || turn === undefined)
		throw new Error(`Cannot show "${event.key}": its events did not begin with "turn-started"`);
	let facts = factsOf(progress, event, clock());
	const { posted } = await once({ session, thread, turn, key: event.key }, alreadyShown, async () => {
		if (event.type === 'artifact') facts = { ...facts, saved: await save(deps, session, event) };
		const { kind, lines } = describeEvent(event, facts, plainStyle, plainWidth);
		const at = new Date(clock()).toISOString();
		const id = await transcripts.append(thread, { key: event.key, at, kind, text: lines.join('\n') });
		view?.put(event, facts);
		return id;
	});
	if (!posted) view?.drop(event);
}

function factsOf(progress: Progress, event: KeyedEvent, now: number): EventFacts {
	return {
		call: event.type === 'tool-finished' ? progress.calls.get(event.callId) : undefined,
		saved: undefined,
		usage: progress.usage,
		ms: progress.startedAt === undefined ? undefined : now - progress.startedAt,
	};
}

/** A copy that fails is told, not thrown: the artifact itself is safe. */
async function save(
	{ artifactsDir, cwd, openArtifact }: ShowDeps,
	session: string,
	event: Extract<KeyedEvent, { readonly type: 'artifact' }>,
): Promise<NonNullable<EventFacts['saved']>> {
	try {
		const path = await saveArtifact(
			{ ...event, content: contentOf(event, session, openArtifact) },
			join(artifactsDir, safeName(session)),
		);
		const near = relative(cwd, path);
		return { path: near.startsWith('..') || isAbsolute(near) ? path : near };
	} catch (error) {
		return { problem: reasonOf(error) };
	}
}
