import { currentOf, type ForgeCounters, type Registry, type ToolEntry } from '../../forge/registry/registry.ts';
import { callsOf, reuseRates } from '../../forge/registry/reuse-rate.ts';
import { counted } from './tool-list.ts';

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

function triesText({ tries, calls, disputed = 0, refused }: ForgeCounters): string[] {
	if (tries === 0) return [];
	const classes = Object.entries(refused).filter(([, count]) => count > 0);
	const most = classes.toSorted(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`);
	const why = most.length === 0 ? '' : `, refused: ${most.join(', ')}`;
	const asked = calls === undefined ? [] : [`${counted(calls, 'request')} to the Coder`];
	const doubts = disputed === 0 ? [] : [`${disputed} disputed`];
	return [[`${tries} ${tries === 1 ? 'try' : 'tries'}${why}`, ...asked, ...doubts].join(', ')];
}

function reuseText(tools: readonly ToolEntry[]): string[] {
	if (tools.length === 0) return [];
	const { trr1, trr5 } = reuseRates(tools);
	const percent = (share: number) => Math.round(100 * share);
	return [`reuse ${percent(trr1)} % once, ${percent(trr5)} % five times`];
}
