import { describe, expect, it } from 'vitest';
import {
	createRoles,
	may,
	mayAnswer,
	noRules,
	type Right,
	type Role,
	type RoleRules,
	type Standing,
} from '../../src/agent/people.ts';
import { bo, cy } from '../support/commands.ts';
import { questionOn } from '../support/journal-entries.ts';

const rights: readonly Right[] = ['guest', 'member', 'participant', 'owner', 'admin'];
const standing = (role: Role, owner: boolean, participant: boolean): Standing => ({ role, owner, participant });

describe('may()', () => {
	it.each<[string, Standing, readonly Right[]]>([
		['a guest', standing('guest', false, false), ['guest']],
		['a member', standing('member', false, false), ['guest', 'member']],
		['a participant', standing('member', false, true), ['guest', 'member', 'participant']],
		['a guest who has spoken', standing('guest', false, true), ['guest']],
		['an owner', standing('member', true, true), ['guest', 'member', 'participant', 'owner']],
		['an admin who has never spoken', standing('admin', false, false), rights],
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
	const rolesBy = (rules: Partial<RoleRules>) => everyone.map(createRoles({ ...noRules, ...rules }));

	it('makes the local user admin and nobody else who calls themselves so', () => {
		expect(createRoles({ admins: [], members: [], guests: [] })({ id: 'local', name: 'Ada' })).toBe('admin');
		expect(createRoles(noRules)({ id: 'slack:T1/local', name: 'local' })).toBe('member');
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
		const inChannel = ['slack:T1/channel:C1', 'slack:T1/*', 'slack:T9/*'];
		expect(rolesBy({ members: inChannel })).toEqual(['member', 'admin', undefined, undefined, 'member']);
		const named = ['slack:T1/U3', 'slack:T9/U4'];
		expect(rolesBy({ members: named })).toEqual([undefined, 'admin', 'member', 'member', undefined]);
		const kinds = ['slack:T1/guests', 'slack:T1/externals'];
		expect(rolesBy({ guests: kinds })).toEqual(['member', 'admin', 'guest', 'guest', 'member']);
	});

	it('knows whoever speaks in a channel', () => {
		expect(createRoles({ ...noRules, admins: [], members: ['slack:T1/channel:C1'] })(installer)).toBe('member');
		expect(createRoles({ ...noRules, members: ['slack:T1/channel:C1'] })(member)).toBeUndefined();
	});

	it('does not take one workspace for another', () => {
		expect(createRoles({ ...noRules, members: ['slack:T1/*'] })({ id: 'slack:T11/U1', name: 'x' })).toBeUndefined();
		expect(createRoles({ ...noRules, members: ['slack:T1/*'] })({ id: 'discord:1/2', name: 'x' })).toBeUndefined();
	});
});

describe('mayAnswer()', () => {
	it('lets any participant answer a question for everyone', () => {
		const question = questionOn('t1', 'c1');
		expect(mayAnswer(question, bo, standing('member', false, true))).toBe(true);
		expect(mayAnswer(question, bo, standing('member', false, false))).toBe(false);
	});

	it('lets only those answer whom the question names, not even an admin', () => {
		const question = questionOn('t1', 'c1', [bo.id]);
		expect(mayAnswer(question, bo, standing('guest', false, false))).toBe(true);
		expect(mayAnswer(question, cy, standing('admin', true, true))).toBe(false);
	});
});
