import { groupDigits } from '../../base/text/group-digits.ts';
import type { KeyFacts } from '../../gateway/gateway.ts';

/** Lines that fit into one answer of the process. */
const most = 300;

/** Keys for the operator, one a line; empty where there is none. Pure. */
export function keyLines(keys: readonly KeyFacts[]): string {
	return keys.slice(0, most).map(lineOf).join('\n');
}

function lineOf({ id, run, agent, since, state, calls, tokens }: KeyFacts): string {
	const made = new Date(since).toISOString().slice(0, 16).replace('T', ' ');
	const use = `${groupDigits(calls)} ${calls === 1 ? 'call' : 'calls'}, ${groupDigits(tokens)} tokens`;
	return `${id}  ${made}  ${state.padEnd(7)}  ${agent} in ${run}: ${use}`;
}
