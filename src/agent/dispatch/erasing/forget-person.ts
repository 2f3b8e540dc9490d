import type { Person } from '../../../chat/thread.ts';
import type { Step } from '../../../store/journal.ts';
import { forgetInSession, type IsMeant } from '../../memory/forget.ts';
import { isKeptSince } from '../../memory/keep-facts.ts';
import { answerText, withdrawnText } from '../../session/asking-words.ts';
import { stubOf, withoutPerson, withoutTakenBack } from '../../session/past/stubs.ts';
import type { Session } from '../../session/session.ts';
import { forgetPersonIn } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { turnsOf } from './forget-memories.ts';
import { forgetRecords, type IsTheirs } from './forget-records.ts';
import { forgetSteps } from './forget-steps.ts';
import { isReadingOf, quotesOf } from './readings.ts';

type Deps = Pick<DispatchDeps, 'eraser' | 'notes' | 'places' | 'repos' | 'store'>;

/** Takes a person out of a session in which others spoke, too: their messages, files, answers, feedback, name, and memories of their words. What others made of them stays. */
export async function forgetPerson(person: Person, session: Session, deps: Deps): Promise<void> {
	const isTheirs: IsTheirs = (one) => one !== undefined && deps.places.isSamePerson(one.id, person.id);
	const entries = await session.folder.journal.after(0);
	const steps = entries.map(({ step }) => step);
	const names = new Set([
		person.name,
		...steps
			.flatMap(personIn)
			.filter(isTheirs)
			.map(({ name }) => name),
	]);
	await forgetWaiting(session.id, isTheirs, deps);
	await forgetPersonIn(session.folder, isTheirs, deps.places);
	await forgetRecords(session.id, isTheirs, deps);
	await deps.repos?.forgetNames(session.id, names);
	const isReading = isReadingOf([...names].map(quotesOf), steps);
	const own = (step: Step) => (isReading(step) ? stubOf(step) : withoutThem(step, isTheirs, names));
	const turns = turnsOf(steps, (step) => personIn(step).some(isTheirs));
	const first = entries.find(({ step }) => personIn(step).some(isTheirs));
	const isKept = isKeptSince(first?.at ?? never);
	const isOfTheirs: IsMeant = ({ person: id, turn = '' }) =>
		id === undefined ? turns.has(turn) : isTheirs({ id, name: id });
	await forgetInSession(session.id, (entry) => isOfTheirs(entry) || isKept(entry), deps);
	await forgetSteps({ own, turns }, session, deps);
}

/** Behind each time there is. */
const never = '~';

/** Words that nobody has taken yet are not said any more. */
async function forgetWaiting(session: string, isTheirs: IsTheirs, { store: { inbox } }: Deps): Promise<void> {
	const waiting = await inbox.waiting(session);
	const order = waiting.findIndex(({ type }) => type === 'erase');
	for (const { type, key, person } of waiting.slice(0, Math.max(0, order)))
		if (type === 'message' && isTheirs(person)) await inbox.amend(session, key, undefined);
}

function personIn(step: Step): Person[] {
	if (step.type === 'answered') return [step.person];
	if (step.type === 'notice') return step.to ? [step.to] : [];
	return step.type === 'taken' && step.message.role === 'user' && step.message.person ? [step.message.person] : [];
}

/** A step in which nothing is theirs is answered as it is. */
function withoutThem(step: Step, isTheirs: IsTheirs, names: ReadonlySet<string>): Step {
	if (personIn(step).some(isTheirs)) return stubOf(step);
	if (step.type === 'tool-finished' && [...names].some((name) => isAbout(step.text, name))) return stubOf(step);
	if (step.type === 'parked') return withoutPerson(step, isTheirs);
	// Whose it was did not stand there at first.
	if (step.type === 'ended')
		return withoutTakenBack(step, ({ person }) => person === undefined || isTheirs({ id: person, name: person }));
	return step;
}

/** Whether a call's result is what somebody answered, or did instead. */
function isAbout(text: string, name: string): boolean {
	return text.startsWith(answerText('', name)) || text === withdrawnText(name) || text === `Stopped by ${name}`;
}
