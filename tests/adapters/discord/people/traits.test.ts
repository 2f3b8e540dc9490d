import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MemberFacts, traitsOf } from '../../../../src/adapters/discord/people/traits.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';

const roles = new Map([
	['1', { permissions: bits('ViewChannel') }],
	['2', { permissions: bits('ManageGuild') }],
	['3', { permissions: bits('KickMembers') }],
]);
const facts: MemberFacts = {
	guild: { id: '1', owner: '9', roles },
	user: '5',
	roles: [],
	channel: '7',
	ownsApp: false,
	permissions: ['1/KickMembers', '2/ManageGuild'],
};

describe('traits', () => {
	it('are all of the person’s guild', () => {
		const ids = fc.array(fc.constantFrom('2', '3', '4', '1'));
		fc.assert(
			fc.property(ids, fc.boolean(), (some, ownsApp) => {
				const traits = traitsOf({ ...facts, roles: some, ownsApp });
				expect(traits.every((trait) => /^discord:1\/[a-z]+(?::\w+)?$/.test(trait))).toBe(true);
				expect(traits.includes('discord:1/installer')).toBe(ownsApp || some.includes('2'));
				expect(traits.includes('discord:1/permission:KickMembers')).toBe(some.includes('3'));
				expect(traits).not.toContain('discord:1/permission:ManageGuild');
			}),
		);
	});

	it('have no channel in a direct conversation', () => {
		expect(traitsOf({ ...facts, channel: undefined, roles: ['3'] })).toEqual([
			'discord:1/role:3',
			'discord:1/permission:KickMembers',
		]);
	});
});
