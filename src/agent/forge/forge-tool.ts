import { type Tool, type ToolContext, type ToolOutcome, toolSpec } from '../tool.ts';
import type { ForgeDeps } from './forge-deps.ts';
import { refusalText } from './order/refusal.ts';
import { type Registry, readRegistry, updateRegistry } from './registry/registry.ts';
import { reuseRates } from './registry/reuse-rate.ts';
import { answer, disputed, givenUp, keep } from './run/conclude.ts';
import type { ForgeParts } from './run/forge-parts.ts';
import { type ForgeRun, readRun } from './run/forge-run.ts';
import { type CallParts, partsFor } from './run/parts-for.ts';
import { fullProblem, madeBy } from './run/register.ts';
import { specOf } from './spec/gate.ts';
import { orderSchema } from './spec/spec.ts';
import { specCases } from './spec/spec-cases.ts';
import { continuationIn } from './trial/continuation.ts';

const description = 'Have a general Python tool made and tested; then call it by use_tool.';

/** The Brain's `forge_tool`: the order is read and checked, tools that there are come first, the Coder writes, the sandbox tests. */
export function forgeTool(deps: ForgeDeps): Tool {
	return {
		spec: toolSpec('forge_tool', description, orderSchema),
		touches: 'makes-tools',
		ways: ['goes-on'],
		run: (given, context) => forging(() => take(given, { deps, context }), { deps, context }),
	};
}

/** Runs a call that may make a tool: it goes on where it has begun before, whoever has cut it off. */
export async function forging(begun: () => Promise<ToolOutcome>, given: CallParts): Promise<ToolOutcome> {
	const { context } = given;
	const started = await readRun(context.session.folder, context.call.id);
	const outcome = await (started ? goOn(started, given) : begun());
	if (!('ask' in outcome)) await logCounters(context);
	return outcome;
}

/** How forging does in the session so far stands in its log after each call. */
async function logCounters({ session: { folder } }: ToolContext): Promise<void> {
	const { counters, tools } = await readRegistry(folder);
	folder.log({ event: 'forge-counters', ...counters, ...reuseRates(tools) });
}

/** An order, or the answer to what an earlier one has left in dispute. */
async function take(said: unknown, given: CallParts): Promise<ToolOutcome> {
	const asked = continuationIn(said);
	if (!asked) return begin(said, given);
	const { continueRun, dropByBrain, unknownRun } = await import('./run/continue-run.ts');
	const known = (await continueRun(asked, given)) ?? (await dropByBrain(asked, given));
	return known ?? (asked.mayBeOrder ? begin(said, given) : unknownRun(asked, given));
}

async function begin(ordered: unknown, given: CallParts): Promise<ToolOutcome> {
	const { folder } = given.context.session;
	// With schemas and their library only once something is ordered.
	const { readOrder } = await import('./order/read-order.ts');
	const { order, taken, faults } = await readOrder(ordered, (await readRegistry(folder)).tools);
	if (!order) return sendBack({ faults, taken }, given);
	const spec = specOf(order);
	const { settleDisputes } = await import('./run/continue-run.ts');
	await settleDisputes(order, given);
	const { lookFirst } = await import('./spec/look-first.ts');
	const found = await lookFirst(spec, order.anyway === true, given);
	if (found !== undefined) {
		await updateRegistry(folder, countReuse);
		return { ok: true, text: found };
	}
	return startRun(order, taken, given);
}

/** Begins a run of an order that has passed the gate. It is kept before anything is paid for. */
export async function startRun(
	order: ForgeRun['spec'],
	taken: readonly string[],
	given: CallParts,
): Promise<ToolOutcome> {
	const spec = specOf(order);
	const full = fullProblem(await readRegistry(given.context.session.folder), spec);
	const parts = full ?? (await partsFor(spec, given));
	if (typeof parts === 'string') return { ok: false, text: `${parts}.` };
	const tests = spec.script && { tests: [...specCases(spec)] };
	const { languagesIn } = await import('./draft/languages.ts');
	const languages = [...languagesIn([order.purpose, ...saidIn(given.context)])];
	const run: ForgeRun = {
		version: 1,
		spec: order,
		taken: [...taken],
		...tests,
		languages,
		tries: [],
		answers: [],
		outcome: 'open',
	};
	await keep(run, parts);
	return work(run, parts);
}

/** Messages by which the languages of a thread are known. */
const mostSaid = 5;

/** The last messages of people, without the lines in brackets, which are ours. */
function saidIn({ session }: ToolContext): readonly string[] {
	const texts = session.history().messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
	return texts.slice(-mostSaid).map((text) => text.slice(0, 5_000).replaceAll(/^\[.*$/gm, ''));
}

/** An order that must be mended; with the first one of a session a whole one is shown. */
async function sendBack(
	reading: Parameters<typeof refusalText>[0],
	{ context: { session } }: CallParts,
): Promise<ToolOutcome> {
	const { counters } = await updateRegistry(session.folder, countSentBack);
	return { ok: false, text: refusalText(reading, counters.sentBack === 1) };
}

function countSentBack(registry: Registry): Registry {
	const { counters } = registry;
	return { ...registry, counters: { ...counters, sentBack: (counters.sentBack ?? 0) + 1 } };
}

/** Goes on with a call that was left: by a question, or by the end of the process. */
async function goOn(run: ForgeRun, given: CallParts): Promise<ToolOutcome> {
	const { call, session } = given.context;
	const made = await madeBy(call.id, session.folder);
	if (made) return answer(run, made.manifest, given);
	if (run.outcome === 'given-up' || run.outcome === 'registered')
		return { ok: false, text: givenUp(run, run.reason ?? 'it was taken away again') };
	const parts = await partsFor(specOf(run.spec), given);
	if (typeof parts === 'string') return { ok: false, text: `${parts}.` };
	return run.outcome === 'disputed' ? disputed(run, parts) : work(run, parts);
}

/** Its modules and their libraries are loaded with the first spec: 3 MB and 20 ms that no start pays. */
async function work(run: ForgeRun, parts: ForgeParts): Promise<ToolOutcome> {
	const { workOn } = await import('./run/work-on.ts');
	return workOn(run, parts);
}

function countReuse(registry: Registry): Registry {
	const { counters } = registry;
	return { ...registry, counters: { ...counters, orders: counters.orders + 1, reused: counters.reused + 1 } };
}
