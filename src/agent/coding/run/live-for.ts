import { isOfMachine, StaleLeaseError, userMessage } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { boxName, runIn } from '../../../sandbox/boxes.ts';
import type { ToolContext } from '../../tool.ts';
import type { CodingDeps } from './coding-deps.ts';
import { broughtHome } from './halt.ts';
import { homeOf, type LiveRun, type StartOrder, startRun } from './live-run.ts';
import { runsIn, unbrought } from './run-record.ts';
import { anotherBegun, type Runs } from './runs.ts';

interface Parts {
	readonly deps: CodingDeps;
	readonly runs: Runs;
}

/**
 * The run of an order, as it lives or begun now; `notStarted`: why it cannot be, and what becomes of it, in sentences for people. Nothing of it runs then.
 * Rejects with the signal's reason, and where the machine lacks what it takes for now.
 */
export async function liveFor(
	order: StartOrder,
	{ deps, runs }: Parts,
	context: ToolContext,
): Promise<LiveRun | { readonly notStarted: string }> {
	const { folder } = context.session;
	try {
		const known = runs.of(folder.id);
		if (known?.count === order.run.count) {
			hold(known);
			if (known.underway && known.call === context.call.id) return known;
			if (known.means.driver.broken?.() === undefined && (await hasBox(known, folder.id, deps)))
				return await withInputs(known, order, { deps, runs }, context);
			await runs.end(folder, { kind: 'parked' }, known.count);
		} else if (known) await makeRoom(known, { deps, runs }, context);
		return hold(
			await raceAbort(
				runs.begin(folder, () => startRun(order, deps, context)),
				context.signal,
			),
		);
	} catch (error) {
		context.signal.throwIfAborted();
		if (isOfMachine(error) || error instanceof StaleLeaseError) throw error;
		return { notStarted: await notStarted(error, order, runs, context) };
	}
}

/** From now on it does not end by itself. */
function hold(live: LiveRun): LiveRun {
	clearTimeout(live.timer);
	live.timer = undefined;
	return live;
}

/** Those that were named since its box was started. */
async function withInputs(
	known: LiveRun,
	order: StartOrder,
	{ deps, runs }: Parts,
	{ session: { folder }, signal }: ToolContext,
): Promise<LiveRun> {
	if (order.files.length === 0) return known;
	try {
		const { boxes } = await deps.means();
		await boxes.acquire({ ...homeOf(order, folder, deps), disk: 'kept' }, signal);
		return known;
	} catch (error) {
		// Whoever comes after that finds it, or nobody does.
		runs.rest(folder, known, 'prompt');
		throw error;
	}
}

/** Boxes end by themselves, too; and are killed. */
export async function hasBox({ count }: LiveRun, session: string, { means }: CodingDeps): Promise<boolean> {
	const { boxes } = await means();
	return boxes.status().some((box) => box.session === boxName(runIn(session, count)));
}

/** The Brain's one task is over when another one begins; what the thread has is put away, and goes on at its next message. */
async function makeRoom(live: LiveRun, { deps, runs }: Parts, context: ToolContext): Promise<void> {
	const { asked, agent, count } = live;
	const { folder } = context.session;
	if (asked === 'brain') {
		const [held] = (await unbrought(folder)).filter((run) => run.count === count);
		if (held) await broughtHome(held, live, folder, deps);
		return await runs.end(folder, anotherBegun, count);
	}
	await runs.end(folder, { kind: 'parked' }, count);
	const title = 'is put away with its work, as another agent begins; your next message goes on with it';
	context.output({ id: 'put away', tool: agent.title, title, state: 'ok' });
}

/** Work is kept where there is some. */
async function notStarted(
	error: unknown,
	{ run, agent }: StartOrder,
	runs: Runs,
	{ session: { folder } }: ToolContext,
): Promise<string> {
	const why = userMessage(error).trimEnd().replace(/\.?$/, '.');
	const now = (await runsIn(folder)).find(({ count }) => count === run.count) ?? run;
	const isKept = run.asked === 'thread' && now.brought === true;
	await runs.end(folder, isKept ? { kind: 'parked' } : { kind: 'ended', outcome: `not started: ${why}` }, run.count);
	const said = `${agent.title} could not be started: ${why}`;
	if (run.asked === 'brain') return said;
	return isKept
		? `${said} Its work is kept: the next message tries again.`
		: `${said} The Brain answers here again from the next message on.`;
}
