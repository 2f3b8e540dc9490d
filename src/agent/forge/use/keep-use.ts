import { messageOf } from '../../../base/errors.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { Manifest } from '../registry/manifest.ts';
import { idOf, type ToolEntry, updateRegistry, versionOf, withTool } from '../registry/registry.ts';
import { afterFailed, afterSuccess, type Run } from './count-use.ts';
import type { UseEnd } from './run-version.ts';
import { healthAfterFailure } from './tool-health.ts';

/**
 * Counts and logs a run, and answers how the tool stands where the caller is to know it, else nothing. A failure stands on the disk before this resolves; that it
 * went well is written meanwhile, and a crash may lose it. A refused input and a lost sandbox say nothing of the tool.
 */
export async function keepUse(end: UseEnd, manifest: Manifest, run: Run, folder: SessionFolder): Promise<string> {
	const error = end.kind === 'failed' ? { error: end.error } : {};
	log(manifest, folder, { event: 'tool-use', outcome: end.kind, ms: run.ms, ...error });
	if (end.kind === 'failed') return keepFailure(end.error, manifest, run, folder);
	if (end.kind === 'ok') void keepSuccess(manifest, run, folder);
	return '';
}

async function keepSuccess(manifest: Manifest, run: Run, folder: SessionFolder): Promise<void> {
	try {
		await change(manifest, folder, (tool) => afterSuccess(tool, manifest.version, run));
	} catch (error) {
		log(manifest, folder, { event: 'tool-use-not-counted', error: messageOf(error) });
	}
}

async function keepFailure(error: string, manifest: Manifest, run: Run, folder: SessionFolder): Promise<string> {
	const { version } = manifest;
	const tool = await change(manifest, folder, (before) => afterFailed(before, version, { ...run, error }));
	if (!tool) return '';
	if (versionOf(tool, version)?.quarantined) await point(tool, manifest, folder);
	return healthAfterFailure(tool, version);
}

/** The tool as it is after the change; undefined when the registry has it no longer. */
async function change(
	manifest: Manifest,
	folder: SessionFolder,
	how: (tool: ToolEntry) => ToolEntry,
): Promise<ToolEntry | undefined> {
	const id = idOf(manifest);
	const { tools } = await updateRegistry(folder, (registry) => withTool(registry, id, how));
	return tools.find((tool) => idOf(tool) === id);
}

/** The registry is what counts: that `current` cannot follow, because somebody removed the version by hand, stops nothing. */
async function point(tool: ToolEntry, manifest: Manifest, folder: SessionFolder): Promise<void> {
	try {
		await folder.files.tools.point({ tool: idOf(tool), version: tool.current });
	} catch (error) {
		log(manifest, folder, { event: 'tool-not-pointed', to: tool.current, error: messageOf(error) });
	}
}

function log(manifest: Manifest, folder: SessionFolder, facts: Readonly<Record<string, unknown>>): void {
	folder.log({ ...facts, tool: idOf(manifest), version: manifest.version });
}
