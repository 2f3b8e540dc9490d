import { sleep } from '../../../base/clock.ts';
import type { ShowScene } from '../ground.ts';
import type { ProgressLine } from '../progress-line.ts';
import { footerOf } from '../show/settle-beside.ts';
import { createLiveContent, type LineKey, type LiveView } from './live-content.ts';
import type { LiveMessageDeps } from './live-deps.ts';
import { handleFailure } from './live-failures.ts';
import { createLivePost } from './live-post.ts';
import {
	ending,
	endOf,
	type LiveEnd,
	type LivePart,
	type LiveState,
	liveBegun,
	over,
	postedAs,
	showed,
	woken,
} from './live-state.ts';
import { move, viewOf, type Work } from './live-work.ts';

/** Shows a turn while it runs, by one message that is edited. Nothing is posted before there is something to see, and nothing here waits for the platform. */
export interface LiveMessage {
	/** Words of the Brain in its step number `step`, as they stream. */
	say(step: number, delta: string): void;
	/** A line, whose key the outbox knows: it gets its id when the line has really been shown. */
	put(line: ProgressLine, key?: LineKey): void;
	/** Resolves when its message is there, or cannot be: what is posted then stands below it. At once where there is nothing to be posted. */
	begun(): Promise<void>;
	/**
	 * Gives it its last form: its lines with a footer and without words and Stop; one without lines is taken away. Resolves with the keys
	 * of lines that could not be shown. Rejects with what the outbox rejected with, with the signal's reason, or when the platform was away for all tries.
	 */
	settle(end: LiveEnd): Promise<readonly string[]>;
	state(): LiveState;
}

/** A short answer that comes sooner is one post. */
const lazyMs = 700;
const lazyCharacters = 300;
/** `take`: takes the next number of the turn's live messages. */
export function createLiveMessage<Message>(
	deps: LiveMessageDeps<Message>,
	scene: ShowScene,
	take: () => LivePart,
): LiveMessage {
	const work: Work<Message> = {
		...{ deps, scene, take, content: createLiveContent(), post: createLivePost(deps, scene) },
		...{ hurry: Promise.withResolvers<void>(), begun: Promise.withResolvers<void>() },
		state: liveBegun(take()),
		...{ isWorking: false, working: undefined },
	};
	let callOff: (() => void) | undefined;
	const wake = () => {
		callOff?.();
		move(work, woken);
		if (!work.isWorking) work.working = showAll(work);
	};
	return {
		say(step, delta) {
			if (endOf(work.state)) return;
			const size = work.content.say(step, delta);
			if (work.state.phase.kind !== 'quiet' || size >= lazyCharacters) wake();
			else callOff ??= deps.clock.after(lazyMs, wake);
		},
		put(line, key) {
			work.content.put(line, key);
			wake();
		},
		begun: async () => (viewOf(work).lines.length > 0 ? await work.begun.promise : undefined),
		async settle(end) {
			move(work, (state) => ending(state, end));
			work.hurry.resolve();
			wake();
			await work.working;
			const { phase } = work.state;
			if (phase.kind === 'over' && phase.failure !== undefined) throw phase.failure;
			// Whoever shows it now notes what is shown.
			deps.signal.throwIfAborted();
			return work.content.stands(viewOf(work));
		},
		state: () => work.state,
	};
}

/** One request at a time, each with what is the newest then. */
async function showAll<Message>(work: Work<Message>): Promise<void> {
	work.isWorking = true;
	while (hasMore(work)) {
		await pauseNow(work);
		await showNewest(work);
	}
	if (work.state.phase.kind === 'over' || work.deps.signal.aborted) work.begun.resolve();
	work.isWorking = false;
}

function hasMore<Message>(work: Work<Message>): boolean {
	const { kind } = work.state.phase;
	if (kind === 'over' || work.deps.signal.aborted) return false;
	return kind === 'ending' || (kind === 'showing' && hasNews(work));
}

/** Nothing is posted that says nothing. */
function hasNews<Message>(work: Work<Message>): boolean {
	const { version, lines, words } = viewOf(work);
	const { shown, part } = work.state;
	return version !== shown.version && (part.id !== undefined || lines.length > 0 || words.trim() !== '');
}

/** Whoever ends it does not wait for the next edit's time, but for the platform's limit. */
async function pauseNow<Message>({ deps, state, hurry }: Work<Message>): Promise<void> {
	const { clock, signal } = deps;
	const ms = state.pause.until - clock.now();
	if (ms <= 0) return;
	const calledOff = new AbortController();
	const slept = sleep(clock, ms, AbortSignal.any([signal, calledOff.signal])).catch(() => {});
	await (state.pause.isFirm ? slept : Promise.race([slept, hurry.promise]));
	calledOff.abort();
}

/** A failure of the platform is seen to; one of the outbox ends it. */
async function showNewest<Message>(work: Work<Message>): Promise<void> {
	if (work.deps.signal.aborted) return;
	const end = endOf(work.state);
	try {
		await showView(work, viewOf(work), end).catch((error: unknown) => handleFailure(work, error, end !== undefined));
	} catch (error) {
		move(work, (state) => over(state, error));
	}
}

async function showView<Message>(work: Work<Message>, view: LiveView, end: LiveEnd | undefined): Promise<void> {
	if (end && view.lines.length === 0) return await takeAway(work, end);
	const { deps, scene } = work;
	const id = await bring(work, view, end);
	if (id === undefined) return;
	const seen = { at: deps.clock.now(), version: view.version, pauseMs: deps.editMs };
	move(work, (state) => showed(state, seen));
	for (const key of work.content.stands(view)) await deps.outbox.sent(scene.session, key, id);
	if (end) await finish(work, id, end);
}

/** Undefined: there is a message now, which does not show this yet. */
async function bring<Message>(
	work: Work<Message>,
	{ lines, words }: LiveView,
	end: LiveEnd | undefined,
): Promise<string | undefined> {
	const { post, deps, scene } = work;
	const { number, id } = work.state.part;
	const form = end
		? { lines, words: '', footer: end.footer, stop: false }
		: { lines, words, footer: footerOf(scene, deps.clock.now()), stop: true };
	if (id !== undefined) {
		await post.edit(id, number, form);
		return id;
	}
	const shown = await post.begin(number, form);
	move(work, (state) => postedAs(state, shown.id));
	work.begun.resolve();
	return shown.posted ? shown.id : undefined;
}

async function takeAway<Message>(work: Work<Message>, end: LiveEnd): Promise<void> {
	const { number, id, isLeft } = work.state.part;
	const there = id ?? (isLeft ? await work.post.findLeft(number) : undefined);
	if (there === undefined) return move(work, (state) => over(state));
	await end.after.catch(() => {});
	await work.post.remove(there);
	await finish(work, there, end);
}

async function finish<Message>(work: Work<Message>, id: string, { broken }: LiveEnd): Promise<void> {
	move(work, (state) => over(state));
	if (!broken) await work.post.close(work.state.part.number, id);
}
