import type { RoleOf } from '../../chat/people.ts';
import { type Asker, placeOf } from '../../chat/place.ts';
import type { Ask, Question } from '../../chat/question.ts';
import type { SessionRecord } from './session-record.ts';
import { isOpen } from './who-may-read.ts';

/** Where something is asked, and who by it is asked for; `person` undefined: nobody whom we know. */
export interface AskScene extends Pick<Asker, 'thread' | 'audience'> {
	readonly person: Asker['person'] | undefined;
	/** The session's record, if anybody has spoken in it. */
	readonly record: SessionRecord | undefined;
	readonly roleOf: RoleOf;
}

/** What a question is called, what it decides, and until when (ISO 8601) it is open. */
export type QuestionFacts = Pick<Question, 'session' | 'turn' | 'name' | 'decides' | 'until'>;

/** The question by which something is asked; undefined where it is for an admin, and the thread has no place and so none. Pure. */
export function questionFor(ask: Ask, facts: QuestionFacts, scene: AskScene): Question | undefined {
	const { text, answer, role = 'participant', file } = ask;
	const policy = role === 'admin' ? policyFor(scene) : 'first-in-thread';
	if (policy === undefined) return undefined;
	const { thread, person } = scene;
	return {
		...facts,
		id: `${facts.session}/${facts.name}`,
		text,
		answer,
		role,
		whoMayAnswer: [],
		policy,
		thread,
		...(person && { askedFor: { id: person.id, name: person.name } }),
		...(policy === 'first-directly' && file && { file }),
		state: 'open',
	};
}

/** Admins who are not in the thread must not see it; whoever asks and is admin there themselves is asked in the thread. */
function policyFor({ person, thread, audience, record, roleOf }: AskScene): Question['policy'] | undefined {
	const place = placeOf(thread);
	if (place === undefined) return undefined;
	if (audience === 'alone') return 'first-directly';
	if (person && roleOf(person, place) === 'admin') return 'first-in-thread';
	return isOpen(record ?? { thread, ...(audience && { audience }) }) ? 'first-in-thread' : 'first-directly';
}
