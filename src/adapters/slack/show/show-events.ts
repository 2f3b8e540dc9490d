import type { AgentEvent } from '../../../agent/events.ts';
import type { Thread } from '../../../store/inbound.ts';
import type { OutboxRow } from '../../../store/store.ts';
import { createShowOnce } from '../../show-once.ts';
import { earlierParts } from '../live/settle-earlier.ts';
import { createStreamLatch } from '../live/stream-latch.ts';
import { placeOf, placeOfKey } from '../thread-keys.ts';
import { findPosted } from '../web/find-posted.ts';
import { createPostOnce } from '../web/post-once.ts';
import { finishEarlier, liveOf, putLine } from './live-lines.ts';
import { createSessionStatuses } from './session-status.ts';
import { settleLive, showAnswer } from './show-answer.ts';
import { type ArtifactEvent, showArtifacts } from './show-artifacts.ts';
import type { Show, ShowDeps, ShowEventsDeps } from './show-deps.ts';
import { showEnd } from './show-end.ts';
import { showNotice } from './show-notice.ts';
import { isPrivate, showPrivately } from './show-privately.ts';
import { closeQuestion, showQuestion } from './show-question.ts';
import { showWaiting, unmark } from './show-waiting.ts';

/** Shows the events of a turn, or of a command's answer, in a thread: `Adapter.show` for Slack. */
export type ShowEvents = (
	thread: Thread,
	events: AsyncIterable<AgentEvent>,
	alreadyShown: readonly OutboxRow[],
) => Promise<void>;

export function createShowEvents(parts: ShowEventsDeps): ShowEvents {
	const find = (thread: Thread, key: string) => findPosted(parts, { thread, key }, parts.signal);
	const deps: ShowDeps = {
		...parts,
		postOnce: createPostOnce(parts),
		latch: createStreamLatch(),
		once: createShowOnce({ outbox: parts.outbox, find, lookUp: 'left-over' }),
		statuses: createSessionStatuses(parts),
	};
	return async (thread, events, alreadyShown) => {
		if (isPrivate(thread)) return await showPrivately(deps, thread, events, alreadyShown);
		await showAll(deps, thread, events, alreadyShown);
	};
}

async function showAll(deps: ShowDeps, ...[thread, events, alreadyShown]: Parameters<ShowEvents>): Promise<void> {
	const artifacts: ArtifactEvent[] = [];
	let show: Show | undefined;
	try {
		for await (const event of events) {
			if (event.type === 'turn-started') show = beginShow(deps, { thread, alreadyShown, event });
			await showNext(deps, begun(show, event), event, artifacts);
		}
		if (show) await handOverAll(deps, show, artifacts);
		if (show) await finishEarlier(deps, show);
	} finally {
		if (show) await endShow(deps, show);
	}
}

function begun(show: Show | undefined, { type }: AgentEvent): Show {
	if (!show) throw new Error(`Cannot show "${type}": its events did not begin with "turn-started"`);
	return show;
}

/** Artifacts that follow each other are handed over together. */
async function showNext(deps: ShowDeps, show: Show, event: AgentEvent, artifacts: ArtifactEvent[]): Promise<void> {
	if (event.type === 'artifact') return void artifacts.push(event);
	await handOverAll(deps, show, artifacts);
	await showOne(deps, show, event);
}

interface Beginning {
	readonly thread: Thread;
	readonly alreadyShown: readonly OutboxRow[];
	readonly event: Extract<AgentEvent, { type: 'turn-started' }>;
}

function beginShow(deps: ShowDeps, { thread, alreadyShown, event }: Beginning): Show {
	const { session, turn } = event;
	const isTurn = !turn.startsWith('in-');
	if (isTurn) deps.statuses.set(thread, 'processing');
	return {
		thread,
		place: placeOf(thread),
		session,
		turn,
		isTurn,
		alreadyShown,
		startedAt: deps.clock.now(),
		calls: new Map(),
		running: isTurn ? deps.running.begin(thread) : { add: () => {}, [Symbol.dispose]: () => {} },
		earlier: earlierParts(turn, alreadyShown),
		earlierLines: [],
		earlierKeys: [],
		kept: [],
		after: undefined,
		live: undefined,
		last: undefined,
		usedTools: false,
		answered: false,
		ended: false,
		tokens: 0,
	};
}

async function handOverAll(deps: ShowDeps, show: Show, artifacts: ArtifactEvent[]): Promise<void> {
	if (artifacts.length > 0) await showArtifacts(deps, show, artifacts.splice(0));
}

async function showOne(deps: ShowDeps, show: Show, event: Exclude<AgentEvent, ArtifactEvent>): Promise<void> {
	switch (event.type) {
		case 'text':
			return liveOf(deps, show).say(event.step, event.delta);
		case 'usage':
			show.tokens += event.inputTokens + event.outputTokens;
			return;
		case 'taken':
			return await showTaken(deps, show, event);
		case 'waiting':
			return await showWaiting(deps, show, event.of, event.steers);
		case 'message':
			if (event.final) return await showAnswer(deps, show, event.key, event.text);
			return await putLine(deps, show, event.key, { type: 'said', text: event.text });
		case 'notice':
			return await showNotice(deps, show, event);
		case 'question':
			return await showQuestion(deps, show, event.key, event.question);
		case 'question-closed':
			return await closeQuestion(deps, show, event);
		case 'turn-ended':
			return await showEnd(deps, show, event);
		case 'tool-started':
		case 'tool-finished':
			return await showTool(deps, show, event);
		case 'turn-started':
		case 'reasoning':
		case 'tool-output':
			return;
	}
}

type ToolEvent = Extract<AgentEvent, { type: 'tool-started' | 'tool-finished' }>;

async function showTool(deps: ShowDeps, show: Show, event: ToolEvent): Promise<void> {
	show.usedTools = true;
	const { callId } = event;
	if (event.type === 'tool-started') {
		const { tool, title } = event;
		show.calls.set(callId, { tool, title });
		return await putLine(deps, show, event.key, { type: 'tool', callId, tool, title, state: 'running' });
	}
	const { tool, title } = show.calls.get(callId) ?? { tool: 'tool', title: '' };
	const { ok, summary, ms } = event;
	const state = ok ? 'ok' : 'failed';
	await putLine(deps, show, event.key, { type: 'tool', callId, tool, title, state, summary, ms });
}

/** Files are told first of all; what waited waits no more. */
async function showTaken(
	deps: ShowDeps,
	show: Show,
	{ of, files }: Extract<AgentEvent, { type: 'taken' }>,
): Promise<void> {
	show.after ??= of.map((key) => placeOfKey(key)?.ts).find((ts) => ts !== undefined);
	for (const key of of) {
		show.running.add(key);
		void unmark(deps, show, key);
	}
	if (files.length === 0) return;
	const lines = files.map(({ name, size }) => ({ type: 'file', name, size }) as const);
	// They come again after a restart, without a key: an earlier live message tells them then.
	if (show.earlier.left.length > 0) show.earlierLines.push(...lines);
	else if (show.earlier.next === 1 || show.live)
		for (const line of lines)
			void liveOf(deps, show)
				.put(line)
				.catch(() => {});
}

/** Whatever happened, nothing is left as if it were under way. A live message that is still there belongs to a turn that could not be shown to its end. */
async function endShow(deps: ShowDeps, show: Show): Promise<void> {
	show.running[Symbol.dispose]();
	if (deps.signal.aborted || !show.isTurn) return;
	if (!show.ended) deps.statuses.set(show.thread, 'active');
	await settleLive(deps, show, true);
}
