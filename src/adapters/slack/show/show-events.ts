import { messageOf } from '../../../base/errors.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { OutboxRow } from '../../../store/store.ts';
import { createShowOnce } from '../../show-once.ts';
import { findPosted } from '../api/find-posted.ts';
import { createPostOnce } from '../api/post-once.ts';
import { earlierParts } from '../live/settle-earlier.ts';
import { createStreamLatch } from '../live/stream-latch.ts';
import { hasRoot, placeOf, placeOfKey } from '../thread-keys.ts';
import { createEarlierLines } from './earlier-lines.ts';
import { finishEarlier } from './finish-earlier.ts';
import { putFiles, putLine } from './live-lines.ts';
import { liveOf } from './live-of.ts';
import { noteUnshown, orElsewhere } from './next-best.ts';
import { postTogether } from './post-together.ts';
import { createSessionStatuses } from './session-status.ts';
import { settleLive } from './settle-live.ts';
import { showAnswer } from './show-answer.ts';
import { type ArtifactEvent, showArtifacts } from './show-artifacts.ts';
import type { Show, ShowDeps, ShowEventsDeps } from './show-deps.ts';
import { showEnd } from './show-end.ts';
import { comesAfter, type NoticeEvent, showNotice } from './show-notice.ts';
import { showPrivately } from './show-privately.ts';
import { closeQuestion, showQuestion } from './show-question.ts';
import { showWaiting, unmark } from './show-waiting.ts';
import { takeEarlierAstray } from './take-astray.ts';
import { createWaitingMarks } from './waiting-marks.ts';

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
		find,
		latch: createStreamLatch(),
		once: createShowOnce({ outbox: parts.outbox, find, lookUp: 'left-over' }),
		statuses: createSessionStatuses(parts),
		marks: createWaitingMarks(parts),
	};
	return async (thread, events, alreadyShown) => {
		if (!hasRoot(thread)) return await showPrivately(deps, thread, events, alreadyShown);
		await showAll(deps, thread, events, alreadyShown);
	};
}

async function showAll(deps: ShowDeps, ...[thread, events, alreadyShown]: Parameters<ShowEvents>): Promise<void> {
	const held: Held[] = [];
	let show: Show | undefined;
	let lull: Lull | undefined;
	try {
		for await (const event of events) {
			await lull?.end();
			if (event.type === 'turn-started') show = await beginShow(deps, { thread, alreadyShown, event });
			const current = begun(show, event);
			await orElsewhere(deps, current, [...held, event], () => showNext(deps, current, event, held));
			lull = beginLull(deps, current);
		}
		await lull?.end();
		if (show) await showRest(deps, show, held);
	} finally {
		lull?.callOff();
		if (show) await endShow(deps, show);
	}
}

async function showRest(deps: ShowDeps, show: Show, held: Held[]): Promise<void> {
	await orElsewhere(deps, show, [...held], async () => {
		await showHeld(deps, show, held);
		await finishEarlier(deps, show);
	});
	if (show.barred !== undefined) await noteUnshown(deps, show);
}

/** The events of what was journaled come at once; what comes later is new, ms. */
const lullMs = 1500;

interface Lull {
	callOff(): void;
	/** Rejects as what was done in it. */
	end(): Promise<void>;
}

/** While nothing comes, what an earlier process left is finished. */
function beginLull(deps: ShowDeps, show: Show): Lull {
	let work: Promise<void> | undefined;
	const callOff = deps.clock.after(lullMs, () => {
		work = orElsewhere(deps, show, [], () => finishEarlier(deps, show));
		work.catch(() => {});
	});
	return {
		callOff,
		async end() {
			callOff();
			await work;
		},
	};
}

function begun(show: Show | undefined, { type }: AgentEvent): Show {
	if (!show) throw new Error(`Cannot show "${type}": its events did not begin with "turn-started"`);
	return show;
}

/** What is shown together with those of its kind that follow it. */
type Held = ArtifactEvent | NoticeEvent;

async function showNext(deps: ShowDeps, show: Show, event: AgentEvent, held: Held[]): Promise<void> {
	const isHeld = event.type === 'artifact' || comesAfter(show, event);
	if (!isHeld || held.some(({ type }) => type !== event.type)) await showHeld(deps, show, held);
	if (isHeld) held.push(event);
	else await showOne(deps, show, event);
}

async function showHeld(deps: ShowDeps, show: Show, held: Held[]): Promise<void> {
	const events = held.splice(0);
	const artifacts = events.filter((event) => event.type === 'artifact');
	if (artifacts.length > 0) await showArtifacts(deps, show, artifacts);
	const notices = events.filter((event) => event.type === 'notice');
	if (notices.length > 0) await postTogether(deps, show, notices);
}

interface Beginning {
	readonly thread: Thread;
	readonly alreadyShown: readonly OutboxRow[];
	readonly event: Extract<AgentEvent, { type: 'turn-started' }>;
}

async function beginShow(deps: ShowDeps, { thread, alreadyShown, event }: Beginning): Promise<Show> {
	const { session, turn, answers, by } = event;
	await takeEarlierAstray(deps, { thread, session, alreadyShown });
	const isTurn = answers === undefined;
	if (isTurn) void deps.statuses.set(thread, 'processing');
	return {
		thread,
		place: placeOf(thread),
		session,
		turn,
		answers,
		by,
		isTurn,
		alreadyShown,
		startedAt: deps.clock.now(),
		calls: new Map(),
		running: isTurn ? deps.running.begin(thread) : { add: () => {}, [Symbol.dispose]: () => {} },
		earlier: createEarlierLines(earlierParts(turn, alreadyShown)),
		kept: [],
		after: undefined,
		live: undefined,
		barred: undefined,
		unsaid: [],
		last: undefined,
		usedTools: false,
		answered: false,
		ended: false,
		tokens: 0,
	};
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
		case 'taken-back':
			return await unmark(deps, show, event.of);
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
	{ of, by, files }: Extract<AgentEvent, { type: 'taken' }>,
): Promise<void> {
	show.by ??= by;
	show.after ??= of.map((key) => placeOfKey(key)?.ts).find((ts) => ts !== undefined);
	for (const key of of) {
		show.running.add(key);
		void unmark(deps, show, key);
	}
	putFiles(
		deps,
		show,
		files.map(({ name, size }) => ({ type: 'file', name, size })),
	);
}

/**
 * A turn that could not be shown to its end goes on later: it is left without a Stop button that nobody hears, and without the face of one
 * that has ended.
 */
async function endShow(deps: ShowDeps, show: Show): Promise<void> {
	show.running[Symbol.dispose]();
	if (deps.signal.aborted || !show.isTurn) return;
	if (!show.ended) deps.statuses.leave(show.thread);
	await settleLive(deps, show, true).catch((error: unknown) => {
		// Why it was not shown to its end says more.
		if (!deps.signal.aborted) deps.log.info('Slack turn is left as it looks', { reason: messageOf(error) });
	});
}
