import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { answer, type Bench, givenUp, keep } from './conclude.ts';
import { readWorkpiece, type Workpiece } from './draft/draft.ts';
import type { ForgeDeps } from './forge-deps.ts';
import { checkRepair, inheritedCases, readFormer } from './registry/former.ts';
import { fullProblem, madeBy } from './registry/register.ts';
import { readRegistry, updateRegistry } from './registry/registry.ts';
import { reuseRates } from './reuse-rate.ts';
import { checkSpec, specOf } from './spec/gate.ts';
import { type ForgeSpec, type RawSpec, specSchema } from './spec/spec.ts';

/** The Brain's `forge_tool`: the order is checked, what there is is looked through, the Coder writes, the sandbox tests. */
export function forgeTool(deps: ForgeDeps): Tool {
	return defineTool({
		name: 'forge_tool',
		goesOn: true,
		description: 'Have a general Python tool made and tested when none does the job; then call it by use_tool.',
		args: specSchema,
		run: async (raw, context) => {
			const started = await readWorkpiece(context.session.folder, context.call.id);
			const outcome = await (started ? goOn(started, { deps, context }) : begin(raw, { deps, context }));
			if (!('ask' in outcome)) await logCounters(context);
			return outcome;
		},
	});
}

/** How forging does in the session so far stands in its log after each order. */
async function logCounters({ session: { folder } }: ToolContext): Promise<void> {
	const { counters, tools } = await readRegistry(folder);
	folder.log({ event: 'forge-counters', ...counters, ...reuseRates(tools) });
}

interface Place {
	readonly deps: ForgeDeps;
	readonly context: ToolContext;
}

async function begin(raw: RawSpec, place: Place): Promise<ToolOutcome> {
	const spec = await checkSpec(raw);
	if (typeof spec === 'string') return { ok: false, text: `${spec}. Order it again.` };
	const { folder } = place.context.session;
	const { lookFirst } = await import('./spec/look-first.ts');
	const found = await lookFirst(spec, raw.anyway === true, place);
	if (found !== undefined) {
		await updateRegistry(folder, countReuse);
		return { ok: true, text: found };
	}
	const full = fullProblem(await readRegistry(folder), spec);
	const bench = full ?? (await benchOf(spec, place));
	if (typeof bench === 'string') return { ok: false, text: `${bench}.` };
	const piece: Workpiece = { version: 1, spec: raw, tries: [], answers: [], outcome: 'open' };
	await keep(piece, bench);
	return work(piece, bench);
}

/** What a call comes to that was left: by a question, or by the end of the process. */
async function goOn(piece: Workpiece, place: Place): Promise<ToolOutcome> {
	const { call, session } = place.context;
	const made = await madeBy(call.id, session.folder);
	if (made) return answer(piece, made.manifest, place);
	if (piece.outcome !== 'open')
		return { ok: false, text: givenUp(piece.spec.name, piece.reason ?? 'it was taken away again') };
	const bench = await benchOf(specOf(piece.spec), place);
	return typeof bench === 'string' ? { ok: false, text: `${bench}.` } : work(piece, bench);
}

/** Its modules and their libraries are loaded with the first order: 3 MB and 20 ms that no start pays. */
async function work(piece: Workpiece, bench: Bench): Promise<ToolOutcome> {
	const { workOn } = await import('./forge.ts');
	return workOn(piece, bench);
}

/** The bench for an order; a sentence where it is a repair that would break what there was. */
async function benchOf(spec: ForgeSpec, place: Place): Promise<Bench | string> {
	if (spec.repairs === undefined) return { ...place, repairs: undefined };
	const former = await readFormer(place.context.session.folder, spec.repairs);
	if (typeof former === 'string') return former;
	const problem = await checkRepair(spec, former);
	if (problem !== undefined) return problem;
	return { ...place, repairs: { version: former.version, cases: inheritedCases(spec, former) } };
}

function countReuse<R extends { readonly counters: { readonly orders: number; readonly reused: number } }>(
	registry: R,
): R {
	const { counters } = registry;
	return { ...registry, counters: { ...counters, orders: counters.orders + 1, reused: counters.reused + 1 } };
}
