import { inTurn } from '../../../base/in-turn.ts';
import { oneLine } from '../../../base/text/cut-text.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { Inbound, MessageInbound } from '../../../chat/inbound.ts';
import { unparkToStop } from '../../session/end-parked.ts';
import type { StopOrder } from '../../session/ended-by.ts';
import { openQuestions } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import { readRecord } from '../../session/session-record.ts';
import { takenBackText } from '../../turn/replay.ts';
import { StopRequest } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { hasRight } from '../rights.ts';
import { announce } from '../showing/announce.ts';
import { say } from '../showing/say.ts';
import { keepStop, type StopInbound, wasSaidBefore } from './stop-order.ts';

/** Characters of a message that was taken back, as the journal keeps it. */
const longestKept = 200;

/** A stop, and what it is about. */
interface Scene {
	readonly stop: StopInbound;
	readonly session: Session;
	readonly deps: DispatchDeps;
	/** Messages that were said before it and have not begun. */
	readonly before: readonly MessageInbound[];
	/** A turn runs that was begun by what was said before it. */
	readonly runs: 'running' | 'stopping' | undefined;
}

/**
 * Has a stop hold for all that was said before it: the turn that runs or waits for an answer ends as stopped, what waits is taken back. It
 * is answered once: by the turn's end, or in words. Stops of one session are taken one after another; one that has been taken before is
 * left alone. True when a turn has ended that is still to be shown.
 */
export function handleStop(stop: StopInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	return inTurn(session, async () => {
		const waiting = await deps.store.inbox.waiting(session.id);
		if (!waiting.some(({ key }) => key === stop.key) || session.history().taken.has(stop.key)) return false;
		const scene = { stop, session, deps, ...scopeOf(stop, waiting, session, deps) };
		if (isForEndedTurn(scene)) return await answer(scene, 'That turn has ended already.', 'alone');
		const isUnsaid = await isForOthers(scene);
		if (!(await hasRight('participant', stop, session.folder, deps)))
			return isUnsaid ? await settleUnsaid(scene) : await refuse(scene);
		await keepStop(stop, session, deps, await whoseAlone(scene));
		return isUnsaid ? await settleUnsaid(scene) : await carryOut(scene);
	});
}

function scopeOf(
	stop: StopInbound,
	waiting: readonly Inbound[],
	session: Session,
	{ running }: DispatchDeps,
): Pick<Scene, 'before' | 'runs'> {
	const turn = running.turnOf(session.id);
	const { taken } = session.history();
	const isBefore = (inbound: Inbound) => wasSaidBefore(inbound, stop, waiting);
	const before = waiting
		.filter((inbound) => inbound.type === 'message')
		.filter((message) => isBefore(message) && !taken.has(message.key) && message.key !== turn?.by);
	const begunBy = waiting.find(({ key }) => key === turn?.by);
	const isLater = begunBy !== undefined && !isBefore(begunBy);
	return { before, runs: !turn || isLater ? undefined : turn.stops ? 'stopping' : 'running' };
}

/** A button of a turn stops no other. */
function isForEndedTurn({ stop, session }: Scene): boolean {
	const named = stop.type === 'stop' ? stop.turn : undefined;
	return named !== undefined && session.history().open?.id !== named;
}

async function carryOut(scene: Scene): Promise<boolean> {
	const { stop, session, deps, before, runs } = scene;
	const order = orderOf(scene);
	if (runs === 'running') {
		deps.running.stop(session.id, new StopRequest(order));
		// It waits until the turn has ended by it: a crash before that must not make the turn go on.
		if (stop.type === 'command') await tell(scene, 'Stopping …');
		return false;
	}
	const isIdle = !deps.running.turnOf(session.id);
	if (isIdle && openQuestions(session.history()).length > 0) {
		if (stop.type === 'command') await tell(scene, 'The question is withdrawn.');
		return await unparkToStop(session, order, deps.store.records);
	}
	const ended = isIdle ? [...(await endAgent(session, deps)), ...(await endJobs(session.id, deps))] : [];
	const words = [
		...ended,
		...(runs === 'stopping' ? ['Stopping …'] : []),
		...(before.length > 0 ? [takenBackText(before)] : []),
	];
	return await answer(scene, words.join('\n') || nothingText(isIdle));
}

/** An agent that waits for the next prompt waits no more. */
async function endAgent(session: Session, { coding }: DispatchDeps): Promise<readonly string[]> {
	const waits = coding?.waits(session.id);
	await coding?.settle(session, 'stop');
	return waits === undefined ? [] : [`Stopped: ${waits}`];
}

/** Jobs that were to go on when their turn had ended do not; what they have written stays. */
async function endJobs(session: string, { sandboxes }: DispatchDeps): Promise<readonly string[]> {
	const jobs = sandboxes.status().find((one) => one.session === session)?.jobs ?? [];
	if (jobs.length === 0) return [];
	await sandboxes.end(session);
	return jobs.map(({ command }) => `Stopped: ${shorten(oneLine(command), longestKept)}`);
}

function nothingText(isIdle: boolean): string {
	return isIdle ? 'Nothing is running.' : 'Nothing that was said before runs any more.';
}

function orderOf({ stop, before }: Scene): StopOrder {
	const takenBack = before.map(({ key, text, person }) => ({
		key,
		person: person.id,
		text: shorten(text.slice(0, 2 * longestKept), longestKept),
	}));
	return { person: stop.person.name, key: stop.key, request: 'there', takenBack };
}

/** Whether there is nothing to stop, and it names nobody where others listen: they are told nothing of us then. */
async function isForOthers({ stop, session, deps, before, runs }: Scene): Promise<boolean> {
	const isToUs = stop.type === 'command' || !stop.aside;
	const isOurs = isToUs || runs !== undefined || before.length > 0 || openQuestions(session.history()).length > 0;
	if (isOurs) return false;
	const { participants = [] } = (await readRecord(session.folder, deps.places)) ?? {};
	return participants.some(({ id }) => !deps.places.isSamePerson(id, stop.person.id));
}

async function settleUnsaid({ stop, session, deps }: Scene): Promise<false> {
	await deps.store.inbox.finish(session.lease, [stop.key]);
	return false;
}

/** Whoever stops where nobody is known yet stops what they have said themselves; an admin stops all. */
async function whoseAlone({ stop, session: { folder }, deps, before }: Scene): Promise<string | undefined> {
	if (before.length > 0 || (await readRecord(folder, deps.places))) return undefined;
	return (await hasRight('admin', stop, folder, deps)) ? undefined : stop.person.id;
}

/** Somebody may always take back what they have said themselves. */
async function refuse(scene: Scene): Promise<false> {
	const own = scene.before.filter(({ person }) => scene.deps.places.isSamePerson(person.id, scene.stop.person.id));
	const text = own.length > 0 ? `${takenBackText(own)} ${refusalOf(scene)}` : refusalOf(scene);
	return await answer({ ...scene, before: own }, text, 'alone');
}

function refusalOf({ stop, deps }: Scene): string {
	return stop.type === 'command'
		? `${deps.spell('stop', stop.thread)} is for those who take part in this session.`
		: 'Only those who take part in this session may stop it.';
}

/** Says what came of it, then ends its waiting and that of what it took back: after a crash in between the same is done and nothing said again. */
async function answer(scene: Scene, text: string, to?: 'alone'): Promise<false> {
	const { stop, session, deps, before } = scene;
	await tell(scene, text, to);
	const gone = isForEndedTurn(scene) ? [] : before;
	for (const message of gone) await announce({ type: 'taken-back', of: message.key }, message, session, deps);
	await deps.store.inbox.finish(session.lease, [...gone.map(({ key }) => key), stop.key]);
	return false;
}

async function tell({ stop, session, deps }: Scene, text: string, to?: 'alone'): Promise<void> {
	await say(session.id, stop, { text, ...(to && { to: stop.person }) }, deps);
}
