import { CorruptFileError, ProblemError } from '../../../base/errors.ts';
import type { OfferScene } from '../../tool.ts';
import type { CatalogDeps } from '../forge-deps.ts';
import { readRegistry } from '../registry/registry.ts';
import { type CatalogScene, knownTools } from './known-tools.ts';
import { toolsLine } from './tools-line.ts';

/** Names the tools that a session may use in a thread; undefined where that cannot be read now. */
export type ToolsThere = (scene: CatalogScene) => Promise<string | undefined>;

/** Whether a session may use any tool. One that a person must mend first counts as none. */
export async function isToolThere({ session, thread }: OfferScene, deps: CatalogDeps): Promise<boolean> {
	try {
		const { tools } = await readRegistry(session.folder);
		return tools.length > 0 || (await knownTools({ folder: session.folder, thread }, deps)).tools.length > 0;
	} catch (error) {
		if (error instanceof ProblemError || error instanceof CorruptFileError) return false;
		throw error;
	}
}

/** A registry or a catalog that a person must mend keeps no message back: find_tools tells of it. */
export function createToolsThere(deps: CatalogDeps): ToolsThere {
	return async (scene) => {
		try {
			return toolsLine((await knownTools(scene, deps)).tools);
		} catch (error) {
			if (error instanceof ProblemError) return undefined;
			throw error;
		}
	};
}
