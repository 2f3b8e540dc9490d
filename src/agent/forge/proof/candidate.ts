import { ProblemError } from '../../../base/errors.ts';
import type { SessionFolder, ToolVersions } from '../../../store/store.ts';
import { unhashed } from '../registry/format-one.ts';
import { versionFiles } from '../registry/manifest.ts';
import { idOf } from '../registry/registry.ts';
import { named } from '../share/catalog-tools.ts';
import { readKept } from '../share/kept-version.ts';
import type { KnownTool } from '../use/known-tools.ts';

/** A tool as it can be run without being the session's: nothing of it is adopted, pointed at or counted. */
export interface Candidate {
	readonly tool: KnownTool;
	readonly code: string;
	/** Its packages are installed from it. */
	readonly lock: string | undefined;
}

/** Undefined for one that was changed by hand, or is of a time when tools had no schemas: it can prove nothing. */
export async function readCandidate(
	tool: KnownTool,
	folder: Pick<SessionFolder, 'files'>,
): Promise<Candidate | undefined> {
	if (tool.manifest.sha256 === unhashed) return undefined;
	const { version } = tool.manifest;
	try {
		const { files } = await readKept(versionsOf(tool, folder), { tool: idOf(tool.manifest), version });
		const code = files[versionFiles.code];
		return code === undefined ? undefined : { tool, code, lock: files[versionFiles.lock] };
	} catch (error) {
		if (error instanceof ProblemError) return undefined;
		throw error;
	}
}

function versionsOf(
	tool: KnownTool,
	folder: Pick<SessionFolder, 'files'>,
): { readonly title: string; readonly tools: ToolVersions } {
	return tool.from === 'catalog' ? named(tool.catalog) : { title: 'This session', tools: folder.files.tools };
}
