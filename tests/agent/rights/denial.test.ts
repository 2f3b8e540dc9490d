import { describe, expect, it } from 'vitest';
import { denialOf } from '../../../src/agent/dispatch/rights.ts';
import { wordOf } from '../../../src/agent/dispatch/showing/say.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { type Role, roles, systemPerson } from '../../../src/chat/people.ts';
import { places } from '../../../src/platforms.ts';
import { bo, command } from '../../support/commands.ts';
import { inbound, message } from '../../support/workbench.ts';

const work: readonly Inbound[] = [
	message('go'),
	inbound('steer', { of: 'k' }),
	inbound('edit', { of: 'k', text: 'come' }),
	inbound('delete', { of: 'k' }),
	inbound('stop', {}),
];
const reading: readonly Inbound[] = [
	command('/status'),
	inbound('answer', { question: 'q', value: 'red' }),
	inbound('feedback', { turn: 't', value: 'good' }),
	inbound('opened', {}),
];
const likeOurs = { ...wordOf(message('go'), { text: 'Threadsmith says so' }), person: bo };

const as = (role: Role | undefined) => (asked: Inbound) => denialOf(asked, { roleOf: () => role, places });
const stranger = expect.stringContaining('You may not use Threadsmith here');
const reader = expect.stringContaining('You may read here');

describe('denialOf()', () => {
	it('lets members and admins in with whatever people send', () => {
		for (const role of ['member', 'admin'] as const)
			expect([...work, ...reading].map(as(role)).filter(Boolean), role).toEqual([]);
	});

	it('lets guests read and answer, and tells them that they may not ask for work', () => {
		expect(reading.map(as('guest')).filter(Boolean)).toEqual([]);
		expect(work.map(as('guest'))).toEqual(work.map(() => reader));
	});

	it('lets in nothing of whoever has no role', () => {
		const all = [...work, ...reading];
		expect(all.map(as(undefined))).toEqual(all.map(() => stranger));
	});

	it('lets nobody, whatever their role, speak with our words', () => {
		for (const role of [undefined, ...roles]) expect(as(role)(likeOurs), role ?? 'none').toEqual(stranger);
	});

	it('lets in what no person sends', () => {
		expect(
			as(undefined)({ ...inbound('answer', { question: 'q', value: null }), person: systemPerson }),
		).toBeUndefined();
	});
});
