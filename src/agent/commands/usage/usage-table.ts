import { groupDigits } from '../../../base/text/group-digits.ts';
import { amountText, tokensText, usdText } from '../../budget/amounts.ts';
import type { SpentDays } from '../../budget/budgets.ts';
import { type DaySums, usedOf } from '../../budget/day-sums.ts';
import { standingsOf } from '../../budget/limits.ts';
import type { Scope } from '../../budget/scopes.ts';

/** Characters of the longest bar. */
const widest = 20;
const parts = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A day a line, with a bar for its tokens, and where the limits of today stand. Pure. */
export function usageTable(title: string, scope: Scope, spent: SpentDays): string {
	const { days, zone } = spent;
	const sum = days.reduce(added, { inputTokens: 0, outputTokens: 0, microUsd: 0, calls: 0, estimated: 0, unpriced: 0 });
	const total = `${groupDigits(sum.inputTokens)} tokens in, ${groupDigits(sum.outputTokens)} out, ${groupDigits(sum.calls)} model calls${moneyOf(sum)}`;
	const last = days.length === 1 ? 'today' : `the last ${days.length} days`;
	return [
		`${title}, ${last} (${zone}): ${total}`,
		'```',
		...linesOf(days),
		'```',
		...remarksOf(sum),
		...limitsOf(scope, spent),
	].join('\n');
}

type Sums = Pick<DaySums, 'inputTokens' | 'outputTokens' | 'microUsd' | 'calls' | 'estimated' | 'unpriced'>;

function added(so: Sums, day: Sums): Sums {
	return {
		inputTokens: so.inputTokens + day.inputTokens,
		outputTokens: so.outputTokens + day.outputTokens,
		microUsd: so.microUsd + day.microUsd,
		calls: so.calls + day.calls,
		estimated: so.estimated + day.estimated,
		unpriced: so.unpriced + day.unpriced,
	};
}

function moneyOf({ microUsd }: Sums): string {
	return microUsd === 0 ? '' : `, ${usdText(microUsd)} USD`;
}

function linesOf(days: readonly DaySums[]): string[] {
	const most = Math.max(1, ...days.map((day) => usedOf(day, 'tokens')));
	const hasMoney = days.some(({ microUsd }) => microUsd > 0);
	const rows = days.map((day) => ({
		cells: [
			day.day,
			barOf(usedOf(day, 'tokens') / most).padEnd(widest),
			`${day.estimated > 0 ? '~' : ''}${tokensText(usedOf(day, 'tokens'))}`.padStart(7),
			String(day.calls).padStart(5),
			...(hasMoney ? [usdText(day.microUsd).padStart(8)] : []),
		],
	}));
	const heading = [
		'day'.padEnd(10),
		''.padEnd(widest),
		'tokens'.padStart(7),
		'calls'.padStart(5),
		...(hasMoney ? ['USD'.padStart(8)] : []),
	];
	return [heading, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(' ').trimEnd());
}

/** A bar of eighths; whatever is more than nothing is seen. */
function barOf(share: number): string {
	const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * widest * 8));
	return '█'.repeat(Math.floor(eighths / 8)) + (parts[eighths % 8] ?? '');
}

function remarksOf({ estimated, unpriced, microUsd }: Sums): string[] {
	const guessed = estimated > 0 ? [`~ holds ${estimated} calls that no server has counted: they are estimated.`] : [];
	const free = unpriced > 0 && microUsd > 0 ? [`The price of ${unpriced} calls is not known.`] : [];
	return [...guessed, ...free];
}

function limitsOf(scope: Scope, { days, limits }: SpentDays): string[] {
	const today = days.at(-1);
	if (!today) return [];
	return standingsOf(scope, today, limits.stops[scope.kind]).map(
		({ unit, used, limit }) =>
			`Budget today: ${amountText(unit, used)} of ${amountText(unit, limit)}, ${Math.floor((used / limit) * 100)} %${today.raised?.[unit] === limit ? ' (raised for today)' : ''}`,
	);
}
