import type { DialectName } from '../dialect.ts';
import { toolFeature } from '../hosted/hosted.ts';
import { type Allow, isMembers } from './allow.ts';

/** Moonshot runs functions itself whose names begin so (https://platform.moonshot.ai/docs/guide/use-web-search); elsewhere none may. */
export function isHostedName(name: unknown): boolean {
	return typeof name === 'string' && name.startsWith('$');
}

/** Leaves a tool out, and notes what it is. */
export function hostedTool(dialect: DialectName): Allow {
	return (value, notes) => {
		notes.strip(toolFeature(dialect, isMembers(value) ? value['type'] : undefined));
		return undefined;
	};
}

/** `tools` without the members that need some where none is left: servers refuse a choice among none. `members`: these members' names. */
export function withoutIdle(kept: Record<string, unknown>, ...members: readonly string[]): Record<string, unknown> {
	const tools = kept['tools'];
	if (Array.isArray(tools) && tools.length > 0) return kept;
	return omit(kept, 'tools', ...members);
}

/** An object without some of its members. */
export function omit(members: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
