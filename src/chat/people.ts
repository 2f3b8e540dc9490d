import { type Place, splitRule } from './place.ts';
import type { Places } from './places.ts';
import type { RuleForm } from './platform.ts';
import type { Question } from './question.ts';
import type { Person } from './thread.ts';

/** Who does what no person does, or nobody knows who did. No platform has anybody of this id. */
export const systemPerson: Person = { id: 'threadsmith', name: 'Threadsmith' };

/** The roles, lowest first. */
export const roles = ['guest', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A command asks this of the person: a role, or to take part in the session, or to be its owner (admins may always). */
export type Right = Role | 'participant' | 'owner';

/** Somebody's part in a session and its place: rights depend on it. */
export interface Membership {
	readonly role: Role;
	readonly owner: boolean;
	readonly participant: boolean;
}

/**
 * Who has which role: persons (`<place>/U2`), traits (`<place>/group:S3`), everyone of a place (`<place>/*`). Each rule holds in the place that
 * it begins with, and nowhere else. Where `admins` is undefined, whoever installed the app in a place, or owns the place, is admin there;
 * where `members` is, everyone of a place is a member there.
 */
export interface RoleRules {
	readonly admins: readonly string[] | undefined;
	readonly members: readonly string[] | undefined;
	readonly guests: readonly string[] | undefined;
}

/** The role of a person in a place; undefined: none, whatever they ask is denied. Without a place there is no admin. */
export type RoleOf = (person: Person, place: Place | undefined) => Role | undefined;

export const noRules: RoleRules = { admins: undefined, members: undefined, guests: undefined };

type RoleDeps = Pick<Places, 'platformOf'>;

/**
 * Roles by these rules, the highest that fits. Whoever has this machine is admin of its own place. Those who do not belong to a place have
 * a role only by a rule that names them, a group of theirs, or all who do not. Where somebody whom each place knows speaks outside of all of
 * them, or in another one than where we know them, they may ask what they may ask in their own, and are nobody's admin.
 */
export function createRoles(rules: RoleRules, deps: RoleDeps): RoleOf {
	return (person, place) => {
		const isHosts = place !== undefined && deps.platformOf(place)?.people === 'host';
		if (isHosts) return person.id === place ? 'admin' : roleIn(place, person, rules, deps);
		const own = splitRule(person.id).place;
		const isAway = place === undefined || (own !== place && deps.platformOf(own)?.people === 'everywhere');
		if (!isAway) return roleIn(place, person, rules, deps);
		const role = roleIn(own, person, rules, deps);
		return role === 'admin' ? 'member' : role;
	};
}

/** Those whom rules name as admins of a place. They may be called something else. Pure. */
export function namedAdmins({ admins = [] }: RoleRules, place: Place, deps: RoleDeps): Person[] {
	return admins
		.filter((rule) => splitRule(rule).place === place && meaningOf(rule, deps) === 'person')
		.map((id) => ({ id, name: splitRule(id).subject }));
}

function roleIn(
	place: Place,
	person: Person,
	{ admins, members, guests }: RoleRules,
	deps: RoleDeps,
): Role | undefined {
	const isOutside = isOutsider(person, deps);
	const listed = (rules: readonly string[]) =>
		rules.some((rule) => splitRule(rule).place === place && fits(rule, person, isOutside, meaningOf(rule, deps)));
	if (admins ? listed(admins) : has(person, `${place}/installer`)) return 'admin';
	if (members ? listed(members) : !isOutside) return 'member';
	return listed(guests ?? []) ? 'guest' : undefined;
}

type Meaning = RuleForm['means'] | undefined;

/** Traits hold the place they are of; a person is meant by what the place calls them, wherever they are from. */
function fits(rule: string, person: Person, isOutside: boolean, means: Meaning): boolean {
	if (means === 'everyone') return !isOutside;
	if (means === 'person') return splitRule(person.id).subject === splitRule(rule).subject;
	if (means === 'inner-trait') return has(person, rule) && !isOutside;
	return (means === 'trait' || means === 'outsiders') && has(person, rule);
}

/** Whether somebody does not belong to the place that they speak in, as its platform says. Pure. */
export function isOutsider({ traits = [] }: Person, deps: RoleDeps): boolean {
	return traits.some((trait) => meaningOf(trait, deps) === 'outsiders');
}

/** Whom a rule means; undefined for one that its platform would not write. */
function meaningOf(rule: string, { platformOf }: RoleDeps): Meaning {
	const { subject } = splitRule(rule);
	return platformOf(rule)?.rules.forms.find((form) => form.subject.test(subject))?.means;
}

function has({ traits = [] }: Person, trait: string): boolean {
	return traits.includes(trait);
}

/** Whether a membership covers a right. Pure. */
export function may({ role, owner, participant }: Membership, right: Right): boolean {
	if (role === 'admin') return true;
	if (right === 'owner') return role === 'member' && owner;
	if (right === 'participant') return role === 'member' && (participant || owner);
	return roles.indexOf(role) >= roles.indexOf(right);
}

/** Whether this person may answer a question: admins what is for admins, else those whom it names, else whoever takes part. Pure. */
export function mayAnswer(
	{ role, whoMayAnswer }: Question,
	{ person, membership }: { readonly person: Person; readonly membership: Membership },
	{ isSamePerson }: Pick<Places, 'isSamePerson'>,
): boolean {
	if (role === 'participant' && whoMayAnswer.length > 0) return whoMayAnswer.some((id) => isSamePerson(id, person.id));
	return may(membership, role);
}
