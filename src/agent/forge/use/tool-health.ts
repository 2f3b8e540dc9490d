import type { ToolHealth } from '../../tool-sources/tool-source.ts';
import { idOf, type ToolEntry, versionOf } from '../registry/registry.ts';
import { isQuarantined, type KnownTool } from './known-tools.ts';

/** A version that fails as often in a row is quarantined. */
export const mostFailures = 3;

/** Whether the version that is used where none is named has failed too often. Pure. */
export function toolHealth(tool: KnownTool): ToolHealth {
	if (!isQuarantined(tool)) return { kind: 'healthy' };
	const { version } = tool.manifest;
	const id = idOf(tool.manifest);
	return {
		kind: 'unhealthy',
		mark: 'quarantined',
		why: `${id} version ${version} is quarantined: it failed ${mostFailures} times in a row. repair_tool {"tool": "${id}"} mends it; with version ${version} it is used all the same.`,
	};
}

/** How a version stands that has failed just now, and how to mend it. Pure. */
export function healthAfterFailure(tool: ToolEntry, version: number): string {
	const named = `${idOf(tool)} version ${version}`;
	const entry = versionOf(tool, version);
	const inARow = entry?.use.failuresInARow ?? 0;
	const repair = `repair_tool {"tool": "${idOf(tool)}"} mends it.`;
	if (!entry?.quarantined) return `${named} failed: ${inARow} of ${mostFailures} in a row. ${repair}`;
	const next =
		tool.current === version ? 'there is no older one to go back to' : `version ${tool.current} is used from now on`;
	return `${named} failed ${inARow} times in a row and is quarantined: ${next}. ${repair} People choose a version by "tools rollback ${tool.name}".`;
}
