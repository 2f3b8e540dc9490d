import type { Step } from '../../../store/journal.ts';
import { ownWords } from '../../session/own-words.ts';
import { stubOf } from '../../session/past/stubs.ts';
import { isWordsKey } from '../inbox/words-of.ts';

/** Has messages that a command said again, such as `/retry`, go with those that they repeat, whoever gave the command. Pure. */
export function withRepeats(stub: (step: Step) => Step, steps: readonly Step[]): (step: Step) => Step {
	const gone = new Set(
		steps.flatMap((step) => (step.type === 'taken' && stub(step) !== step ? [ownWords(step.message.text)] : [])),
	);
	const isRepeat = (step: Step) =>
		step.type === 'taken' && step.keys.some(isWordsKey) && gone.has(ownWords(step.message.text));
	return (step) => {
		const stubbed = stub(step);
		return stubbed === step && isRepeat(step) ? stubOf(step) : stubbed;
	};
}
