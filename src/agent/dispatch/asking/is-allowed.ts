import type { Inbound } from '../../../chat/inbound.ts';
import { mayAnswer } from '../../../chat/people.ts';
import type { Question } from '../../../chat/question.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import { membershipOf, readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { knownAdmins } from './known-admins.ts';

type Deps = Pick<DispatchDeps, 'roleOf' | 'platforms' | 'places' | 'namedAdmins'>;
type Answering = Pick<Inbound, 'person' | 'thread'>;

/** Whether somebody may answer a question: with the rights that they have where it arose, wherever they answer. */
export async function isAllowed(
	answering: Answering,
	question: Question,
	session: Session,
	deps: Deps,
): Promise<boolean> {
	const { places } = deps;
	const { place } = places.conversationOf(question.thread ?? session.history().open?.thread ?? answering.thread);
	const isElsewhere = question.policy === 'first-directly';
	const person = isElsewhere ? await asKnownIn(place, answering, deps) : answering.person;
	const role = deps.roleOf(person, place);
	const membership = membershipOf({ person, role }, await readRecord(session.folder, places), places);
	return mayAnswer(question, { person, membership }, places);
}

/** Somebody as the place knows them: their traits elsewhere give no rights there. */
async function asKnownIn(place: string | undefined, { person, thread }: Answering, deps: Deps): Promise<Person> {
	if (place === undefined || deps.places.conversationOf(thread).place === place) return person;
	return (await knownAdmins(place, deps)).find(({ id }) => deps.places.isSamePerson(id, person.id)) ?? person;
}
