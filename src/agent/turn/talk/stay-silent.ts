import { z } from 'zod';
import type { ToolCall } from '../../../store/journal.ts';
import { defineTool, type Tool } from '../../tool.ts';

/** The Brain's way to say nothing: its turn ends with this, and no platform shows that there was one. */
export const staySilent: Tool = defineTool({
	name: 'stay_silent',
	description: 'End your turn without a word, for what people say to each other and not to you. Write nothing with it.',
	talks: true,
	args: z.strictObject({}),
	run: async () => ({ ok: true, text: 'You stay silent.' }),
});

/** Whether one of these calls ends the turn. Pure. */
export function isSilence(calls: readonly ToolCall[]): boolean {
	return calls.some(({ name }) => name === staySilent.spec.name);
}
