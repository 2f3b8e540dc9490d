import type { Tool } from '../tool.ts';
import { openTool } from './open/open-tool.ts';
import { proposeTool } from './propose/propose-tool.ts';
import type { RepoDeps } from './repo-deps.ts';
import { createBook } from './state/book.ts';
import { createWatches, type RepoWatches } from './watch/watches.ts';

/** Work on repositories: the Brain's ways in and out, and what becomes of the pull requests. */
export interface RepoWork {
	readonly tools: readonly Tool[];
	readonly watches: RepoWatches;
}

export function createRepoWork(deps: RepoDeps): RepoWork {
	const parts = { deps, book: createBook() };
	return { tools: [openTool(parts), proposeTool(parts)], watches: createWatches(parts) };
}
