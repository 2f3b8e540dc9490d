import type { ToolContext, ToolOutcome } from '../../tool.ts';
import { readRegistry } from '../registry/registry.ts';
import { reuseRates } from '../registry/reuse-rate.ts';
import { specOf } from '../spec/gate.ts';
import { specCases } from '../spec/spec-cases.ts';
import { answer, disputed, givenUp, keep } from './conclude.ts';
import type { ForgeParts } from './forge-parts.ts';
import { type ForgeRun, readRun } from './forge-run.ts';
import { type CallParts, partsFor } from './parts-for.ts';
import { fullProblem, madeBy } from './register.ts';

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
	const { languagesIn } = await import('../draft/languages.ts');
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
	const { workOn } = await import('./work-on.ts');
	return workOn(run, parts);
}
