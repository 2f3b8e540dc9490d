import { type Manifest, versionFiles } from '../agent/forge/registry/manifest.ts';
import { readKept } from '../agent/forge/share/kept-version.ts';
import { withoutOwnData } from '../agent/forge/share/without-own-data.ts';
import { ProblemError } from '../base/errors.ts';
import type { VersionRef } from '../store/store.ts';
import type { Source, SourceTool } from './source.ts';

/** One version, checked: its files are those that were registered. */
export interface ToolVersion {
	readonly manifest: Manifest;
	/** The text of `tool.py`. */
	readonly code: string;
	/** The requirements file of its environment; undefined for a tool that needs no more than the image has. */
	readonly lock: string | undefined;
}

/** Rejects with a `ProblemError` for a version that is not there or was changed by hand. */
export async function readVersion({ versions, title }: Source, entry: VersionRef): Promise<ToolVersion> {
	const { kept } = withoutOwnData(await readKept({ title, tools: versions }, entry));
	const { manifest, files } = kept;
	return { manifest, code: files[versionFiles.code] ?? '', lock: files[versionFiles.lock] };
}

/** The part of a source that can be used. */
export interface UsableTools {
	/** The current versions. */
	readonly versions: readonly ToolVersion[];
	/** A sentence for each tool that cannot be used. */
	readonly problems: readonly string[];
}

/** The current version of every tool that can be used. Rejects as `list` does. */
export async function readCurrent(source: Source): Promise<UsableTools> {
	const { tools, problems } = await source.list();
	const read = await Promise.all(tools.map((tool) => usable(source, tool)));
	return {
		versions: read.filter((one) => typeof one !== 'string'),
		problems: [...problems, ...read.filter((one) => typeof one === 'string')],
	};
}

async function usable(source: Source, { id, current, quarantined }: SourceTool): Promise<ToolVersion | string> {
	if (quarantined.includes(current)) return `${source.title}: ${id} ${current} is quarantined: it failed too often`;
	return readVersion(source, { tool: id, version: current }).catch((error: unknown) => {
		if (error instanceof ProblemError) return error.message;
		throw error;
	});
}
