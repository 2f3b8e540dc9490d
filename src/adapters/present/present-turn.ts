import { messageOf } from '../../base/errors.ts';
import type { AgentEvent, Telling } from '../../chat/events.ts';
import type { Thread } from '../../chat/thread.ts';
import type { OutboxRow } from '../../store/store.ts';
import type { Adapter } from '../adapter.ts';
import { type Advance, advance, flush } from './advance.ts';
import type { Progress, ShowScene } from './ground.ts';
import { orElsewhere } from './next-best.ts';
import type { PresenterDeps, Show } from './presenter-deps.ts';
import { perform } from './show/perform.ts';
import { leaveBroken } from './show/settle-beside.ts';
import { createShowOnce } from './show-once.ts';
import { type TurnState, turnBegun } from './turn-state.ts';

/** Where events are to be shown. */
interface ShowAt {
	readonly thread: Thread;
	readonly alreadyShown: readonly OutboxRow[];
}

/** Shows turns on a platform, and tells what is no turn's: `Adapter.show` and `tell` for all of them. */
export function createPresenter<Message>(deps: PresenterDeps<Message>): Pick<Adapter, 'show' | 'tell'> {
	return {
		show: (thread, events, alreadyShown) => presentTurn(deps, { thread, alreadyShown }, events),
		tell: (thread, telling, alreadyShown) => presentTelling(deps, { thread, alreadyShown }, telling),
	};
}

async function presentTelling<Message>(deps: PresenterDeps<Message>, at: ShowAt, telling: Telling): Promise<void> {
	const show = await beginShow(deps, at, telling);
	try {
		for (const event of telling.events) await showNext(show, event);
		await showRest(show);
	} finally {
		await endShow(show);
	}
}

async function presentTurn<Message>(
	deps: PresenterDeps<Message>,
	at: ShowAt,
	events: AsyncIterable<AgentEvent>,
): Promise<void> {
	let show: Show<Message> | undefined;
	let lull: Lull | undefined;
	try {
		for await (const event of events) {
			await lull?.end();
			if (event.type === 'turn-started') show = await beginShow(deps, at, event);
			const current = begun(show, event);
			await showNext(current, event);
			lull = beginLull(current);
		}
		await lull?.end();
		if (show) await showRest(show);
	} finally {
		lull?.callOff();
		if (show) await endShow(show);
	}
}

function begun<Message>(show: Show<Message> | undefined, { type }: AgentEvent): Show<Message> {
	if (!show) throw new Error(`Cannot show "${type}": its events did not begin with "turn-started"`);
	return show;
}

async function beginShow<Message>(
	deps: PresenterDeps<Message>,
	at: ShowAt,
	{ session, turn, answers, by }: Pick<Telling, 'session' | 'turn'> & Partial<Telling>,
): Promise<Show<Message>> {
	const isTurn = answers === undefined;
	const progress = createProgress(turnBegun(by));
	const scene: ShowScene = { ...at, session, turn, answers, isTurn, startedAt: deps.clock.now(), progress };
	const ground = await deps.enter(scene);
	const find = (thread: Thread, key: string) => ground.surface.find(thread, key, deps.signal);
	const once = createShowOnce({ outbox: deps.outbox, find, lookUp: 'left-over' });
	return { ...scene, deps, ground, once };
}

function createProgress(first: TurnState): Progress {
	let state = first;
	return {
		now: () => state,
		move(change) {
			state = change(state);
		},
	};
}

/** Where the thread takes neither, held events are told elsewhere with the one that comes. */
async function showNext<Message>(show: Show<Message>, event: AgentEvent): Promise<void> {
	const events = [...show.progress.now().held, event];
	await orElsewhere(show, events, () => goOn(show, (state) => advance(state, event, show.isTurn)));
}

async function showRest<Message>(show: Show<Message>): Promise<void> {
	await orElsewhere(show, show.progress.now().held, async () => {
		await goOn(show, flush);
		await show.ground.live.finish();
	});
	if (show.progress.now().barred) await show.ground.nextBest?.end();
}

async function goOn<Message>(show: Show<Message>, next: (state: TurnState) => Advance): Promise<void> {
	const { state, acts } = next(show.progress.now());
	show.progress.move(() => state);
	for (const act of acts) await perform(show, act);
}

/** The events of what was journaled come at once; what comes later is new, ms. */
const lullMs = 1500;

interface Lull {
	callOff(): void;
	/** Rejects as what was done in it. */
	end(): Promise<void>;
}

/** While nothing comes, what an earlier process left is finished. */
function beginLull<Message>(show: Show<Message>): Lull {
	let work: Promise<void> | undefined;
	const callOff = show.deps.clock.after(lullMs, () => {
		work = orElsewhere(show, [], () => show.ground.live.makeWay());
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

/** A turn that could not be shown to its end goes on later: it is left without a Stop button that nobody hears. */
async function endShow<Message>(show: Show<Message>): Promise<void> {
	const { deps, ground, isTurn } = show;
	ground.signs[Symbol.dispose]();
	if (deps.signal.aborted || !isTurn) return;
	await leaveBroken(show).catch((error: unknown) => {
		// Why it was not shown to its end says more.
		if (!deps.signal.aborted) deps.log.info('Turn is left as it looks', { reason: messageOf(error) });
	});
}
