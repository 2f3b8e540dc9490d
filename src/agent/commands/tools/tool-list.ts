import { shorten } from '../../../base/text/shorten.ts';
import type { BuiltIn } from '../../../sandbox/built-ins.ts';
import { currentOf, idOf, type ToolEntry } from '../../forge/registry/registry.ts';
import { callsOf } from '../../forge/registry/reuse-rate.ts';
import type { KnownTool } from '../../forge/use/known-tools.ts';

/** Shared tools that are listed; a catalog holds more than people read. */
const mostShared = 20;

/** The tools that a session may use, for people. Pure. */
export function listText(builtIns: readonly BuiltIn[], tools: readonly KnownTool[]): string {
	const forged = tools.flatMap((tool) => (tool.from === 'session' ? [tool.entry] : []));
	const shared = tools.filter((tool) => tool.from === 'catalog');
	const lines = shared.slice(0, mostShared).map(({ manifest }) => line(idOf(manifest), [], manifest.purpose));
	const more = shared.length > mostShared ? [`  … and ${shared.length - mostShared} more`] : [];
	return [
		`Built-ins: ${builtIns.map((tool) => tool.name).join(', ')}`,
		forged.length === 0 ? 'Forged: none yet' : `Forged:\n${forged.map(forgedLine).join('\n')}`,
		...(shared.length === 0 ? [] : [`Shared by others:\n${[...lines, ...more].join('\n')}`]),
	].join('\n');
}

function forgedLine(tool: ToolEntry): string {
	const { manifest, quarantined } = currentOf(tool);
	const calls = callsOf(tool);
	const facts = [
		`version ${manifest.version}`,
		...(calls === 0 ? [] : [counted(calls, 'call')]),
		...(quarantined ? ['quarantined'] : []),
	];
	return line(idOf(tool), facts, manifest.purpose);
}

function line(id: string, facts: readonly string[], purpose: string): string {
	const after = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
	return `  ${id}${after}  ${shorten(purpose.replaceAll(/\s+/g, ' '), 120)}`;
}

/** `1 call`, `2 calls`. Pure. */
export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}
