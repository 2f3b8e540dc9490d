import type { Step } from '../../../store/journal.ts';
import { forgetBeyond, forgetInSession, type IsMeant, isAnyMeant, sweepNotes } from '../../memory/forget.ts';
import { isKeptSince } from '../../memory/keep-facts.ts';
import { answerText } from '../../session/asking-words.ts';
import { ownWords } from '../../session/own-words.ts';
import { erasedText, nobody, stubOf, withoutTakenBack } from '../../session/past/stubs.ts';
import type { Session } from '../../session/session.ts';
import { forgetTitle } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { isPartOf } from '../inbox/words-of.ts';
import { forgetTold, turnsOf } from './forget-memories.ts';
import { forgetSteps } from './forget-steps.ts';
import { isReadingOf, quoteOf } from './readings.ts';
import { bringBack } from './spoilt.ts';

type Deps = Pick<DispatchDeps, 'eraser' | 'notes' | 'places' | 'sessions' | 'store' | 'wake'>;

/**
 * Takes the message of a platform's key out of what the session keeps, with the files that came with it and what was remembered in its turn, also where it was an answer or a
 * command with words. Of one that was not taken nothing is left in the store.
 */
export async function forgetMessage(key: string, session: Session, deps: Deps): Promise<void> {
	const { folder, id } = session;
	await deps.eraser.leftOvers(id);
	await sweepNotes(id, deps);
	const entries = await folder.journal.after(0);
	const steps = entries.map(({ step }) => step);
	const isMeant = meaning(key, steps);
	const first = steps.find(({ type }) => type === 'taken');
	if (first && isMeant(first)) await forgetTitle(folder, deps.places);
	const own = (step: Step) =>
		step.type === 'ended'
			? withoutTakenBack(step, (one) => isPartOf(one.key, key))
			: isMeant(step)
				? stubOf(step)
				: step;
	await forgetSet(key, session, deps);
	const turns = turnsOf(steps, (step) => keysIn(step).some((one) => isPartOf(one, key)));
	const since = entries.find(({ step }) => isIn(turns, step) || own(step) !== step)?.at;
	// Of one that is in no step nothing can have been made.
	if (since === undefined) await bringBack(session);
	else {
		await forgetMade({ turns, since }, session, deps);
		await forgetSteps({ own, turns }, session, deps);
	}
	// One that was withdrawn while it waited is in no step, and its words may still stand in the store's files.
	await deps.store.rows.scrub();
}

/** Memories that it has put in the place of others. They go last: for as long as they know it, a crash in the middle has all of it done again. */
async function forgetSet(key: string, session: Session, deps: Deps): Promise<void> {
	const { id } = session;
	const isSet: IsMeant = ({ message }) => isPartOf(message, key);
	if (!(await isAnyMeant(id, isSet, deps))) return;
	await forgetSteps({ own: (step) => step, turns: new Set() }, session, deps);
	await forgetBeyond(id, isSet, (ids) => forgetTold(ids, id, deps), deps);
	await forgetInSession(id, isSet, deps);
}

function keysIn(step: Step): readonly string[] {
	if (step.type === 'taken') return step.keys;
	return step.type === 'answered' && step.by !== undefined ? [step.by] : [];
}

function isIn(turns: ReadonlySet<string>, step: Step): boolean {
	return 'turn' in step && step.turn !== undefined && turns.has(step.turn);
}

/** A message's turns, and the time of the first of its steps. */
interface Told {
	readonly turns: ReadonlySet<string>;
	readonly since: string;
}

/** Memories know the turn in which they were made, and not the message; those of the history not even that. */
async function forgetMade({ turns, since }: Told, { id }: Session, deps: Deps): Promise<void> {
	const isKept = isKeptSince(since);
	const isMade: IsMeant = ({ session = id, turn }) => session === id && turn !== undefined && turns.has(turn);
	await forgetBeyond(
		id,
		(entry) => entry.session === id && isMade(entry),
		(ids) => forgetTold(ids, id, deps),
		deps,
	);
	await forgetInSession(id, (entry) => isMade(entry) || isKept(entry), deps);
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
