import type { AgentEvent } from '../../../chat/events.ts';
import type { Question } from '../../../chat/question.ts';
import type { Prompt } from '../screen/desk.ts';
import type { OpenQuestion } from './questions.ts';

/** Lets the prompt ask what the open question asks, as turns and commands on the screen open and close questions. */
export interface QuestionPrompt {
	/** After each event of a turn that is shown. */
	watchTurn(event: AgentEvent): void;
	/** Before what a command tells under this name, which settles the question that it asked. */
	beginTelling(turn: string): void;
	/** After each event of what a command tells. */
	watchTold(event: AgentEvent): void;
	/** Asks again what was still open in an earlier run. */
	resume(open: readonly Question[]): void;
	/** Lets lines be messages although the question stays open. */
	setAside(): void;
}

export function createQuestionPrompt(question: OpenQuestion, prompt: Prompt): QuestionPrompt {
	function askNow(): void {
		prompt.ask(question.label());
		prompt.hint('');
	}

	return {
		watchTurn(event) {
			if (event.type === 'turn-started') question.turnRuns(event.turn);
			if (event.type === 'question') question.see(event.question);
			// Until a turn has ended its question waits.
			if (event.type === 'turn-started' || event.type === 'turn-ended') askNow();
		},
		beginTelling(turn) {
			question.turnRuns(turn);
			askNow();
		},
		watchTold(event) {
			if (event.type !== 'question') return;
			// No turn ends after the question of a command.
			question.see(event.question);
			askNow();
		},
		resume(open) {
			for (const one of open) question.see(one);
			prompt.ask(question.label());
		},
		setAside() {
			if (question.label() === undefined || !question.setAside('aside')) return;
			prompt.ask(undefined);
			prompt.hint('The question stays open; press Enter at an empty line to answer it');
		},
	};
}
