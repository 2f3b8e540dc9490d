import { createHash } from 'node:crypto';
import { oneLine } from '../../../base/text/cut-text.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import type { NewsItem } from '../code-host.ts';

/** A check of a commit, by whatever a host calls it. */
export interface Check {
	readonly name: string;
	readonly end: 'passed' | 'failed' | 'running';
}

/** Stands for those beyond all that is read: of how they ended nothing is known. */
export const unreadChecks: Check = { name: 'more checks', end: 'running' };

export interface ChecksTold {
	readonly item?: NewsItem;
	/** It is to be remembered. */
	readonly digest?: string;
}

const mostNamed = 10;

/** One item where checks have failed, or all have ended, and that was not told yet. Pure. */
export function tellChecks(sha: string, checks: readonly Check[], before: string | undefined): ChecksTold {
	const of = (end: Check['end']): readonly Check[] => checks.filter((check) => check.end === end);
	const [failed, running, passed] = [of('failed'), of('running'), of('passed')];
	const names = failed.map(({ name }) => name).toSorted();
	const isNews = failed.length > 0 || (checks.length > 0 && running.length === 0);
	const digest = digestOf([sha, names, running.length > 0]);
	if (!isNews || digest === before) return before === undefined ? {} : { digest: before };
	const counts = [`${passed.length} passed`, `${failed.length} failed${namesText(names)}`, `${running.length} running`];
	const said = counts.filter((count) => !count.startsWith('0 ')).join(', ');
	return { item: { kind: 'check', text: `Of the checks of ${sha.slice(0, 10)}, ${said}.` }, digest };
}

function namesText(names: readonly string[]): string {
	const shown = names.slice(0, mostNamed).map((name) => `"${shorten(oneLine(sanitise(name)), 80)}"`);
	const rest = names.length - shown.length;
	return shown.length === 0 ? '' : ` (${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
}

function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
