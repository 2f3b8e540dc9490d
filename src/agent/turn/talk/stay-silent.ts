import { z } from 'zod';
import { foldName } from '../../../base/text/offered-name.ts';
import type { ToolCall } from '../../../store/journal.ts';
import { isAside } from '../../session/aside.ts';
import type { Session } from '../../session/session.ts';
import { defineTool, type Tool } from '../../tool.ts';

/** The Brain's way to say nothing: its turn ends with this, and no platform shows that there was one. */
export const staySilent: Tool = defineTool({
	name: 'stay_silent',
	description: 'End your turn without a word, where people talk to each other and not to you. Write nothing with it.',
	touches: 'nothing',
	ways: ['talks'],
	// An object without a property is none to llama.cpp's grammar (ggml-org/llama.cpp issue 25923).
	args: z.strictObject({ why: z.string().optional().describe('Half a sentence, for the log') }),
	run: async (_args, { session }) =>
		mayBeSilent(session)
			? { ok: true, text: 'You stay silent.' }
			: { ok: false, text: 'It was said to you: answer the person in words.' },
});

/** Whether all that the open turn took may be meant for others, and need not be answered. */
export function mayBeSilent({ history }: Pick<Session, 'history'>): boolean {
	const { open } = history();
	return open !== undefined && isAside(open);
}

/** Longer ones say more than that. */
const longestName = 60;

/** Whether words are no more than the name of this call: some models write it in the place of the call. Pure. */
export function saysSilence(text: string): boolean {
	return text.length <= longestName && /^(call)?staysilent$/.test(foldName(text));
}

/** Whether one of these calls ends the turn. Pure. */
export function isSilence(calls: readonly ToolCall[]): boolean {
	return calls.some(({ name }) => name === staySilent.spec.name);
}
