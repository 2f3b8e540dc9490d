import { ModelError } from '../../../base/errors.ts';
import type { ToolContext, ToolOutcome } from '../../tool.ts';
import { mostTries } from '../draft/ask-code.ts';
import { mostCases, type ToolCase } from '../draft/cases.ts';
import { writeTry } from '../draft/write.ts';
import { specOf } from '../spec/gate.ts';
import { mostFeedback } from '../try/feedback.ts';
import { filesNamedBy } from '../try/given-files.ts';
import type { Trial } from '../try/trial.ts';
import { askPeople, finish, giveUp, keep, logTry } from './conclude.ts';
import type { ForgeParts } from './forge-parts.ts';
import type { ForgeRun } from './forge-run.ts';
import { isOrderAtFault } from './objection.ts';
import { type Review, reviewDraft } from './review.ts';
import { failedTries, isUsedUp, openTry, withAnswer, withRefusal } from './tries.ts';

/**
 * Works on a run until a draft has passed everything, people must be asked, or no try is left. The run is kept after each step, so
 * that it goes on where it was after an answer or a restart. The Brain learns nothing but how it ended. Rejects with the signal's reason.
 */
export async function workOn(run: ForgeRun, parts: ForgeParts): Promise<ToolOutcome> {
	let current = withAnswer(run, parts.context.call.answer);
	using trial = openTrial(parts);
	try {
		while (!isUsedUp(current)) {
			current = await write(current, parts);
			const review = await reviewTry(current, { ...parts, trial });
			if (review?.kind === 'ask') return await askPeople(current, review, parts);
			if (review?.kind === 'good') return await finish(current, review, parts);
			current = await refuse(current, review, parts);
			if (review?.hopeless !== undefined) return await giveUp(current, review.hopeless, parts);
			if (isOrderAtFault(current)) return await giveUp(current, whyAtFault(current), parts);
		}
		return await giveUp(current, whyUsedUp(current), parts);
	} catch (error) {
		if (error instanceof ModelError) return giveUp(current, error.message, parts);
		throw error;
	}
}

/** A repair is tried with inputs that were used for real, and with the files that they name. */
function openTrial({ deps, context, repairs }: ForgeParts): Trial {
	const { inputs } = context.session.folder.files.trees;
	return deps.trials.open(filesNamedBy(repairs?.cases ?? [], inputs));
}

function whyAtFault({ tries }: ForgeRun): string {
	return `after ${tries.length} tries an example of the order is in doubt`;
}

function whyUsedUp(run: ForgeRun): string {
	const last = failedTries(run).at(-1)?.refused.class;
	return `${mostTries} tries failed, the last at this check: ${last}`;
}

/** The run with a try that is open, kept; the Coder is asked only where there is none. */
async function write(run: ForgeRun, parts: ForgeParts): Promise<ForgeRun> {
	const isOpen = openTry(run) !== undefined;
	if (!isOpen) say(run, 'writing', parts.context);
	const written = isOpen ? run : await writeTry(parts.deps.coder, run, parts.context.signal);
	await keep(written, parts);
	return written;
}

/** Reviews the open try; undefined where the Coder gave none. */
function reviewTry(
	run: ForgeRun,
	{ deps, context, repairs, trial }: ForgeParts & { readonly trial: Trial },
): Promise<Review> | undefined {
	const draft = openTry(run)?.draft;
	if (!draft) return undefined;
	say(run, 'testing', context);
	const cases: readonly ToolCase[] = [...(run.tests ?? []), ...(repairs?.cases ?? [])].slice(0, mostCases);
	return reviewDraft({ spec: specOf(run.spec), draft, cases, answers: run.answers, trial }, deps, context);
}

function say(run: ForgeRun, step: string, { output }: ToolContext): void {
	output(`try ${failedTries(run).length + 1} of ${mostTries}: ${step}`);
}

async function refuse(
	run: ForgeRun,
	review: Extract<Review, { kind: 'refused' }> | undefined,
	parts: ForgeParts,
): Promise<ForgeRun> {
	const refused = review ? withRefusal(run, { ...review, feedback: withWarnings(review) }) : run;
	logTry(refused, parts);
	await keep(refused, parts);
	return refused;
}

function withWarnings({ feedback, warnings = [] }: Extract<Review, { kind: 'refused' }>): string {
	return warnings.length === 0 ? feedback : `${feedback}\nAlso:\n${warnings.join('\n')}`.slice(0, mostFeedback);
}
