import { isSamePerson, type Place, splitRule } from './place.ts';
import type { Question } from './question.ts';
import type { Person } from './thread.ts';

/** What someone may do, lowest first. */
export const roles = ['guest', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What a command asks of the person: a role, or to take part in the session, or to be its owner (admins may always). */
export type Right = Role | 'participant' | 'owner';

/** Somebody's part in a session and its place: rights depend on it. */
export interface Membership {
	readonly role: Role;
	readonly owner: boolean;
	readonly participant: boolean;
}

/**
 * Who has which role: persons (`slack:T1/U2`), traits (`slack:T1/group:S3`), everyone of a place (`slack:T1/*`), or `local`. Each rule
 * holds in the place that it begins with, and nowhere else. Where `admins` is undefined, whoever installed the app in a place, or owns the
 * place, is admin there; where `members` is, everyone of a place is a member there.
 */
export interface RoleRules {
	readonly admins: readonly string[] | undefined;
	readonly members: readonly string[] | undefined;
	readonly guests: readonly string[] | undefined;
}

/** The role of a person in a place; undefined: none, whatever they ask is denied. Without a place there is no admin. */
export type RoleOf = (person: Person, place: Place | undefined) => Role | undefined;

export const noRules: RoleRules = { admins: undefined, members: undefined, guests: undefined };

/**
 * Roles by these rules, the highest that fits. The local operating-system user is admin of `local`. Guests and externals of a workspace have
 * a role only by a rule that names them, a group of theirs, or all guests or externals. Where we are in no server with somebody (in a direct
 * conversation of Discord) they may ask what they may ask in their own server, and are nobody's admin.
 */
export function createRoles(rules: RoleRules): RoleOf {
	return (person, place) => {
		if (place === 'local') return person.id === 'local' ? 'admin' : roleIn('local', person, rules);
		const own = splitRule(person.id).place;
		const isAway = place === undefined || (own !== place && own.startsWith('discord:'));
		if (!isAway) return roleIn(place, person, rules);
		const role = roleIn(own, person, rules);
		return role === 'admin' ? 'member' : role;
	};
}

/** Those whom rules name as admins of a place. They may be called something else. Pure. */
export function namedAdmins({ admins = [] }: RoleRules, place: Place): Person[] {
	return admins
		.filter((rule) => splitRule(rule).place === place && isPersonal(rule))
		.map((id) => ({ id, name: splitRule(id).subject }));
}

function roleIn(place: Place, person: Person, { admins, members, guests }: RoleRules): Role | undefined {
	const listed = (rules: readonly string[]) => rules.some((rule) => fits(rule, person, place));
	if (admins ? listed(admins) : has(person, `${place}/installer`)) return 'admin';
	if (members ? listed(members) : !isOutsider(person)) return 'member';
	return listed(guests ?? []) ? 'guest' : undefined;
}

/** Traits hold the place they are of; a person is meant by what the place calls them, wherever they are from. */
function fits(rule: string, person: Person, place: Place): boolean {
	const { place: of, subject } = splitRule(rule);
	if (of !== place) return false;
	if (subject === '*') return !isOutsider(person);
	if (isPersonal(rule)) return splitRule(person.id).subject === subject;
	return has(person, rule) && !(subject.startsWith('channel:') && isOutsider(person));
}

/** Whether a rule names one person: theirs has no further word. */
function isPersonal(rule: string): boolean {
	return /^[A-Z0-9]+$/.test(splitRule(rule).subject);
}

function has({ traits = [] }: Person, trait: string): boolean {
	return traits.includes(trait);
}

function isOutsider({ traits = [] }: Person): boolean {
	return traits.some((trait) => /\/(guests|externals)$/.test(trait));
}

/** Whether a membership covers a right. Pure. */
export function may({ role, owner, participant }: Membership, right: Right): boolean {
	if (role === 'admin') return true;
	if (right === 'owner') return role === 'member' && owner;
	if (right === 'participant') return role === 'member' && (participant || owner);
	return roles.indexOf(role) >= roles.indexOf(right);
}

/** Whether this person may answer a question: admins what is for admins, else those whom it names, else whoever takes part. Pure. */
export function mayAnswer({ role, whoMayAnswer }: Question, person: Person, membership: Membership): boolean {
	if (role === 'participant' && whoMayAnswer.length > 0) return whoMayAnswer.some((id) => isSamePerson(id, person.id));
	return may(membership, role);
}
