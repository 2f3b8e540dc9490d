import { describe, expect, it } from 'vitest';
import { may, mayAnswer, type Right, type Role, roleOf, type Standing } from '../../src/agent/people.ts';
import { bo, cy } from '../support/commands.ts';
import { questionOn } from '../support/journal-entries.ts';

const rights: readonly Right[] = ['guest', 'member', 'participant', 'owner', 'admin'];
const standing = (role: Role, owner: boolean, participant: boolean): Standing => ({ role, owner, participant });

describe('may()', () => {
	it.each<[string, Standing, readonly Right[]]>([
		['a guest', standing('guest', false, false), ['guest']],
		['a member', standing('member', false, false), ['guest', 'member']],
		['a participant', standing('member', false, true), ['guest', 'member', 'participant']],
		['an owner', standing('member', true, true), ['guest', 'member', 'participant', 'owner']],
		['an admin who has never spoken', standing('admin', false, false), rights],
	])('lets %s do what is theirs and no more', (_who, who, allowed) => {
		expect(rights.filter((right) => may(who, right))).toEqual(allowed);
	});
});

describe('roleOf()', () => {
	it('makes the local user admin and others members, whatever they call themselves', () => {
		expect(roleOf({ id: 'local', name: 'Ada' })).toBe('admin');
		expect(roleOf({ id: 'slack:T1/local', name: 'local' })).toBe('member');
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
