import type { Person } from '../store/inbound.ts';
import type { Question } from '../store/question.ts';

/** What someone may do, lowest first. */
export const roles = ['guest', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What a command asks of the person: a role, or to be the session's owner (admins may always). */
export type Right = Role | 'participant' | 'owner';

/** What rights depend on. */
export interface Standing {
	readonly role: Role;
	readonly owner: boolean;
	readonly participant: boolean;
}

/** The role of a person. The local operating-system user is admin; whoever else a platform let through is a member. */
export function roleOf(person: Person): Role {
	return person.id === 'local' ? 'admin' : 'member';
}

/** Whether a standing covers a right. Pure. */
export function may(standing: Standing, right: Right): boolean {
	if (standing.role === 'admin') return true;
	if (right === 'owner') return standing.owner;
	if (right === 'participant') return standing.participant || standing.owner;
	return roles.indexOf(standing.role) >= roles.indexOf(right);
}

/** Whether this person may answer a question: one it names; where it names nobody, any participant. Pure. */
export function mayAnswer(question: Question, person: Person, standing: Standing): boolean {
	if (question.whoMayAnswer.length > 0) return question.whoMayAnswer.includes(person.id);
	return may(standing, 'participant');
}
