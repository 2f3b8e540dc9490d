import type { CallFacts } from '../tool.ts';
import { type FailedTry, mostTries } from './draft/ask-code.ts';
import type { Workpiece } from './draft/draft.ts';
import { installChoices } from './static/environment.ts';
import type { Refused } from './verdict.ts';

export type Try = Workpiece['tries'][number];

/** The try that is being worked on: written, and not refused yet. Pure. */
export function openTry({ tries }: Workpiece): Try | undefined {
	const last = tries.at(-1);
	return last?.draft && !last.refused ? last : undefined;
}

/** The tries that failed, oldest first. Pure. */
export function failedTries({ tries }: Workpiece): readonly FailedTry[] {
	return tries.flatMap(({ draft, refused }) => (refused ? [{ draft, refused }] : []));
}

/** Whether no try is left. Pure. */
export function isUsedUp(piece: Workpiece): boolean {
	return failedTries(piece).length >= mostTries;
}

/** The piece with something noted about its last try. Pure. */
export function withLastTry(piece: Workpiece, change: (last: Try) => Try): Workpiece {
	const last = piece.tries.at(-1);
	return last ? { ...piece, tries: [...piece.tries.slice(0, -1), change(last)] } : piece;
}

/** The piece with its last try refused. Pure. */
export function withRefusal(piece: Workpiece, { class: reason, feedback }: Refused): Workpiece {
	return withLastTry(piece, (last) => ({ ...last, refused: { class: reason, feedback } }));
}

/**
 * The piece with people's answer to what it asks; no answer in time is a no. One that was taken before says nothing of what is asked now:
 * after a crash the newest answer may be to the question before. Pure.
 */
export function withAnswer(piece: Workpiece, answer: CallFacts['answer']): Workpiece {
	const { asks, ...rest } = piece;
	if (!asks || !answer || piece.answers.some(({ question }) => question === answer.question)) return piece;
	const { question, value, person } = answer;
	return { ...rest, answers: [...piece.answers, { ...asks, yes: value === installChoices.yes, by: person, question }] };
}
