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
	const erased = steps.flatMap((step) => (step.type === 'taken' && stub(step) !== step ? [step] : []));
	const gone: Gone = {
		words: new Set(erased.map(({ message }) => ownWords(message.text))),
		files: new Set(erased.flatMap(({ placed }) => placed.map(({ name }) => name))),
	};
	const isRepeat = (step: Step) =>
		step.type === 'taken' && step.keys.some(isWordsKey) && gone.words.has(ownWords(step.message.text));
	const handed = new Set(steps.flatMap((step) => callsWith(gone, step)));
	const isHanded = (step: Step) =>
		step.type === 'tool-started' ? handed.has(step.callId) : callsWith(gone, step).length > 0;
	return (step) => {
		const stubbed = stub(step);
		return stubbed === step && (isRepeat(step) || isHanded(step)) ? stubOf(step) : stubbed;
	};
}

/** Words of messages that go, and the names of files that came with them: each is the name of one alone. */
interface Gone {
	readonly words: ReadonlySet<string>;
	readonly files: ReadonlySet<string>;
}

const handedSchema = z.object({ task: z.string(), files: z.array(z.string()).default([]) });

/** The ids of the calls of a step that hand any of it on, alone or among others. */
function callsWith(gone: Gone, step: Step): readonly string[] {
	if (gone.words.size === 0 || step.type !== 'model' || step.message.role !== 'assistant') return [];
	return step.message.calls.flatMap(({ id, name, arguments: text }) =>
		name === promptTool && holds(handedIn(text), gone) ? [id] : [],
	);
}

function handedIn(text: string): z.infer<typeof handedSchema> {
	try {
		return handedSchema.parse(JSON.parse(text));
	} catch {
		return { task: '', files: [] };
	}
}

/** Messages that are handed on together stand in paragraphs of their own. */
function holds({ task, files }: z.infer<typeof handedSchema>, gone: Gone): boolean {
	if (files.some((name) => gone.files.has(name))) return true;
	return [...gone.words].some((words) => words !== '' && `\n\n${task}\n\n`.includes(`\n\n${words}\n\n`));
}
