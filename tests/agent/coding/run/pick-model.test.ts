import { describe, expect, it } from 'vitest';
import { pickModel } from '../../../../src/agent/coding/run/pick-model.ts';

const codex = { title: 'Codex', dialects: ['responses', 'chat'] } as const;
const offers = [
	{ dialect: 'chat', models: ['small', 'large'] },
	{ dialect: 'messages', models: ['other'] },
] as const;

describe('pickModel()', () => {
	it('takes the first of the first dialect that the agent speaks and somebody serves', () => {
		expect(pickModel(codex, undefined, offers)).toEqual({ model: 'small' });
		expect(pickModel(codex, undefined, [...offers, { dialect: 'responses', models: ['best'] }])).toEqual({
			model: 'best',
		});
	});

	it('takes the one that is named, where the agent can have it', () => {
		expect(pickModel(codex, 'large', offers)).toEqual({ model: 'large' });
		expect(pickModel(codex, 'other', offers)).toEqual({
			why: 'Codex cannot have the model "other"; it can have small, large',
		});
	});

	it('says what is missing where nobody serves what the agent speaks', () => {
		expect(pickModel({ title: 'Gemini CLI', dialects: ['gemini'] }, undefined, offers)).toEqual({
			why: "Gemini CLI speaks Gemini's generateContent, and the model gateway has no such server",
		});
	});
});
