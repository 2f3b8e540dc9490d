import { currentOf, type ForgeCounters, type Registry, type ToolEntry } from '../forge/registry.ts';
import { callsOf, counted } from './tool-list.ts';

/** How forging and its tools do in a session; undefined where nothing was ever forged. Pure. */
export function toolCounts({ tools, counters }: Registry): string | undefined {
	if (tools.length === 0 && counters.tries === 0) return undefined;
	return [forgedText(tools), ...triesText(counters), ...reuseText(tools)].join('; ');
}

function forgedText(tools: readonly ToolEntry[]): string {
	const quarantined = tools.filter((tool) => currentOf(tool).quarantined).length;
	const calls = tools.reduce((sum, tool) => sum + callsOf(tool), 0);
	return `${tools.length} forged${quarantined === 0 ? '' : ` (${quarantined} quarantined)`}, ${counted(calls, 'call')}`;
}

function triesText({ tries, refused }: ForgeCounters): string[] {
	if (tries === 0) return [];
	const classes = Object.entries(refused).filter(([, count]) => count > 0);
	const most = classes.toSorted(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`);
	const why = most.length === 0 ? '' : `, refused: ${most.join(', ')}`;
	return [`${tries} ${tries === 1 ? 'try' : 'tries'}${why}`];
}

/** The tool reuse rates TRR@1 and TRR@5 of Test-Time Tool Evolution (arXiv 2601.07641): the share of tools called so often. */
function reuseText(tools: readonly ToolEntry[]): string[] {
	if (tools.length === 0) return [];
	const share = (times: number) =>
		Math.round((100 * tools.filter((tool) => callsOf(tool) >= times).length) / tools.length);
	return [`reuse ${share(1)} % once, ${share(5)} % five times`];
}
