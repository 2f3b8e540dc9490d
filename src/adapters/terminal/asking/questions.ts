import type { Question } from '../../../chat/question.ts';
import { type Answering, type AnswerStep, startAnswering } from './answering.ts';
import type { Sight } from './sight.ts';

/** The question that the next line may answer. */
export interface OpenQuestion {
	/** Says what the next line is asked for; undefined while lines are messages. */
	label(): string | undefined;
	/** A question was asked, or what it asked for has ended. */
	see(question: Question): void;
	/** The turn runs again, so its question is settled. */
	turnRuns(turn: string): void;
	/** A line, while `label` has something to ask. `expired`: there is no question any more, the line is a message. */
	take(line: string): (AnswerStep & { readonly question: Question }) | { readonly kind: 'expired' };
	/** Lets lines be messages although the question stays open, or takes it up again; false when there is none. */
	setAside(aside: 'aside' | 'taken-up'): boolean;
}

/** A question of a session that is not in sight is not asked. */
export function createOpenQuestion(person: string, clock: () => number, sight: Pick<Sight, 'shows'>): OpenQuestion {
	let open: Answering | undefined;
	let aside = false;

	function forget(): void {
		open = undefined;
		aside = false;
	}

	function take(answering: Answering, line: string): ReturnType<OpenQuestion['take']> {
		const { question } = answering;
		if (Date.parse(question.until) <= clock()) {
			forget();
			return { kind: 'expired' };
		}
		const step = answering.take(line);
		if (step.kind === 'answered') forget();
		if (step.kind === 'left-open') aside = true;
		return { ...step, question };
	}

	return {
		label: () => (open === undefined || aside || !sight.shows(open.question.session) ? undefined : open.label()),
		see(question) {
			const mine = question.whoMayAnswer.length === 0 || question.whoMayAnswer.includes(person);
			if (question.state === 'open' && mine) {
				open = startAnswering(question);
				aside = false;
			} else if (open?.question.id === question.id) forget();
		},
		turnRuns(turn) {
			if (open?.question.turn === turn) forget();
		},
		take: (line) => (open === undefined ? { kind: 'expired' } : take(open, line)),
		setAside(next) {
			if (open === undefined || !sight.shows(open.question.session)) return false;
			// A form that was left is begun again.
			if (next === 'taken-up') open = startAnswering(open.question);
			aside = next === 'aside';
			return true;
		},
	};
}
