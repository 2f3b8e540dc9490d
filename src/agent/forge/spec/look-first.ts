import { shorten } from '../../../base/text/shorten.ts';
import type { ToolContext } from '../../tool.ts';
import { searchTools } from '../../tool-sources/search.ts';
import { toolAnswer } from '../brain-answer.ts';
import type { CatalogDeps } from '../forge-deps.ts';
import { idOf } from '../registry/registry.ts';
import { isQuarantined, type KnownTool, knownTools } from '../use/known-tools.ts';
import { listingOf } from '../use/listing.ts';
import type { ForgeSpec } from './spec.ts';

/**
 * From which share of the spec's words on a tool is taken for the one that is wanted. Of the pairs in tests/agent/forge/look-first-pairs.ts
 * those that are the same have 0.81 and more, the others 0.70 and less.
 */
const closeScore = 0.75;

/**
 * Looks for a tool instead of a new one, and answers the Brain with it; undefined when nothing comes close. A tool of the same name in the
 * session always does: whoever wants it changed repairs it.
 */
export async function lookFirst(
	spec: ForgeSpec,
	anyway: boolean,
	{ deps, context }: { readonly deps: CatalogDeps; readonly context: ToolContext },
): Promise<string | undefined> {
	if (spec.repairs !== undefined) return undefined;
	const { session, call } = context;
	const { tools } = await knownTools({ folder: session.folder, thread: call.thread }, deps);
	const namesake = tools.find(({ from, manifest }) => from === 'session' && manifest.name === spec.name);
	const found = namesake ?? (anyway ? undefined : closest(spec, tools));
	return found && answerOf(found, namesake === undefined ? similarNote : namesakeNote(namesake));
}

/** The tool that does what the spec wants, as far as words can tell. Pure. */
export function closest(spec: Pick<ForgeSpec, 'name' | 'purpose'>, tools: readonly KnownTool[]) {
	const usable = tools.filter((tool) => !isQuarantined(tool)).map(listingOf);
	const [best] = searchTools(queryOf(spec), usable);
	return best && best.score >= closeScore ? best.tool.known : undefined;
}

function queryOf({ name, purpose }: Pick<ForgeSpec, 'name' | 'purpose'>): string {
	return `${name} ${shorten(purpose, 200)}`;
}

const similarNote = 'This tool seems to do it; call it by use_tool. If it does not, order again with "anyway": true';

function namesakeNote(tool: KnownTool): string {
	const repair = `call repair_tool with {"tool": "${idOf(tool.manifest)}", "change": …}`;
	return isQuarantined(tool)
		? `There is this tool already, but it failed too often and is quarantined; ${repair}`
		: `There is this tool already; call it by use_tool. To change it, ${repair}`;
}

function answerOf({ manifest }: KnownTool, note: string): string {
	return toolAnswer(manifest, { note, purpose: shorten(manifest.purpose, 150) });
}
