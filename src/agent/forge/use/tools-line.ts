import { shorten } from '../../../base/text/shorten.ts';
import { oneLine } from '../../session/said-lines.ts';
import { noToolsHere } from '../../tool-sources/no-tools.ts';
import { idOf } from '../registry/registry.ts';
import { isQuarantined, type KnownTool } from './known-tools.ts';

/** Tools that are named, and characters of what each does: some 2 KB together. */
const mostNamed = 20;
const longest = 80;

/** The tools that a session may use, the session's own first, each with what it does. Pure. */
export function toolsLine(tools: readonly KnownTool[]): string {
	if (tools.length === 0) return noToolsHere;
	const left = tools.length - mostNamed;
	const named = tools.slice(0, mostNamed).map(nameOf);
	return [...named, ...(left > 0 ? [`and ${left} more, by find_tools`] : [])].join('; ');
}

/** A purpose is a model's, or that of another thread: it ends no line of ours. */
function nameOf(tool: KnownTool): string {
	const { manifest } = tool;
	const mark = isQuarantined(tool) ? ' (quarantined)' : tool.from === 'catalog' ? ' (shared)' : '';
	const [first = ''] = oneLine(manifest.purpose.slice(0, 1_000)).split(/(?<=[.;])\s|;/);
	return `${idOf(manifest)}${mark}: ${shorten(first.replace(/[.;]$/, ''), longest)}`;
}
