import { ProblemError } from '../../../base/errors.ts';
import type { CatalogDeps } from '../forge-deps.ts';
import { type CatalogScene, knownTools } from './known-tools.ts';
import { toolsLine } from './tools-line.ts';

/** Names the tools that a session may use in a thread; undefined where that cannot be read now. */
export type ToolsThere = (scene: CatalogScene) => Promise<string | undefined>;

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
