import { ProblemError } from '../../../base/errors.ts';
import type { Catalog } from '../../../store/store.ts';
import { caps } from '../forge-deps.ts';

/** Rejects with a `ProblemError` when the catalog holds as many tools as it may and this is none of them. */
export async function assertRoom(tool: string, catalog: Catalog): Promise<void> {
	const tools = new Set((await catalog.tools.list()).map((entry) => entry.tool));
	if (tools.has(tool) || tools.size < caps.catalog) return;
	throw new ProblemError(
		`Cannot share ${tool}: catalog ${catalog.id} is full (${caps.catalog} tools)`,
		`Have an administrator of the machine remove one: each is a folder in "${catalog.path}"`,
	);
}
