import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import type { ForgeDeps } from './forge-deps.ts';
import { readRegistry, updateRegistry } from './registry/registry.ts';
import { reuseRates } from './registry/reuse-rate.ts';
import { answer, givenUp, keep } from './run/conclude.ts';
import type { ForgeParts } from './run/forge-parts.ts';
import { type ForgeRun, readRun } from './run/forge-run.ts';
import { checkRepair, inheritedCases, readFormer } from './run/former.ts';
import { fullProblem, madeBy } from './run/register.ts';
import { checkSpec, specOf } from './spec/gate.ts';
import { type ForgeSpec, type RawSpec, specSchema } from './spec/spec.ts';

/** The Brain's `forge_tool`: the spec is checked, tools that there are come first, the Coder writes, the sandbox tests. */
export function forgeTool(deps: ForgeDeps): Tool {
	return defineTool({
		name: 'forge_tool',
		goesOn: true,
		description: 'Have a general Python tool made and tested when none does the job; then call it by use_tool.',
		args: specSchema,
		run: async (raw, context) => {
			const started = await readRun(context.session.folder, context.call.id);
			const outcome = await (started ? goOn(started, { deps, context }) : begin(raw, { deps, context }));
			if (!('ask' in outcome)) await logCounters(context);
			return outcome;
		},
	});
}

/** How forging does in the session so far stands in its log after each call. */
async function logCounters({ session: { folder } }: ToolContext): Promise<void> {
	const { counters, tools } = await readRegistry(folder);
	folder.log({ event: 'forge-counters', ...counters, ...reuseRates(tools) });
}

type CallParts = Pick<ForgeParts, 'deps' | 'context'>;

async function begin(raw: RawSpec, given: CallParts): Promise<ToolOutcome> {
	const spec = await checkSpec(raw);
	if (typeof spec === 'string') return { ok: false, text: `${spec}. Order it again.` };
	const { folder } = given.context.session;
	const { lookFirst } = await import('./spec/look-first.ts');
	const found = await lookFirst(spec, raw.anyway === true, given);
	if (found !== undefined) {
		await updateRegistry(folder, countReuse);
		return { ok: true, text: found };
	}
	const full = fullProblem(await readRegistry(folder), spec);
	const parts = full ?? (await partsFor(spec, given));
	if (typeof parts === 'string') return { ok: false, text: `${parts}.` };
	const run: ForgeRun = { version: 1, spec: raw, tries: [], answers: [], outcome: 'open' };
	await keep(run, parts);
	return work(run, parts);
}

/** Goes on with a call that was left: by a question, or by the end of the process. */
async function goOn(run: ForgeRun, given: CallParts): Promise<ToolOutcome> {
	const { call, session } = given.context;
	const made = await madeBy(call.id, session.folder);
	if (made) return answer(run, made.manifest, given);
	if (run.outcome !== 'open')
		return { ok: false, text: givenUp(run.spec.name, run.reason ?? 'it was taken away again') };
	const parts = await partsFor(specOf(run.spec), given);
	return typeof parts === 'string' ? { ok: false, text: `${parts}.` } : work(run, parts);
}

/** Its modules and their libraries are loaded with the first spec: 3 MB and 20 ms that no start pays. */
async function work(run: ForgeRun, parts: ForgeParts): Promise<ToolOutcome> {
	const { workOn } = await import('./run/work-on.ts');
	return workOn(run, parts);
}

/** The parts for a run; a sentence where it is a repair that would break what there was. */
async function partsFor(spec: ForgeSpec, given: CallParts): Promise<ForgeParts | string> {
	if (spec.repairs === undefined) return { ...given, repairs: undefined };
	const former = await readFormer(given.context.session.folder, spec.repairs);
	if (typeof former === 'string') return former;
	const problem = await checkRepair(spec, former);
	if (problem !== undefined) return problem;
	return { ...given, repairs: { version: former.version, cases: inheritedCases(spec, former) } };
}

function countReuse<R extends { readonly counters: { readonly orders: number; readonly reused: number } }>(
	registry: R,
): R {
	const { counters } = registry;
	return { ...registry, counters: { ...counters, orders: counters.orders + 1, reused: counters.reused + 1 } };
}
