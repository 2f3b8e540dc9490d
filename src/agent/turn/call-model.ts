import type { AgentEvent } from '../../chat/events.ts';
import type { ToolCall } from '../../store/journal.ts';
import type { Model, ModelPart, ModelReply, ModelRequest } from '../model/model.ts';

/** A reply, or what had been said of it when the signal fired. */
export type StreamedReply =
	| { readonly type: 'whole'; readonly reply: ModelReply }
	| { readonly type: 'broken'; readonly text: string; readonly error: unknown };

/** Streams one model call as events and returns its reply. Never rejects: a failure comes back with the text so far. */
export async function* streamReply(
	model: Model,
	request: ModelRequest,
	at: { readonly turn: string; readonly step: number; readonly signal: AbortSignal },
): AsyncGenerator<AgentEvent, StreamedReply> {
	const parts = model.reply(request, at.signal);
	let text = '';
	let lines = 0;
	try {
		for (;;) {
			const next = await parts.next();
			if (next.done) return { type: 'whole', reply: next.value };
			const part = next.value;
			if (part.type === 'text') text += part.delta;
			if (part.type === 'text' || part.type === 'reasoning') {
				yield { ...part, step: at.step };
				continue;
			}
			lines += 1;
			yield { type: 'notice', key: `${at.turn}/${at.step}.retry${lines}/notice`, text: waitText(part) };
		}
	} catch (error) {
		return { type: 'broken', text, error };
	} finally {
		// A reader that leaves early closes the connection, and settles what the call came to.
		await parts.return(undefined as never).catch(() => undefined);
	}
}

function waitText(part: Extract<ModelPart, { type: 'retry' | 'waits' }>): string {
	if (part.type === 'waits')
		return 'Waiting for budget that other turns hold; this goes on by itself when they have done';
	return `${part.reason}; trying again in ${Math.max(1, Math.round(part.waitMs / 1000))} s`;
}

/** The reply's calls under ids of our own, unique in the session: those of servers repeat. Pure. */
export function withOwnIds(calls: readonly ToolCall[], turn: string, step: number): ToolCall[] {
	return calls.map((call, index) => ({ ...call, id: `${turn}s${step}c${index + 1}` }));
}
