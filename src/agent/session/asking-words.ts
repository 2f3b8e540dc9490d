import { shorten } from '../../base/text/shorten.ts';
import type { Placeless } from '../../chat/platform.ts';
import type { AnswerShape } from '../../chat/question.ts';

/** Stands in the thread for a question that is put to admins directly. */
export const askedDirectly =
	'An admin has to decide that. They are asked by a message of their own, which says nothing of what was talked about here.';

/** Stands for a question to admins in a conversation that has none. Pure. */
export function noAdmin({ words: { called, instead } }: Placeless): string {
	return `An admin would have to allow that, and ${called} has none. It can be asked in ${instead}.`;
}

const nobody = 'Nobody answered in time';

/** An answer in words for the Brain; `null` is an expired question. Pure. */
export function answerText(value: unknown, person: string): string {
	if (value === null) return `${nobody}; go on without an answer or say what is missing.`;
	return `${person} answered: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Tells the Brain that `person` wrote a message instead of an answer. Pure. */
export function withdrawnText(person: string): string {
	return `Not answered: ${person} wrote a message instead, which follows.`;
}

/** Tells people why a question takes no answer any more, out of the Brain's words for it. Pure. */
export function closingText(told: string): string {
	if (told.startsWith(nobody)) return nobody;
	return shorten(told.replace(/^(Not answered: .* instead), which follows\.$/, '$1'), 200);
}

/** The answer that a message is: whatever it says, or the choice whose number it is, where words will do; else only the words of a choice. Pure. */
export function answerIn(text: string, shape: AnswerShape): string | undefined {
	const said = text.trim();
	if (said === '' || shape.kind === 'form') return undefined;
	if (shape.kind === 'text') return said;
	const same = shape.choices.find((choice) => isSaid(choice, said) || isSaid(choice, bareOf(said)));
	if (same !== undefined || shape.besides !== 'words') return same;
	const numbered = /^\d{1,2}[.)]?$/.test(said) ? shape.choices[Number.parseInt(said, 10) - 1] : undefined;
	return numbered ?? said;
}

function isSaid(choice: string, said: string): boolean {
	return choice.toLowerCase() === said.toLowerCase();
}

/** Without the quotes in which a question names its choices, and without a mark at the end. Pure. */
function bareOf(said: string): string {
	const end = said.replace(/(?<![.!…。！])[.!…。！]+$/, '');
	return /^["'`“‘„«](.+)["'`”’“»]$/.exec(end)?.[1]?.replace(/[.!]$/, '') ?? end;
}
