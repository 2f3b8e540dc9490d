import { describe, expect, it } from 'vitest';
import {
	createRoles,
	type Membership,
	may,
	mayAnswer,
	noRules,
	type Right,
	type Role,
	type RoleRules,
} from '../../src/chat/people.ts';
import { places } from '../../src/platforms.ts';
import { bo, cy } from '../support/commands.ts';
import { questionOn } from '../support/journal-entries.ts';

const rights: readonly Right[] = ['guest', 'member', 'participant', 'owner', 'admin'];
const membership = (role: Role, owner: boolean, participant: boolean): Membership => ({ role, owner, participant });

describe('may()', () => {
	it.each<[string, Membership, readonly Right[]]>([
		['a guest', membership('guest', false, false), ['guest']],
		['a member', membership('member', false, false), ['guest', 'member']],
		['a participant', membership('member', false, true), ['guest', 'member', 'participant']],
		['a guest who has spoken', membership('guest', false, true), ['guest']],
		['a guest who owns it, or whose it would be', membership('guest', true, true), ['guest']],
		['an owner', membership('member', true, true), ['guest', 'member', 'participant', 'owner']],
		['an admin who has never spoken', membership('admin', false, false), rights],
	])('lets %s do what is theirs and no more', (_who, who, allowed) => {
		expect(rights.filter((right) => may(who, right))).toEqual(allowed);
	});
});

describe('createRoles()', () => {
	const member = { id: 'slack:T1/U1', name: 'Ada' };
	const installer = { id: 'slack:T1/U2', name: 'Bo', traits: ['slack:T1/channel:C1', 'slack:T1/installer'] };
	const guest = { id: 'slack:T1/U3', name: 'Cy', traits: ['slack:T1/channel:C1', 'slack:T1/guests'] };
	const external = { id: 'slack:T9/U4', name: 'Di', traits: ['slack:T1/channel:C1', 'slack:T1/externals'] };
	const grouped = { id: 'slack:T1/U5', name: 'Ed', traits: ['slack:T1/group:S1'] };
	const everyone = [member, installer, guest, external, grouped];
	const rolesBy = (rules: Partial<RoleRules>, place = 'slack:T1') =>
		everyone.map((person) => createRoles({ ...noRules, ...rules }, places)(person, place));

	it('makes the local user admin and nobody else who calls themselves so', () => {
		expect(createRoles({ admins: [], members: [], guests: [] }, places)({ id: 'local', name: 'Ada' }, 'local')).toBe(
			'admin',
		);
		expect(createRoles(noRules, places)({ id: 'slack:T1/local', name: 'local' }, 'slack:T1')).toBe('member');
		expect(createRoles(noRules, places)({ id: 'local', name: 'Ada' }, 'slack:T1')).not.toBe('admin');
	});

	it('makes the installer admin, the workspace members, and lets no guest and no external in, where nothing is set', () => {
		expect(rolesBy({})).toEqual(['member', 'admin', undefined, undefined, 'member']);
	});

	it('gives each role to those alone who are listed', () => {
		expect(rolesBy({ admins: ['slack:T1/U1'] })).toEqual(['admin', 'member', undefined, undefined, 'member']);
		expect(rolesBy({ members: ['slack:T1/group:S1'] })).toEqual([undefined, 'admin', undefined, undefined, 'member']);
		expect(rolesBy({ members: [], guests: ['slack:T1/*'] })).toEqual(['guest', 'admin', undefined, undefined, 'guest']);
	});

	it('lets guests and externals in only by name, by a group of theirs, or all of them', () => {
		const inChannel = ['slack:T1/channel:C1', 'slack:T1/*', 'slack:T9/*', 'slack:T9/U4'];
		expect(rolesBy({ members: inChannel })).toEqual(['member', 'admin', undefined, undefined, 'member']);
		const named = ['slack:T1/U3', 'slack:T1/U4'];
		expect(rolesBy({ members: named })).toEqual([undefined, 'admin', 'member', 'member', undefined]);
		const kinds = ['slack:T1/guests', 'slack:T1/externals'];
		expect(rolesBy({ guests: kinds })).toEqual(['member', 'admin', 'guest', 'guest', 'member']);
	});

	it('knows whoever speaks in a channel', () => {
		expect(
			createRoles({ ...noRules, admins: [], members: ['slack:T1/channel:C1'] }, places)(installer, 'slack:T1'),
		).toBe('member');
		expect(createRoles({ ...noRules, members: ['slack:T1/channel:C1'] }, places)(member, 'slack:T1')).toBeUndefined();
	});

	it('lets each rule hold in the place that it names, and nowhere else', () => {
		const rules = {
			admins: ['slack:T1/U2', 'slack:T1/group:S1'],
			members: ['slack:T1/*'],
			guests: ['slack:T1/externals'],
		};
		expect(rolesBy(rules)).toEqual(['member', 'admin', undefined, 'guest', 'admin']);
		expect(rolesBy(rules, 'slack:T2')).toEqual([undefined, undefined, undefined, undefined, undefined]);
	});

	it('lets an external in to the place that a rule names, and not to their own', () => {
		const roleOf = createRoles({ ...noRules, members: ['slack:T1/U4'], admins: [] }, places);
		expect(roleOf(external, 'slack:T1')).toBe('member');
		expect(roleOf({ id: 'slack:T9/U4', name: 'Di' }, 'slack:T9')).toBeUndefined();
	});

	it('makes whoever manages a server admin there, a member in a direct conversation, and nothing else elsewhere', () => {
		const owner = { id: 'discord:2/7', name: 'Ed', traits: ['discord:2/installer', 'discord:2/role:5'] };
		const roleOf = createRoles(noRules, places);
		expect(roleOf(owner, 'discord:2')).toBe('admin');
		expect(roleOf(owner, 'discord:1')).toBe('member');
		expect(roleOf(owner, undefined)).toBe('member');
		const byRole = createRoles({ ...noRules, admins: ['discord:1/role:5', 'discord:2/role:5'] }, places);
		expect(byRole({ ...owner, id: 'discord:1/7' }, 'discord:1')).toBe('member');
		expect(byRole(owner, 'discord:2')).toBe('admin');
	});

	it('lets a stranger of Discord ask directly only by a rule for those who are in no server', () => {
		const stranger = { id: 'discord:0/7', name: 'Fo', traits: ['discord:0/externals'] };
		expect(createRoles(noRules, places)(stranger, undefined)).toBeUndefined();
		expect(createRoles(noRules, places)(stranger, 'discord:9')).toBeUndefined();
		expect(createRoles({ ...noRules, members: ['discord:0/7'] }, places)(stranger, undefined)).toBe('member');
		expect(createRoles({ ...noRules, admins: ['discord:0/externals'] }, places)(stranger, undefined)).toBe('member');
	});

	it('does not take one workspace for another', () => {
		expect(
			createRoles({ ...noRules, members: ['slack:T1/*'] }, places)({ id: 'slack:T11/U1', name: 'x' }, 'slack:T11'),
		).toBeUndefined();
		expect(
			createRoles({ ...noRules, members: ['slack:T1/*'] }, places)({ id: 'discord:1/2', name: 'x' }, 'discord:1'),
		).toBeUndefined();
	});
});

describe('mayAnswer()', () => {
	it('lets any participant answer a question for everyone', () => {
		const question = questionOn('t1', 'c1');
		expect(mayAnswer(question, { person: bo, membership: membership('member', false, true) }, places)).toBe(true);
		expect(mayAnswer(question, { person: bo, membership: membership('member', false, false) }, places)).toBe(false);
	});

	it('lets only those answer whom the question names, not even an admin', () => {
		const question = questionOn('t1', 'c1', [bo.id]);
		expect(mayAnswer(question, { person: bo, membership: membership('guest', false, false) }, places)).toBe(true);
		expect(mayAnswer(question, { person: cy, membership: membership('admin', true, true) }, places)).toBe(false);
	});
});
