import { describe, expect, it } from 'vitest';
import { inboundSchema } from '../../src/chat/inbound.ts';
import { questionSchema } from '../../src/chat/question.ts';
import { stepSchema } from '../../src/store/journal.ts';
import { questionOn } from '../support/journal-entries.ts';

const { name, decides, role, policy, ...rest } = questionOn('t1', 'c1q1');

/** A question in the form of version 0.1.0, which told its kind by flags. */
const former = (flags: object) => ({ ...rest, callId: 'c1q1', ...flags });

describe('a question that a former version kept', () => {
	const inThread = { name: 'c1q1', role: 'participant', policy: 'first-in-thread' };
	const plain = { ...inThread, decides: { kind: 'call', call: 'c1q1' } };

	it.each([
		['of a call whose result the answer was', {}, plain],
		[
			'of a call that goes on',
			{ resumes: 'c1', role: 'admin' },
			{ ...inThread, role: 'admin', decides: { kind: 'call', call: 'c1' } },
		],
		[
			'that no turn waits for',
			{ standing: 'share', role: 'admin' },
			{ ...inThread, role: 'admin', decides: { kind: 'share' } },
		],
		[
			'that admins are asked directly',
			{ resumes: 'c1', role: 'admin', directly: true },
			{ name: 'c1q1', role: 'admin', policy: 'first-directly', decides: { kind: 'call', call: 'c1' } },
		],
	])('is read: one %s', (_what, flags, expected) => {
		expect(questionSchema.parse(former(flags))).toEqual({ ...rest, ...expected });
	});

	it('keeps what a newer version has added', () => {
		expect(questionSchema.parse(former({ mood: 'good' }))).toMatchObject({ mood: 'good', role: 'participant' });
		expect(questionSchema.parse({ ...questionOn('t1', 'c1'), mood: 'good' })).toMatchObject({ mood: 'good' });
	});

	it('is read in the journal, and in words of ours that are due', () => {
		const question = former({});
		expect(stepSchema.parse({ turn: 't1', type: 'parked', question })).toMatchObject({ question: plain });
		const thread = { platform: 'terminal', id: 'x' };
		const at = '2026-01-01T00:00:00.000Z';
		const word = {
			type: 'word',
			key: 'k',
			thread,
			person: { id: 'p', name: 'P' },
			at,
			turn: 't',
			answers: 'k',
			text: '',
		};
		expect(inboundSchema.parse({ ...word, asks: question })).toMatchObject({ asks: plain });
		expect(inboundSchema.parse({ ...word, closes: { question, text: 'x' } })).toMatchObject({
			closes: { question: plain },
		});
		expect(inboundSchema.parse(word)).toEqual(word);
	});

	it('is refused in the form of today where a field is missing: no one is made up', () => {
		expect(questionSchema.safeParse({ ...rest, name, decides, policy }).success).toBe(false);
		expect(questionSchema.safeParse({ ...rest, name, role, policy }).success).toBe(false);
	});
});
