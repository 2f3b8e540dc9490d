import type { RoleOf } from '../../chat/people.ts';
import type { Asker } from '../../chat/place.ts';
import type { Places } from '../../chat/places.ts';
import type { Ask, Question } from '../../chat/question.ts';
import { noAdmin } from './asking-words.ts';
import type { SessionRecord } from './session-record.ts';
import { isOpen } from './who-may-read.ts';

/** Where something is asked, and for whom; `person` undefined: nobody whom we know. */
export interface AskScene extends Pick<Asker, 'thread' | 'audience'> {
	readonly person: Asker['person'] | undefined;
	/** The session's record, if anybody has spoken in it. */
	readonly record: SessionRecord | undefined;
	readonly roleOf: RoleOf;
	readonly places: Places;
}

/** The name of a question, the decision that it is about, and until when (ISO 8601) it is open. */
export type QuestionFacts = Pick<Question, 'session' | 'turn' | 'name' | 'decides' | 'until'>;

/** The question by which something is asked; a sentence where it is for an admin, and the conversation has no place and so none. Pure. */
export function questionFor(ask: Ask, facts: QuestionFacts, scene: AskScene): Question | string {
	const { text, answer, role = 'participant', whoMayAnswer = [], reading } = ask;
	const { thread, person, places } = scene;
	const conversation = places.conversationOf(thread);
	if (role === 'admin' && conversation.place === undefined) return noAdmin(conversation);
	const policy = role === 'admin' && isApart(scene) ? 'first-directly' : 'first-in-thread';
	const file = policy === 'first-directly' ? (ask.file ?? reading) : reading;
	return {
		...facts,
		id: `${facts.session}/${facts.name}`,
		text,
		answer,
		role,
		whoMayAnswer: [...whoMayAnswer],
		policy,
		thread,
		...(person && { askedFor: { id: person.id, name: person.name } }),
		...(file && { file }),
		state: 'open',
	};
}

/** Whether admins who are not in the thread must not see it. Whoever asks and is admin there themselves is in it. */
function isApart({ person, thread, audience, record, roleOf, places }: AskScene): boolean {
	if (audience === 'alone') return true;
	if (person && roleOf(person, places.conversationOf(thread).place) === 'admin') return false;
	return !isOpen(record ?? { thread, ...(audience && { audience }) }, places);
}
