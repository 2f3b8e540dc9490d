import { z } from 'zod';
import type { History } from '../../session/history.ts';

/** The tool by which the Brain asks for it. */
export const compactTool = 'compact_context';

/** `callId`: of the call that tells of it; `keep`: what is not to be lost. */
export interface Wish {
	readonly callId: string;
	readonly keep: string | undefined;
}

const asked = z.object({ keep: z.string().optional().catch(undefined) });

/** The Brain's wish that its newest calls tell of, and that nothing was done about yet: as the journal has it, whatever process it was. Pure. */
export function wishIn({ messages, open }: Pick<History, 'messages' | 'open'>): Wish | undefined {
	const newest = messages.findLast((message) => message.role === 'assistant');
	const call = newest?.role === 'assistant' ? newest.calls.find(({ name }) => name === compactTool) : undefined;
	if (!call) return undefined;
	const steps = open?.entries.map(({ step }) => step) ?? [];
	const at = steps.findIndex((step) => step.type === 'tool-finished' && step.callId === call.id && step.ok);
	if (at < 0) return undefined;
	const isDone = steps
		.slice(at)
		.some((step) => step.type === 'not-compacted' || (step.type === 'compacted' && step.by !== 'masked'));
	return isDone ? undefined : { callId: call.id, keep: keepIn(call.arguments) };
}

function keepIn(args: string): string | undefined {
	try {
		return asked.safeParse(JSON.parse(args)).data?.keep;
	} catch {
		return undefined;
	}
}
