import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codingAgents } from '../../../../src/agent/coding/agents.ts';
import { flagsOf, optionsIn } from '../../../../src/agent/commands/coding/option-flags.ts';

const options = z.strictObject({
	model: z
		.string()
		.regex(/^[a-z]+$/)
		.optional()
		.describe('the model'),
	ask: z.boolean().optional().describe('ask first'),
	effort: z.enum(['low', 'high']).optional().describe('how hard'),
});

describe('options of an agent', () => {
	it('are flags of its command', () => {
		expect(flagsOf(options)).toEqual([
			{ kind: 'flag', name: 'model', help: 'the model', optional: true, takes: { kind: 'word', form: /^[a-z]+$/ } },
			{ kind: 'flag', name: 'ask', help: 'ask first', optional: true, takes: { kind: 'nothing' } },
			{
				kind: 'flag',
				name: 'effort',
				help: 'how hard',
				optional: true,
				takes: { kind: 'choice', choices: ['low', 'high'] },
			},
		]);
	});

	it('are those that flags were given for', () => {
		expect(optionsIn(options, { ask: 'on', effort: 'low', task: 'x' })).toEqual({ ask: true, effort: 'low' });
		expect(optionsIn(options, { effort: 'most' })).toBeUndefined();
	});

	it.each(codingAgents.map((agent) => [agent.name, agent] as const))(
		'of %s are named and explained so that platforms take them',
		(_name, agent) => {
			for (const { name, help } of flagsOf(agent.options)) {
				expect(name).toMatch(/^[a-z][a-z-]{0,31}$/);
				expect(help.length).toBeGreaterThan(5);
			}
		},
	);
});
