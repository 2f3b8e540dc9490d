import { oneLine } from '../../../base/text/cut-text.ts';
import { groupDigits } from '../../../base/text/group-digits.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { usdText } from '../../budget/amounts.ts';
import { type RunRecord, runsIn, type Used } from '../../coding/run/run-record.ts';
import type { CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

type CodingCommands = NonNullable<CommandDeps['coding']>;

/** The session's newest run of a coding agent, as a line of a status; none where there was none. */
export async function runLine({ folder }: CommandScene, coding: CodingCommands | undefined): Promise<string[]> {
	const newest = (await runsIn(folder)).at(-1);
	return coding && newest
		? [`Agent      ${newest.agent} ${stateOf(newest, coding, folder.id)}: ${costOf(newest)}`]
		: [];
}

/** The use of coding agents in a session, a line each, most used first; its tokens are among those of the days. Pure. */
export function agentLines(runs: readonly Used[]): readonly string[] {
	const names = [...new Set(runs.map(({ agent }) => agent))];
	const sums = names.map((agent) => sumOf(runs.filter((run) => run.agent === agent)));
	return sums
		.toSorted((one, other) => tokensOf(other) - tokensOf(one))
		.map((sum) => `${sum.agent}: ${costOf(sum)}${lastOf(sum)}`);
}

function stateOf({ state, outcome }: RunRecord, { runs }: CodingCommands, session: string): string {
	const last = lastOf({ outcome });
	if (state === 'ended') return `has ended${last}`;
	const live = runs.of(session);
	if (live?.underway) return 'works, or waits for an answer';
	return `${live ? 'waits for the next message' : 'is put away until the next message'}${last}`;
}

/** How its last prompt ended. */
function lastOf({ outcome = '' }: Pick<RunRecord, 'outcome'>): string {
	return outcome === '' ? '' : `, last ${shorten(oneLine(outcome), 100)}`;
}

function tokensOf({ inputTokens, outputTokens }: Used): number {
	return inputTokens + outputTokens;
}

function costOf({ prompts, ms, inputTokens, outputTokens, microUsd = 0 }: Used): string {
	const money = microUsd === 0 ? '' : `, ${usdText(microUsd)} USD`;
	const asked = prompts === 1 ? '1 prompt' : `${prompts} prompts`;
	return `${asked}, ${groupDigits(inputTokens)} tokens in, ${groupDigits(outputTokens)} out${money}, ${Math.round(ms / 1000)} s`;
}

function sumOf(runs: readonly Used[]): Used {
	const total = (part: (run: Used) => number) => runs.reduce((so, run) => so + part(run), 0);
	return {
		agent: runs[0]?.agent ?? '',
		prompts: total(({ prompts }) => prompts),
		ms: total(({ ms }) => ms),
		inputTokens: total(({ inputTokens }) => inputTokens),
		outputTokens: total(({ outputTokens }) => outputTokens),
		microUsd: total(({ microUsd = 0 }) => microUsd),
		outcome: runs.findLast(({ outcome }) => outcome !== undefined)?.outcome,
	};
}
