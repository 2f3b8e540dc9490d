import { describe, expect, it } from 'vitest';
import {
	type Acting,
	closedText,
	handlePress,
	type Press,
	type PressDeps,
} from '../../../src/adapters/intake/press.ts';
import type { Accept, Inbound } from '../../../src/chat/inbound.ts';
import type { Question } from '../../../src/chat/question.ts';

const ada = { id: 'slack:T1/U1', name: 'Ada' };
const thread = { platform: 'slack', id: 'T1-C1-1' } as const;
const acting: Acting = { key: 'press/1', thread, at: '2026-01-01T00:00:00.000Z', person: async () => ada };
const common = { key: acting.key, thread, at: acting.at, person: ada };
const question = {
	id: 'q1',
	state: 'open',
	answer: { kind: 'choices', choices: ['yes', 'no'] },
} as unknown as Question;

function open(found: Question | undefined, answer: Awaited<ReturnType<Accept>> = 'stored', denial?: string) {
	const inbounds: Inbound[] = [];
	const accept: Accept = async (inbound) => {
		inbounds.push(inbound);
		return answer;
	};
	const deps: PressDeps = { accept, denialOf: () => denial, questionOf: async () => found };
	return { inbounds, press: (press: Press) => handlePress(press, acting, deps) };
}

describe('a press', () => {
	it('of a choice answers its question with the choice', async () => {
		const { inbounds, press } = open(question);
		expect(await press({ does: 'choose', question: 'q1', choice: 1 })).toEqual({ kind: 'nothing' });
		expect(inbounds).toEqual([{ ...common, type: 'answer', question: 'q1', value: 'no' }]);
	});

	it.each<[string, Question | undefined, Press]>([
		['a choice that there is not', question, { does: 'choose', question: 'q1', choice: 2 }],
		['a choice that is not a number', question, { does: 'choose', question: 'q1', choice: Number.NaN }],
		['a choice of a question that nobody asked', undefined, { does: 'choose', question: 'q1', choice: 0 }],
		['the form of a question that nobody asked', undefined, { does: 'open-form', question: 'q1' }],
		['the form of a closed question', { ...question, state: 'closed' } as never, { does: 'open-form', question: 'q1' }],
	])('of %s says that the question is closed', async (_what, found, pressed) => {
		const { inbounds, press } = open(found);
		expect(await press(pressed)).toEqual({ kind: 'sentence', text: closedText });
		expect(inbounds).toEqual([]);
	});

	it('opens the form of an open question, for whoever may answer', async () => {
		expect(await open(question).press({ does: 'open-form', question: 'q1' })).toEqual({ kind: 'form', question });
		const denied = open(question, 'stored', 'You may not.');
		expect(await denied.press({ does: 'open-form', question: 'q1' })).toEqual({
			kind: 'sentence',
			text: 'You may not.',
		});
	});

	it.each([
		['use-now', 'steer'],
		['take-back', 'delete'],
	] as const)('"%s" is about the message that waits, and says what the core answered', async (does, type) => {
		const { inbounds, press } = open(undefined, 'denied');
		expect(await press({ does, of: 'm1' })).toEqual({ kind: 'message-handled', answer: 'denied', person: ada });
		expect(inbounds).toEqual([{ ...common, type, of: 'm1' }]);
	});

	it('of a thumb is thanked for, unless it was denied', async () => {
		const thumb = { does: 'feedback', turn: 't1', value: 'good' } as const;
		expect(await open(undefined).press(thumb)).toEqual({ kind: 'thanks' });
		expect(await open(undefined, 'denied').press(thumb)).toEqual({ kind: 'nothing' });
	});
});
