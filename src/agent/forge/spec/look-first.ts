import { shorten } from '../../../base/text/shorten.ts';
import type { ToolContext } from '../../tool.ts';
import { searchTools } from '../../tool-sources/search/search-tools.ts';
import { toolAnswer } from '../brain-answer.ts';
import type { CatalogDeps, ForgeDeps } from '../forge-deps.ts';
import { firstProven } from '../proof/prove.ts';
import type { Way } from '../proof/ways.ts';
import { idOf } from '../registry/registry.ts';
import { isQuarantined, type KnownTool, knownTools } from '../use/known-tools.ts';
import { type ForgedListing, listingOf } from '../use/listing.ts';
import type { ForgeSpec } from './spec.ts';

/**
 * Looks for a tool instead of a new one, and answers the Brain with it; undefined when there is none. A tool of the same name in the session
 * always is: whoever wants it changed repairs it. Any other must pass the order's examples: words alone do not tell CSV to JSON from
 * JSON to CSV.
 */
export async function lookFirst(
	spec: ForgeSpec,
	anyway: boolean,
	{ deps, context }: { readonly deps: CatalogDeps & Pick<ForgeDeps, 'labs'>; readonly context: ToolContext },
): Promise<string | undefined> {
	if (spec.repairs !== undefined) return undefined;
	const { session, call } = context;
	const { tools } = await knownTools({ folder: session.folder, thread: call.thread }, deps);
	const namesake = tools.find(({ from, manifest }) => from === 'session' && manifest.name === spec.name);
	if (namesake) return answerOf(namesake, namesakeNote(namesake));
	if (anyway) return undefined;
	const usable = tools.filter((tool) => !isQuarantined(tool)).map(listingOf);
	const likenesses = await deps.meaning?.(queryOf(spec), usable, { folder: session.folder, signal: context.signal });
	const proven = await firstProven(spec, candidatesFor(spec, usable, likenesses), { labs: deps.labs, context });
	return proven && answerOf(proven.tool, provenNote, callsOf(proven.names));
}

/** Tools that are tried, of those that words lead to. */
const mostCandidates = 3;

/** The tools that come closest to an order, as far as words can tell, the closest first; none that does the opposite. Pure. */
export function candidatesFor(
	spec: Pick<ForgeSpec, 'name' | 'purpose'>,
	usable: readonly ForgedListing[],
	likenesses: readonly (number | undefined)[] = [],
): readonly KnownTool[] {
	return searchTools(queryOf(spec), usable, likenesses)
		.filter(({ opposed }) => !opposed)
		.slice(0, mostCandidates)
		.map(({ tool }) => tool.known);
}

function queryOf({ name, purpose }: Pick<ForgeSpec, 'name' | 'purpose'>): string {
	return `${name} ${shorten(purpose, 200)}`;
}

const provenNote =
	'This tool passed all your examples; call it by use_tool. If it is not what you want, order again with "anyway": true';

function callsOf(names: Way): string | undefined {
	const others = [...names].map(([yours, own]) => `your "${yours}" is its "${own}"`);
	return others.length === 0 ? undefined : others.join('; ');
}

function namesakeNote(tool: KnownTool): string {
	const repair = `call repair_tool with {"tool": "${idOf(tool.manifest)}", "change": …}`;
	return isQuarantined(tool)
		? `There is this tool already, but it failed too often and is quarantined; ${repair}`
		: `There is this tool already; call it by use_tool. To change it, ${repair}`;
}

function answerOf({ manifest }: KnownTool, note: string, calls?: string): string {
	const more = calls === undefined ? {} : { calls };
	return toolAnswer(manifest, { note, ...more, purpose: shorten(manifest.purpose, 150) });
}
