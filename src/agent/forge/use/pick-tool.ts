import { hintOf } from '../../tool-sources/hint.ts';
import { idOf, versionOf } from '../registry/registry.ts';
import { type KnownTool, toolsNamed } from './known-tools.ts';

/** Which tool is asked for. */
export interface Asked {
	/** `category/name`, or the name alone. */
	readonly name: string;
	/** The current one where it is missing. */
	readonly version: number | undefined;
}

/** The one tool that is asked for, whatever its health, or a sentence for whoever asked. Pure. */
export function pickVersion(asked: Asked, tools: readonly KnownTool[]): KnownTool | string {
	const [only, other] = toolsNamed(asked.name, tools);
	if (!only) return unknown(asked.name, tools);
	if (other) {
		const ids = toolsNamed(asked.name, tools).map(({ manifest }) => idOf(manifest));
		return `"${asked.name}" is ambiguous: ${ids.join(', ')}.`;
	}
	return versionProblem(only, asked.version) ?? only;
}

function unknown(name: string, tools: readonly KnownTool[]): string {
	return `There is no forged tool "${name}".${hintOf(
		name,
		tools.map(({ manifest }) => idOf(manifest)),
	)}`;
}

/** Why this version of a tool cannot be had, in a sentence; undefined where it can. Pure. */
export function versionProblem(tool: KnownTool, version: number | undefined): string | undefined {
	if (version === undefined) return undefined;
	const id = idOf(tool.manifest);
	if (tool.from === 'catalog') {
		const { version: shared } = tool.manifest;
		return version === shared ? undefined : `Of the shared tool ${id} only version ${shared} can be used.`;
	}
	if (versionOf(tool.entry, version)) return undefined;
	const numbers = tool.entry.versions.map(({ manifest }) => manifest.version);
	return `${id} has no version ${version}; it has ${numbers.join(', ')}.`;
}
