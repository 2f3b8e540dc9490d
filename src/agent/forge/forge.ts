import { ModelError } from '../../base/errors.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';
import { askPeople, type Bench, finish, giveUp, keep, logTry } from './conclude.ts';
import { mostTries } from './draft/ask-code.ts';
import { mostCases, type ToolCase } from './draft/cases.ts';
import type { Workpiece } from './draft/draft.ts';
import { writeTry } from './draft/write.ts';
import { examine, type Finding } from './examine.ts';
import { specOf } from './spec/gate.ts';
import { mostFeedback } from './try/feedback.ts';
import { failedTries, isUsedUp, openTry, withAnswer, withRefusal } from './workpiece.ts';

/**
 * Works on an order until a draft has passed everything, people must be asked, or no try is left. The piece is kept after each step, so
 * that it goes on where it was after an answer or a restart. The Brain learns only what came of it. Rejects with the signal's reason.
 */
export async function workOn(piece: Workpiece, bench: Bench): Promise<ToolOutcome> {
	let current = withAnswer(piece, bench.context.call.answer);
	try {
		while (!isUsedUp(current)) {
			current = await write(current, bench);
			const finding = await find(current, bench);
			if (finding?.kind === 'ask') return await askPeople(current, finding, bench);
			if (finding?.kind === 'good') return await finish(current, finding, bench);
			current = await refuse(current, finding, bench);
			if (finding?.hopeless !== undefined) return await giveUp(current, finding.hopeless, bench);
		}
		return await giveUp(current, whyUsedUp(current), bench);
	} catch (error) {
		if (error instanceof ModelError) return giveUp(current, error.message, bench);
		throw error;
	}
}

function whyUsedUp(piece: Workpiece): string {
	const last = failedTries(piece).at(-1)?.refused.class;
	return `${mostTries} tries failed, the last at this check: ${last}`;
}

/** The piece with a try that is open, kept; the Coder is asked only where there is none. */
async function write(piece: Workpiece, bench: Bench): Promise<Workpiece> {
	const isOpen = openTry(piece) !== undefined;
	if (!isOpen) say(piece, 'writing', bench.context);
	const written = isOpen ? piece : await writeTry(bench.deps.coder, piece, bench.context.signal);
	await keep(written, bench);
	return written;
}

/** What the open try comes to; undefined where the Coder gave none. */
function find(piece: Workpiece, { deps, context, repairs }: Bench): Promise<Finding> | undefined {
	const draft = openTry(piece)?.draft;
	if (!draft) return undefined;
	say(piece, 'testing', context);
	const cases: readonly ToolCase[] = [...(piece.tests ?? []), ...(repairs?.cases ?? [])].slice(0, mostCases);
	return examine({ spec: specOf(piece.spec), draft, cases, answers: piece.answers }, deps, context);
}

function say(piece: Workpiece, what: string, { output }: ToolContext): void {
	output(`try ${failedTries(piece).length + 1} of ${mostTries}: ${what}`);
}

async function refuse(
	piece: Workpiece,
	finding: Extract<Finding, { kind: 'refused' }> | undefined,
	bench: Bench,
): Promise<Workpiece> {
	const refused = finding ? withRefusal(piece, { ...finding, feedback: withWarnings(finding) }) : piece;
	logTry(refused, bench);
	await keep(refused, bench);
	return refused;
}

function withWarnings({ feedback, warnings = [] }: Extract<Finding, { kind: 'refused' }>): string {
	return warnings.length === 0 ? feedback : `${feedback}\nAlso:\n${warnings.join('\n')}`.slice(0, mostFeedback);
}
