import type { Question } from '../../../chat/question.ts';
import { describeEvent } from '../render/describe-event.ts';
import type { Desk } from '../screen/desk.ts';
import { plainWidth } from '../screen/plain-desk.ts';
import type { OpenQuestion } from './questions.ts';
import type { Sight } from './sight.ts';

/** The session in which the thread on the screen goes on, and the questions that are open in it. */
export interface Looking {
	readonly session: string;
	readonly open: readonly Question[];
}

/** Follows the thread from session to session, so that each question is asked in its own alone. */
export interface Moves {
	/** A command was given that may lead into another session: until that is known lines are messages, then the question there is asked. */
	mayMove(): void;
	/** Resolves when it is known in which session the thread goes on. */
	known(): Promise<void>;
}

export interface MovesDeps {
	readonly question: OpenQuestion;
	readonly sight: Sight;
	readonly desk: Pick<Desk, 'page' | 'prompt' | 'style'>;
	readonly looking: () => Promise<Looking>;
	/** Resolves when nothing runs that was taken. */
	readonly whenIdle: () => Promise<void>;
}

export function createMoves({ question, sight, desk, looking, whenIdle }: MovesDeps): Moves {
	let moves = 0;
	/** Commands since it was known: several may lead away and back. */
	let given = 0;
	let known: Promise<void> = Promise.resolve();

	function askIn({ session, open }: Looking): void {
		const isOther = sight.show(session) || given > 1;
		given = 0;
		const wasAsked = question.label() !== undefined;
		if (!wasAsked) open.forEach(question.see);
		// It was asked where nobody looked, or long ago.
		if (question.label() !== undefined && (isOther || !wasAsked)) for (const one of open.slice(-1)) print(one);
		desk.prompt.ask(question.label());
	}

	function print(asked: Question): void {
		const { lines } = describeEvent(
			{ type: 'question', key: asked.id, question: asked },
			noFacts,
			desk.style,
			plainWidth,
		);
		desk.page.put('text', lines);
	}

	async function moved(): Promise<void> {
		try {
			await whenIdle();
			const now = await looking();
			// A later command may lead on: only the last one says where.
			if (moves === 1) askIn(now);
		} finally {
			moves -= 1;
		}
	}

	return {
		mayMove() {
			moves += 1;
			given += 1;
			sight.hide();
			desk.prompt.ask(undefined);
			// Where it cannot be looked up, lines stay messages: the core knows where they belong.
			known = known.then(moved).catch(() => undefined);
		},
		known: () => known,
	};
}

const noFacts = { call: undefined, saved: undefined, usage: undefined, ms: undefined };
