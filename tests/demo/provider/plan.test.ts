import { describe, expect, it } from 'vitest';
import type { Conversation, Turn } from '../../../src/demo/provider/conversation.ts';
import { sampleOf } from '../../../src/demo/provider/fit/sample-of.ts';
import { type Plan, replyBy } from '../../../src/demo/provider/plan.ts';

const schema = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };
const plans: readonly Plan[] = [
	{
		when: 'mend it',
		steps: [
			{ kind: 'say', text: 'I look.' },
			{ kind: 'run', command: 'ls' },
			{ kind: 'run', command: 'make' },
			{ kind: 'say', text: 'Mended.' },
		],
	},
	{ when: 'mend it again', steps: [{ kind: 'say', text: 'Nothing is broken.' }] },
];

function asked(...turns: readonly Turn[]): Conversation {
	return { model: 'm', turns, tools: [{ kind: 'function', name: 'bash', schema }], delivery: 'whole' };
}

const user = (text: string): Turn => ({ role: 'user', text });
const called: readonly Turn[] = [
	{ role: 'assistant', text: '', calls: 1 },
	{ role: 'tool', text: 'ok' },
];

describe('a plan', () => {
	it('is done a call after the other, by what the conversation shows, and ends with words', () => {
		const replies = [[], called, [...called, ...called]].map((past) =>
			replyBy(plans, asked(user('Please mend it'), ...past)),
		);
		expect(replies).toEqual([
			{ text: 'I look.', calls: [{ name: 'bash', arguments: { command: 'ls' } }] },
			{ calls: [{ name: 'bash', arguments: { command: 'make' } }] },
			{ text: 'Mended.' },
		]);
	});

	it('begins anew with the next message that has the words of one', () => {
		const past = [user('mend it'), ...called, ...called, user('mend it again')];
		expect(replyBy(plans, asked(...past))).toEqual({ text: 'Nothing is broken.' });
		expect(replyBy(plans, asked(...past, user('mend it')))).toMatchObject({ text: 'I look.' });
	});

	it('goes on behind what an agent says for a person', () => {
		const past = [user('mend it'), ...called, user('<reminder>be brief</reminder>')];
		expect(replyBy(plans, asked(...past))).toMatchObject({ calls: [{ arguments: { command: 'make' } }] });
	});

	it('has a harmless text for what is asked beside it, and JSON where JSON is wanted', () => {
		expect(replyBy(plans, { ...asked(user('A title for: mend it')), tools: [] })).toEqual({ text: 'A small task' });
		expect(replyBy(plans, asked(user('hello')))).toEqual({ text: 'A small task' });
		const wanted = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
		expect(replyBy(plans, { ...asked(user('mend it')), wanted })).toEqual({ text: '{"title":"A small task"}' });
	});

	it('is one text with whole files for an agent that has no tools and takes these', () => {
		const write: Plan = {
			when: 'write it',
			steps: [
				{ kind: 'write', path: '/workspace/a/b.txt', content: 'one' },
				{ kind: 'run', command: 'ls' },
				{ kind: 'say', text: 'Written.' },
			],
		};
		const told: Turn = { role: 'system', text: 'You MUST use this *file listing* format' };
		expect(replyBy([write], { ...asked(told, user('write it')), tools: [] })).toEqual({
			text: 'a/b.txt\n```\none\n```\n\nWritten.',
		});
	});

	it('asks a person first where the agent says how, and its tool can', () => {
		const properties = { ...schema.properties, sandbox_permissions: { type: 'string' } };
		const tools = [{ kind: 'function' as const, name: 'bash', schema: { ...schema, properties } }];
		const way = 'Provide the `sandbox_permissions` parameter with the value `"require_escalated"`';
		const told: Turn = { role: 'system', text: `To request approval: ${way}` };
		const permission = { sandbox_permissions: 'require_escalated', justification: expect.any(String) };
		expect(replyBy(plans, { ...asked(told, user('mend it')), tools }).calls).toEqual([
			{ name: 'bash', arguments: { command: 'ls', ...permission } },
		]);
		expect(replyBy(plans, { ...asked(user('mend it')), tools }).calls?.[0]?.arguments).toEqual({ command: 'ls' });
		expect(replyBy(plans, asked(told, user('mend it'))).calls?.[0]?.arguments).toEqual({ command: 'ls' });
	});

	it('says so when no tool can do a step', () => {
		expect(replyBy(plans, { ...asked(user('mend it')), tools: [{ kind: 'hosted', name: 'x' }] })).toEqual({
			text: 'None of the tools offered can run.',
		});
	});
});

describe('a sample of a schema', () => {
	it('has its required fields and the first of what may be chosen', () => {
		const properties = {
			kind: { enum: ['a', 'b'] },
			count: { type: 'INTEGER', minimum: 3 },
			parts: { type: 'array', items: { type: 'boolean' }, minItems: 2 },
			either: { anyOf: [{ type: 'null' }, { type: 'string' }] },
			spare: { type: 'string' },
		};
		const required = ['kind', 'count', 'parts', 'either'];
		expect(sampleOf({ type: 'OBJECT', properties, required })).toEqual({
			kind: 'a',
			count: 3,
			parts: [false, false],
			either: null,
		});
	});
});
