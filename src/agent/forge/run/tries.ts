import type { CallFacts } from '../../tool.ts';
import type { FailedTry } from '../draft/ask-code.ts';
import { mostTries } from '../draft/most-tries.ts';
import { installChoices } from '../static/environment.ts';
import type { Doubt } from '../trial/doubt.ts';
import type { Refused } from '../verdict.ts';
import type { ForgeRun } from './forge-run.ts';

export type Try = ForgeRun['tries'][number];

/** The try that is being worked on: written, and neither refused nor in doubt yet. Pure. */
export function openTry({ tries }: ForgeRun): Try | undefined {
	const last = tries.at(-1);
	return last?.draft && !last.refused && !last.doubts ? last : undefined;
}

/** Whether the next draft is to judge tests, and must not know what came of the last one. Pure. */
export function isBlind({ tries }: ForgeRun): boolean {
	const last = tries.at(-1);
	return last?.doubts !== undefined && !last.refused;
}

/** The tries that failed, oldest first. Pure. */
export function failedTries({ tries }: ForgeRun): readonly FailedTry[] {
	return tries.flatMap(({ draft, refused }) => (refused ? [{ draft, refused }] : []));
}

/** Whether no try is left. Who has an answer to what was disputed has one more; where nobody answered there is none. Pure. */
export function isUsedUp({ tries, dispute }: ForgeRun): boolean {
	const settled = dispute?.settled?.for;
	if (settled === 'nobody') return true;
	const done = tries.filter(({ refused, doubts }) => refused || doubts).length;
	return done >= mostTries + (settled === undefined ? 0 : 1);
}

/** The run with something noted about its last try. Pure. */
export function withLastTry(run: ForgeRun, change: (last: Try) => Try): ForgeRun {
	const last = run.tries.at(-1);
	return last ? { ...run, tries: [...run.tries.slice(0, -1), change(last)] } : run;
}

/** The run with its last try refused. Pure. */
export function withRefusal(run: ForgeRun, { class: reason, feedback, differs }: Refused): ForgeRun {
	const refused = { class: reason, feedback };
	return withLastTry(run, (last) => ({ ...last, refused, ...(differs && { differs: [...differs] }) }));
}

/** The run with its last try in doubt. Pure. */
export function withDoubts(run: ForgeRun, doubts: readonly Doubt[]): ForgeRun {
	return withLastTry(run, (last) => ({ ...last, doubts: [...doubts] }));
}

/** The run with a try that was in doubt open again, as the last one. Pure. */
export function reopened(run: ForgeRun, one: Try): ForgeRun {
	const { doubts: _doubts, ...open } = one;
	return { ...run, tries: [...run.tries.filter((other) => other !== one), open] };
}

/**
 * The run with people's answer to what it asks; no answer in time is a no. One that was taken before says nothing of what is asked now:
 * after a crash the newest answer may be to the question before. Pure.
 */
export function withAnswer(run: ForgeRun, answer: CallFacts['answer']): ForgeRun {
	const { asks, ...rest } = run;
	if (!asks || !answer || run.answers.some(({ question }) => question === answer.question)) return run;
	const { question, value, person } = answer;
	return { ...rest, answers: [...run.answers, { ...asks, yes: value === installChoices.yes, by: person, question }] };
}
