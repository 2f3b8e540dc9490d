import type { Question } from '../../../chat/question.ts';
import { endParked } from '../../session/end-parked.ts';
import { type OpenTurn, openQuestion, outcomeOf, takenKeys } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import { waitingKey } from '../../turn/replay.ts';
import { CrashLoopError } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { isAwaited } from '../inbox/as-heard.ts';
import { finishTurn, presentTurn } from '../showing/present.ts';
import { say } from '../showing/say.ts';
import { isStop } from '../stopping/stop-order.ts';
import { handleStop } from '../stopping/stopping.ts';
import { deathsOf, logDeaths, mostDeaths } from './deaths.ts';
import { takeLateFiles } from './late-files.ts';

const why =
	'Threadsmith died three times at this step and does not try it again; whoever runs it finds in its log what happened';

/** Goes on with a turn that a crash left open. One that waits for an answer is shown again only if its question was not. */
export async function goOn(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const history = session.history();
	const { open } = history;
	const question = openQuestion(history);
	if (!open || (question && (await questionWasShown(question, deps)))) return;
	using turn = deps.running.begin(session, signal, takenKeys(open)[0]);
	await handleWaiting(session, deps);
	const deaths = await noteResumed(open, session, deps);
	if (deaths > 0) logDeaths({ session: session.id, turn: open.id, at: stepOf(open) }, deaths, deps);
	const isOver = outcomeOf(history) !== undefined;
	if (isOver && deaths >= mostDeaths) return await settleUnshown(open, session, deps, deaths);
	if (deaths >= mostDeaths) await brake(session, deps);
	await takeLateFiles(open, session, deps, turn.signal);
	await presentTurn(session, deps, turn.signal);
}

/** The newest step of an open turn, in a word. */
function stepOf({ entries }: OpenTurn): string {
	return entries.findLast(({ step }) => step.type !== 'resumed' && step.type !== 'left')?.step.type ?? 'none';
}

async function questionWasShown(question: Question, { store }: DispatchDeps): Promise<boolean> {
	const rows = await store.outbox.rows(question.session, question.turn);
	return rows.find((row) => row.key === waitingKey(question))?.id !== undefined;
}

/** Handles whatever must not wait for the turn that runs from now on, and came before it did: stops first, those of an earlier process too. */
export async function handleWaiting(session: Session, deps: DispatchDeps): Promise<void> {
	const waiting = await deps.store.inbox.waiting(session.id);
	for (const stop of waiting.filter(isStop)) await handleStop(stop, session, deps);
	for (const inbound of waiting) {
		const isOther = inbound.type !== 'message' && inbound.type !== 'word' && !isStop(inbound);
		if (isOther && deps.tooEarly.take(session.id, inbound.key)) await deps.atOnce(inbound, session);
	}
}

/** Journals that the turn goes on, and answers how often the process died at its newest step; 0 where this one has worked on it before. */
async function noteResumed(open: OpenTurn, session: Session, { self }: DispatchDeps): Promise<number> {
	const history = session.history();
	const isFirst = self.worksOn(session.id, open.id);
	const deaths = isFirst ? deathsOf(open) : 0;
	const goesOn = !outcomeOf(history) && !openQuestion(history);
	const hasLeft = open.entries.at(-1)?.step.type === 'left';
	if (isFirst || goesOn || hasLeft) await session.record({ turn: open.id, type: 'resumed', process: self.id });
	return deaths;
}

/** Journals that this process leaves the open turn, or cannot go on with it for now. */
export async function noteLeft(session: Session, { self }: DispatchDeps): Promise<void> {
	const { open } = session.history();
	if (open) await session.record({ turn: open.id, type: 'left', process: self.id });
}

/** The turn ends as failed: by itself as soon as it runs, or here where it waits for an answer that nobody could be asked for. */
async function brake(session: Session, { running, store }: DispatchDeps): Promise<void> {
	const end = { why: `Not asked: ${why}`, outcome: { outcome: 'failed' as const, reason: why } };
	if (!(await endParked(session, end, store.records))) running.stop(session.id, new CrashLoopError(why));
}

/** A turn that has ended, but whose showing ends the process: it counts as shown, and that is said, if that can be. */
async function settleUnshown(open: OpenTurn, session: Session, deps: DispatchDeps, deaths: number): Promise<void> {
	const id = session.id;
	const [first] = (await deps.store.inbox.waiting(id)).filter(({ key }) => takenKeys(open).includes(key));
	if (first && deaths === mostDeaths && isAwaited(first, session.history())) {
		const text = `What came of this cannot be shown: ${why}. It is kept in the session.`;
		await say(id, first, { text, once: `unshown-${open.id}` }, deps);
	}
	await finishTurn(open, session, deps, 'unseen');
}
