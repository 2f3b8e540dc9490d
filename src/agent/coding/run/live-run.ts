import { ProblemError } from '../../../base/errors.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { GatewayNotice, GatewayRun } from '../../../gateway/gateway.ts';
import { type Boxes, type BoxHome, boxName, DiskLostError, runIn } from '../../../sandbox/boxes.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { ToolContext } from '../../tool.ts';
import { type CodingAgent, gatewayUrl } from '../coding-agent.ts';
import type { Driver } from '../driver.ts';
import { type CodingDeps, onlyNamed } from './coding-deps.ts';
import { pickModel } from './pick-model.ts';
import { changeRun, nothingSpent, type RunRecord, runsIn, type Spent } from './run-record.ts';
import { createPayment, type Payment } from './spending/pay.ts';
import type { Underway } from './underway.ts';

/** A run whose agent is there. Disposing ends it, and its box; its disk stays. */
export interface LiveRun extends AsyncDisposable {
	/** Of its session. */
	readonly count: number;
	readonly asked: RunRecord['asked'];
	readonly agent: CodingAgent;
	readonly means: Means;
	/** `told`: the agent knows all that was said to it. Else it was started anew on work that is `kept`, or `lost`, and knows nothing. */
	past: 'told' | 'kept' | 'lost';
	/** A prompt that goes on, or waits for people. */
	underway: Underway | undefined;
	/** The call that has begun that. */
	call: string | undefined;
	/** The question whose answer it was given last. */
	answered: string | undefined;
	/** As the gateway had counted when a prompt was begun or gone on with, and when that was (`performance.now()`); undefined: that is kept. */
	counted: { readonly ledger: ReturnType<GatewayRun['ledger']>; readonly began: number } | undefined;
	/** Taken by its newest prompt until that was last kept, without the time that people took to answer. */
	whole: Spent;
	/** Ends it when nobody has come for so long; undefined: somebody has. */
	timer: NodeJS.Timeout | undefined;
}

/** The means of a live run. */
export interface Means {
	readonly box: Sandbox;
	readonly driver: Driver;
	readonly keys: GatewayRun;
	readonly payment: Payment;
	/** Takes what people are to hear of the run since it was last asked. */
	readonly notices: () => readonly string[];
}

export interface StartOrder {
	readonly run: RunRecord;
	readonly agent: CodingAgent;
	/** Inputs that come along. */
	readonly files: readonly string[];
}

/**
 * Starts an agent in its box, with a copy of the folder where the run's disk has none yet. Rejects with `ProblemError` or the signal's reason, and
 * otherwise with a sentence for people; nothing of it runs then.
 */
export async function startRun(order: StartOrder, deps: CodingDeps, context: ToolContext): Promise<LiveRun> {
	const { run, agent } = order;
	await using undo = new AsyncDisposableStack();
	const home = homeOf(order, context.session.folder, deps);
	const id = home.run;
	const { boxes, gateway } = await deps.means();
	undo.defer(() => boxes.end(id));
	const { box, said, past } = await boxWithFolder(order, { ...home, disk: 'made' }, deps, context);
	refuseRuntime(agent, id, boxes);
	const payment = createPayment();
	const onNotice = ({ sentence }: GatewayNotice) => void said.push(sentence);
	const keys = undo.use(
		gateway.open({ run: id, agent: agent.name, limits: deps.limits, budget: payment.budget, onNotice }),
	);
	const driver = undo.use(await openDriver(order, { box, keys }, deps, context));
	const held = undo.move();
	return {
		count: run.count,
		asked: run.asked,
		agent,
		means: { box, driver, keys, payment, notices: () => said.splice(0) },
		past,
		underway: undefined,
		call: undefined,
		answered: undefined,
		counted: undefined,
		whole: nothingSpent,
		timer: undefined,
		[Symbol.asyncDispose]: () => held.disposeAsync(),
	};
}

/** A box for it, with the inputs that come along. Pure. */
export function homeOf(
	{ run, files }: Pick<StartOrder, 'run' | 'files'>,
	{ id, files: { trees } }: Pick<SessionFolder, 'id' | 'files'>,
	{ limits }: Pick<CodingDeps, 'limits'>,
): Omit<BoxHome, 'disk'> {
	const inputs = onlyNamed(trees.inputs, new Set(files));
	return { run: runIn(id, run.count), session: id, diskBytes: limits.diskBytes, inputs };
}

interface Filled extends Pick<LiveRun, 'past'> {
	readonly box: Sandbox;
	/** Sentences about it for people. */
	readonly said: string[];
}

/** The box on the disk that the run has worked on; where that is lost, or it has none yet, a new one with a copy of the folder. */
async function boxWithFolder(
	order: StartOrder,
	home: BoxHome,
	deps: CodingDeps,
	context: ToolContext,
): Promise<Filled> {
	const { run, agent } = order;
	const { boxes } = await deps.means();
	const kept = run.brought && (await keptBox(run, { ...home, disk: 'kept' }, deps, context));
	if (kept) return { box: kept, said: [], past: 'kept' };
	// It must not be taken for one that was worked on, whenever this ends.
	if (run.brought) await changeRun(context.session.folder, run.count, ({ brought: _, ...now }) => now);
	// A process may have begun to copy, and died before it had kept that it was done.
	await boxes.remove(home.run);
	const box = await boxes.acquire(home, context.signal);
	const left = await bringIn(run, box, deps, context);
	const past = run.brought || run.prompts > 0 ? 'lost' : 'told';
	return { box, said: [...(past === 'lost' ? [lostText(agent)] : []), ...left], past };
}

function lostText({ title }: CodingAgent): string {
	return `The disk that ${title} had worked on is lost, with what it had not brought back: it was given a new copy of the folder, in which nothing was changed for that.`;
}

/** Undefined where its disk is gone, or holds nothing any more. */
async function keptBox(
	run: RunRecord,
	home: BoxHome,
	{ means, work }: CodingDeps,
	{ sandbox, signal }: ToolContext,
): Promise<Sandbox | undefined> {
	const { boxes } = await means();
	const box = await boxes.acquire(home, signal).catch((error: unknown) => {
		if (error instanceof DiskLostError) return undefined;
		throw error;
	});
	if (box === undefined) return undefined;
	const copy = { session: await sandbox(), box, folder: run.folder, name: nameOf(run) };
	return (await work.isEmptied(copy, signal)) ? undefined : box;
}

/** Answers sentences about what was left out. */
async function bringIn(
	run: RunRecord,
	box: Sandbox,
	{ work }: CodingDeps,
	{ session: { folder }, sandbox, signal }: ToolContext,
): Promise<readonly string[]> {
	const others = (await runsIn(folder)).filter(({ count, state }) => count !== run.count && state !== 'ended');
	const copy = { session: await sandbox(), box, folder: run.folder, name: nameOf(run), spare: others.map(nameOf) };
	return await work.bringIn(copy, signal);
}

/** Names a run in its session, for files. Pure. */
export function nameOf({ agent, count }: Pick<RunRecord, 'agent' | 'count'>): string {
	return `${agent}-${count}`;
}

async function openDriver(
	{ run, agent }: StartOrder,
	{ box, keys }: Pick<Means, 'box' | 'keys'>,
	{ work, limits: { minutes } }: CodingDeps,
	{ signal }: ToolContext,
): Promise<Driver> {
	const { model, ask, ...options } = run.options;
	const picked = pickModel(agent, typeof model === 'string' ? model : undefined, keys.offers);
	if ('why' in picked) throw new Error(picked.why);
	const facts = { key: keys.key, model: picked.model, baseUrl: gatewayUrl, asking: ask === true };
	return await work.openDriver({ box, agent, facts, options, keys, minutes }, signal);
}

function refuseRuntime({ run, title }: CodingAgent, id: string, boxes: Boxes): void {
	const runtime = boxes.status().find(({ session }) => session === boxName(id))?.runtime ?? '';
	const why = 'notOn' in run ? run.notOn?.[runtime] : undefined;
	if (why !== undefined) throw new ProblemError(shorten(why, 300), `Set AGENT_RUNTIME to one on which ${title} runs`);
}
