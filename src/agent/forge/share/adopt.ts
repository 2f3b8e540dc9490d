import { ProblemError } from '../../../base/errors.ts';
import { inTurn } from '../../../base/in-turn.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { versionFiles } from '../registry/manifest.ts';
import {
	idOf,
	readRegistry,
	type ToolEntry,
	unused,
	updateRegistry,
	type VersionEntry,
	withNewVersion,
} from '../registry/registry.ts';
import { named } from './catalog-tools.ts';
import { type KeptVersion, readKept, textOfManifest } from './kept-version.ts';

/**
 * Takes the current version of a catalog's tool over into the session, once: the same content is used again. Rejects with a `ProblemError`
 * when the catalog has none that can be used, and when the session has forged a tool of that name itself: its own stays what it is.
 */
export function adopt(catalog: Catalog, tool: string, folder: SessionFolder): Promise<VersionEntry> {
	return inTurn(folder.files.tools, () => adoptNext(catalog, tool, folder));
}

async function adoptNext(catalog: Catalog, tool: string, folder: SessionFolder): Promise<VersionEntry> {
	const kept = await readCurrent(catalog, tool);
	const own = (await readRegistry(folder)).tools.find((entry) => idOf(entry) === tool);
	const same = own?.versions.find(({ manifest }) => manifest.sha256 === kept.manifest.sha256);
	if (same) return same;
	if (own) refuseForged(own, catalog, kept);
	const entry: VersionEntry = { manifest: await keep(catalog, kept, folder), quarantined: false, use: unused };
	await updateRegistry(folder, (registry) => withNewVersion(registry, entry));
	return entry;
}

async function readCurrent(catalog: Catalog, tool: string): Promise<KeptVersion> {
	const version = await catalog.tools.current(tool);
	if (version === undefined)
		throw new ProblemError(`catalog ${catalog.id}: ${tool} has no current version`, 'Look for another tool');
	return readKept(named(catalog), { tool, version });
}

function refuseForged(own: ToolEntry, catalog: Catalog, { manifest }: KeptVersion): void {
	const forged = own.versions.findLast((version) => version.manifest.provenance.adopted === undefined);
	if (!forged) return;
	throw new ProblemError(
		`This session has forged ${idOf(own)} ${forged.manifest.version} itself: version ${manifest.version} of catalog ${catalog.id} is not taken over`,
		'Use the one of the session, or forge a tool of another name',
	);
}

/** Keeps it among the session's versions, as the current one. */
async function keep(
	catalog: Catalog,
	{ manifest, files }: KeptVersion,
	folder: SessionFolder,
): Promise<KeptVersion['manifest']> {
	const adopted = { catalog: catalog.id, version: manifest.version };
	const changed = { ...manifest, provenance: { ...manifest.provenance, adopted } };
	const tool = idOf(manifest);
	const version = await folder.files.tools.add(tool, (number) => ({
		...files,
		[versionFiles.manifest]: textOfManifest({ ...changed, version: number }),
	}));
	await folder.files.tools.point({ tool, version });
	return { ...changed, version };
}
