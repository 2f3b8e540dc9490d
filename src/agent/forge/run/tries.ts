import type { CallFacts } from '../../tool.ts';
import { type FailedTry, mostTries } from '../draft/ask-code.ts';
import { installChoices } from '../static/environment.ts';
import type { Refused } from '../verdict.ts';
import type { ForgeRun } from './forge-run.ts';

export type Try = ForgeRun['tries'][number];

/** The try that is being worked on: written, and not refused yet. Pure. */
export function openTry({ tries }: ForgeRun): Try | undefined {
	const last = tries.at(-1);
	return last?.draft && !last.refused ? last : undefined;
}

/** The tries that failed, oldest first. Pure. */
export function failedTries({ tries }: ForgeRun): readonly FailedTry[] {
	return tries.flatMap(({ draft, refused }) => (refused ? [{ draft, refused }] : []));
}

/** Whether no try is left. Pure. */
export function isUsedUp(run: ForgeRun): boolean {
	return failedTries(run).length >= mostTries;
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
