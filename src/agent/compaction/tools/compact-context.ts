import { z } from 'zod';
import { defineTool, type Tool } from '../../tool.ts';
import { compactTool } from './wish.ts';

/** The Brain's way to have its past put into a summary: before its next step, with all that has its result by then. Offered once its window fills. */
export const compactContext: Tool = {
	...defineTool({
		name: compactTool,
		description: 'Put the conversation so far into a summary, when a piece of work is done.',
		args: z.strictObject({ keep: z.string().optional().describe('What must not be lost') }),
		touches: 'nothing',
		run: async () => ({ ok: true, text: 'It is done before your next step.' }),
	}),
	isOffered: async ({ session }) => session.history().window.filling === true,
};
