import type { Person } from '../store/inbound.ts';
import type { Question } from '../store/question.ts';

/** What someone may do, lowest first. */
export const roles = ['guest', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What a command asks of the person: a role, or to take part in the session, or to be its owner (admins may always). */
export type Right = Role | 'participant' | 'owner';

/** What rights depend on. */
export interface Standing {
	readonly role: Role;
	readonly owner: boolean;
	readonly participant: boolean;
}

/**
 * Who has which role: persons (`slack:T1/U2`, `local`), traits (`slack:T1/group:S3`), or everyone of a workspace (`slack:T1/*`).
 * Where `admins` is undefined, whoever installed the app is admin; where `members` is, everyone of the workspace is a member.
 */
export interface RoleRules {
	readonly admins: readonly string[] | undefined;
	readonly members: readonly string[] | undefined;
	readonly guests: readonly string[] | undefined;
}

/** The role of a person; undefined: none, whatever they ask is denied. */
export type RoleOf = (person: Person) => Role | undefined;

export const noRules: RoleRules = { admins: undefined, members: undefined, guests: undefined };

/**
 * Roles by these rules, the highest that fits. The local operating-system user is admin. Guests and externals of a workspace have a role
 * only by a rule that names them, a group of theirs, or all guests or externals.
 */
export function createRoles({ admins, members, guests }: RoleRules): RoleOf {
	const isAdmin = admins ? listed(admins) : isInstaller;
	const isMember = members ? listed(members) : (person: Person) => !isOutsider(person);
	const isGuest = listed(guests ?? []);
	return (person) => {
		if (person.id === 'local' || isAdmin(person)) return 'admin';
		if (isMember(person)) return 'member';
		return isGuest(person) ? 'guest' : undefined;
	};
}

function listed(rules: readonly string[]): (person: Person) => boolean {
	return (person) => fits(person, rules);
}

function fits(person: Person, rules: readonly string[]): boolean {
	const outsider = isOutsider(person);
	const own = [person.id, ...(person.traits ?? [])].filter((trait) => !outsider || !trait.includes('/channel:'));
	const everyone = `${person.id.slice(0, person.id.lastIndexOf('/'))}/*`;
	return rules.some((rule) => own.includes(rule) || (rule === everyone && !outsider));
}

function isOutsider({ traits = [] }: Person): boolean {
	return traits.some((trait) => /\/(guests|externals)$/.test(trait));
}

function isInstaller({ traits = [] }: Person): boolean {
	return traits.some((trait) => trait.endsWith('/installer'));
}

/** Whether a standing covers a right. Pure. */
export function may(standing: Standing, right: Right): boolean {
	if (standing.role === 'admin') return true;
	if (right === 'owner') return standing.owner;
	if (right === 'participant') return standing.role === 'member' && (standing.participant || standing.owner);
	return roles.indexOf(standing.role) >= roles.indexOf(right);
}

/** Whether this person may answer a question: one it names, or of the role it asks for; where it names nobody, any participant. Pure. */
export function mayAnswer(question: Question, person: Person, standing: Standing): boolean {
	if (question.role !== undefined) return may(standing, question.role);
	if (question.whoMayAnswer.length > 0) return question.whoMayAnswer.includes(person.id);
	return may(standing, 'participant');
}
