import { z } from 'zod';
import type { Step } from '../../../store/journal.ts';
import { promptTool } from '../../coding/run/turns.ts';
import { ownWords } from '../../session/own-words.ts';
import { stubOf } from '../../session/past/stubs.ts';
import { isWordsKey } from '../inbox/words-of.ts';

/**
 * Has messages that a command said again, such as `/retry`, go with those that they repeat, whoever gave the command; so do the calls by which messages
 * are handed to a coding agent. Pure.
 */
export function withRepeats(stub: (step: Step) => Step, steps: readonly Step[]): (step: Step) => Step {
	const gone = new Set(
		steps.flatMap((step) => (step.type === 'taken' && stub(step) !== step ? [ownWords(step.message.text)] : [])),
	);
	const isRepeat = (step: Step) =>
		step.type === 'taken' && step.keys.some(isWordsKey) && gone.has(ownWords(step.message.text));
	const handed = new Set(steps.flatMap((step) => callsWith(gone, step)));
	const isHanded = (step: Step) =>
		step.type === 'tool-started' ? handed.has(step.callId) : callsWith(gone, step).length > 0;
	return (step) => {
		const stubbed = stub(step);
		return stubbed === step && (isRepeat(step) || isHanded(step)) ? stubOf(step) : stubbed;
	};
}

const handedSchema = z.object({ task: z.string() });

/** The ids of the calls of a step that hand one of these texts on, alone or among others. */
function callsWith(gone: ReadonlySet<string>, step: Step): readonly string[] {
	if (gone.size === 0 || step.type !== 'model' || step.message.role !== 'assistant') return [];
	return step.message.calls.flatMap(({ id, name, arguments: text }) =>
		name === promptTool && holds(taskIn(text), gone) ? [id] : [],
	);
}

function taskIn(text: string): string {
	try {
		return handedSchema.parse(JSON.parse(text)).task;
	} catch {
		return '';
	}
}

/** Messages that are handed on together stand in paragraphs of their own. */
function holds(task: string, gone: ReadonlySet<string>): boolean {
	return [...gone].some((words) => words !== '' && `\n\n${task}\n\n`.includes(`\n\n${words}\n\n`));
}
