import { ModelError } from '../../../base/errors.ts';
import type { ToolContext, ToolOutcome } from '../../tool.ts';

import { mostCases, type ToolCase } from '../draft/cases.ts';
import { mostTries } from '../draft/most-tries.ts';
import { writeTry } from '../draft/write.ts';
import { idOf } from '../registry/registry.ts';
import { specOf } from '../spec/gate.ts';
import { permissionFor } from '../static/environment.ts';
import { countingTests, weigh } from '../trial/weigh.ts';
import { mostFeedback } from '../try/feedback.ts';
import { filesNamedBy } from '../try/given-files.ts';
import type { Lab } from '../try/lab.ts';
import { askBrain, askPeople, finish, giveUp, keep, logTry } from './conclude.ts';
import type { ForgeParts } from './forge-parts.ts';
import type { ForgeRun } from './forge-run.ts';
import { isOrderAtFault } from './objection.ts';
import { type Review, reviewDraft } from './review.ts';
import { failedTries, isUsedUp, openTry, withAnswer, withDoubts, withRefusal } from './tries.ts';

/**
 * Works on a run until a draft has passed everything, people must be asked, or no try is left. The run is kept after each step, so
 * that it goes on where it was after an answer or a restart. The Brain learns nothing but how it ended. Rejects with the signal's reason.
 */
export async function workOn(run: ForgeRun, parts: ForgeParts): Promise<ToolOutcome> {
	const answered = withAnswer(run, parts.context.call.answer);
	const first = permissionFirst(answered, parts);
	if (first?.kind === 'ask') return askPeople(answered, first, parts);
	return first ? giveUp(answered, first.hopeless ?? first.feedback, parts) : tryOn(answered, parts);
}

async function tryOn(run: ForgeRun, parts: ForgeParts): Promise<ToolOutcome> {
	let current = run;
	using lab = openLab(parts);
	try {
		for (;;) {
			const weighed = weigh(current);
			if (weighed.kind === 'disputed') return await askBrain(weighed.run, parts);
			if (isUsedUp(weighed.run) && !openTry(weighed.run))
				return await giveUp(weighed.run, whyUsedUp(weighed.run), parts);
			const next = await workOnTry(await write(weighed.run, parts), { ...parts, lab });
			if (!('tries' in next)) return next;
			current = next;
		}
	} catch (error) {
		if (error instanceof ModelError) return giveUp(current, error.message, parts);
		throw error;
	}
}

/** Packages that the order itself names are asked for before the Coder is. */
function permissionFirst(
	run: ForgeRun,
	{ deps }: ForgeParts,
): Extract<Review, { kind: 'ask' | 'refused' }> | undefined {
	if (run.tries.length > 0) return undefined;
	const tool = idOf(run.spec);
	const asked = permissionFor(run.spec.dependencies ?? [], { tool, answers: run.answers, rules: deps.packages });
	if (asked?.kind !== 'ask') return asked;
	const { about, names, ask } = asked;
	return { kind: 'ask', ask, asks: { about, names: [...names] } };
}

/** The run with its last try judged, or the end of the run. */
async function workOnTry(run: ForgeRun, parts: TryParts): Promise<ForgeRun | ToolOutcome> {
	const review = await reviewTry(run, parts);
	if (review?.kind === 'ask') return askPeople(run, review, parts);
	if (review?.kind === 'good') return finish(run, review, parts);
	if (review?.kind === 'doubted') return judged(withDoubts(run, review.doubts), parts);
	const refused = await judged(review ? withRefusal(run, { ...review, feedback: withWarnings(review) }) : run, parts);
	if (review?.hopeless !== undefined) return giveUp(refused, review.hopeless, parts);
	return isOrderAtFault(refused) ? giveUp(refused, whyAtFault(refused), parts) : refused;
}

/** Keeps and logs what has come of a try. */
async function judged(run: ForgeRun, parts: ForgeParts): Promise<ForgeRun> {
	logTry(run, parts);
	await keep(run, parts);
	return run;
}

interface TryParts extends ForgeParts {
	readonly lab: Lab;
}

/** A repair is tried with inputs that were used for real, and with the files that they name. */
function openLab({ deps, context, repairs }: ForgeParts): Lab {
	const { id, folder } = context.session;
	const given = filesNamedBy(repairs?.cases ?? [], folder.files.trees.inputs);
	return deps.labs.open({ like: id, given });
}

function whyAtFault({ tries }: ForgeRun): string {
	return `after ${tries.length} tries an example of the order is in doubt`;
}

function whyUsedUp(run: ForgeRun): string {
	if (run.dispute?.settled?.for === 'nobody')
		return 'nobody said what is right for an input that its drafts and its tests see differently';
	const last = failedTries(run).at(-1)?.refused.class;
	return `${run.tries.length} tries failed, the last at this check: ${last ?? 'test'}`;
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
function reviewTry(run: ForgeRun, { deps, context, repairs, lab }: TryParts): Promise<Review> | undefined {
	const draft = openTry(run)?.draft;
	if (!draft) return undefined;
	say(run, 'testing', context);
	const all: readonly ToolCase[] = [...(run.tests ?? []), ...(repairs?.cases ?? [])];
	const cases = countingTests(all, run).slice(0, mostCases);
	return reviewDraft({ spec: specOf(run.spec), draft, cases, answers: run.answers, lab }, deps, context);
}

function say(run: ForgeRun, step: string, { output }: ToolContext): void {
	const nth = run.tries.length + (openTry(run) ? 0 : 1);
	output(`try ${nth} of ${Math.max(mostTries, nth)}: ${step}`);
}

function withWarnings({ feedback, warnings = [] }: Extract<Review, { kind: 'refused' }>): string {
	return warnings.length === 0 ? feedback : `${feedback}\nAlso:\n${warnings.join('\n')}`.slice(0, mostFeedback);
}
