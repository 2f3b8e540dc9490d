import { ProblemError, userMessage } from '../../../base/errors.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { ToolContext } from '../../tool.ts';
import { hintOf } from '../../tool-sources/hint.ts';
import type { CatalogDeps } from '../forge-deps.ts';
import { snake } from '../order/small-fields.ts';
import { idOf } from '../registry/registry.ts';
import { adopt } from '../share/adopt.ts';
import { type KnownTool, knownTools, toolsNamed } from '../use/known-tools.ts';

/** The `category/name` of a tool that a repair means, which the session has then: one of a catalog is taken over first. */
export type Picked = { readonly id: string } | { readonly problem: string };

/** Rejects with `CorruptFileError` where the registry cannot be read. */
export async function pickRepaired(
	name: string,
	deps: CatalogDeps,
	{ session, call }: Pick<ToolContext, 'session' | 'call'>,
): Promise<Picked> {
	const { tools } = await knownTools({ folder: session.folder, thread: call.thread }, deps);
	const [only, other] = meant(name, tools);
	if (only && !other) return ownOf(only, session.folder);
	const ids = tools.map(({ manifest }) => idOf(manifest));
	if (only) return { problem: `"${name}" is ambiguous: say the whole name, of ${ids.join(', ')}` };
	return { problem: `there is no forged tool "${name.slice(0, 100)}" here.${hintOf(name, ids)}` };
}

/** Files and versions; looked for where the first of them begins. */
const behindName = /(?=[/ @])(?<!\/tool\.py|\/\d+|[ @]v?\d+)(?:\/tool\.py|\/\d+|[ @]v?\d+)+$/i;

/** By the name to the letter, else by what is left of it without a folder, a version, and in snake_case. */
function meant(name: string, tools: readonly KnownTool[]): readonly KnownTool[] {
	const exact = toolsNamed(name, tools);
	if (exact.length > 0) return exact;
	const bare = name.replace(/^\/?(?:forged_)?tools?\//, '').replace(behindName, '');
	return toolsNamed(bare.split('/').map(snake).join('/'), tools);
}

/** A newer version of the catalog's is what `use_tool` would use, so that one is repaired. */
async function ownOf(tool: KnownTool, folder: SessionFolder): Promise<Picked> {
	const id = idOf(tool.manifest);
	const catalog = tool.from === 'catalog' ? tool.catalog : tool.newer;
	try {
		if (catalog) await adopt(catalog, id, folder);
		return { id };
	} catch (error) {
		if (error instanceof ProblemError) return { problem: userMessage(error) };
		throw error;
	}
}
