import { z } from 'zod';
import { defineTool } from '../../../src/agent/tool.ts';

/** A tool that asks an admin before it answers with what it was told. */
export const askAdmin = defineTool({
	name: 'ask_admin',
	description: '',
	touches: 'nothing',
	args: z.strictObject({}),
	run: async (_args, { call: { answer } }) => {
		if (answer) return { ok: true, text: `${answer.value} by ${answer.person.name}` };
		const shape = { kind: 'choices', choices: ['yes', 'no'] } as const;
		return {
			ask: {
				text: 'May I?',
				answer: { ...shape, choices: [...shape.choices] },
				role: 'admin',
				file: { name: 'draft.py', text: 'print(1)' },
			},
		};
	},
});
