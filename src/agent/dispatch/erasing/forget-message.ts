import type { Step } from '../../../store/journal.ts';
import { answerText } from '../../session/asking-words.ts';
import { ownWords } from '../../session/own-words.ts';
import type { Session } from '../../session/session.ts';
import { forgetTitle } from '../../session/session-record.ts';
import { erasedText, nobody, stubOf, withoutTakenBack } from '../../session/stubs.ts';
import type { DispatchDeps } from '../deps.ts';
import { isPartOf } from '../inbox/words-of.ts';
import { forgetSteps } from './forget-steps.ts';
import { isReadingOf, quoteOf } from './readings.ts';

/**
 * Takes the message of a platform's key out of what the session keeps, with the files that came with it, also where it was an answer or a
 * command with words. Of one that was not taken nothing is left in the store.
 */
export async function forgetMessage(
	key: string,
	session: Session,
	deps: Pick<DispatchDeps, 'eraser' | 'places' | 'store'>,
): Promise<void> {
	const { folder } = session;
	const steps = (await folder.journal.after(0)).map(({ step }) => step);
	const isMeant = meaning(key, steps);
	const first = steps.find(({ type }) => type === 'taken');
	if (first && isMeant(first)) await forgetTitle(folder, deps.places);
	const without = (step: Step) =>
		step.type === 'ended'
			? withoutTakenBack(step, (one) => isPartOf(one.key, key))
			: isMeant(step)
				? stubOf(step)
				: step;
	await forgetSteps(without, session, deps);
	// One that was withdrawn while it waited is in no step, and its words may still stand in the store's files.
	await deps.store.rows.scrub();
}

type Taken = Extract<Step, { type: 'taken' }>;

/** Tells the steps that hold the words of a message. */
function meaning(key: string, steps: readonly Step[]): (step: Step) => boolean {
	const isAnswer = (step: Step) => step.type === 'answered' && isPartOf(step.by, key) && step.person.id !== nobody.id;
	const told = new Set(
		steps.flatMap((step) =>
			step.type === 'answered' && isAnswer(step) ? [`${step.callId} ${answerText(step.value, step.person.name)}`] : [],
		),
	);
	const isTaken = (step: Step): step is Taken =>
		step.type === 'taken' && step.message.text !== erasedText && step.keys.some((one) => isPartOf(one, key));
	const words = steps.filter(isTaken).map(({ message }) => ownWords(message.text));
	const isReading = isReadingOf(words.filter((one) => one !== '').map(quoteOf), steps);
	return (step) => {
		if (step.type !== 'tool-finished') return isTaken(step) || isAnswer(step);
		return isReading(step) || [...told].some((text) => `${step.callId} ${step.text}`.startsWith(text));
	};
}
