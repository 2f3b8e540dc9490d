import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { Person } from '../../../../src/chat/thread.ts';

const turnId = 't1-x';
export const started = { type: 'turn-started', session: 's', turn: turnId } as const;
export const done: AgentEvent = { type: 'turn-ended', key: `${turnId}/end/ended`, turn: turnId, outcome: 'done' };

export function taken(key: string, files: readonly { name: string; size: number }[] = [], by?: Person): AgentEvent {
	return { type: 'taken', of: [key], files, ...(by && { by }) };
}

export function words(delta: string, step = 1): AgentEvent {
	return { type: 'text', step, delta };
}

export function answer(text: string, step = 1): AgentEvent {
	return { type: 'message', key: `${turnId}/${step}/message`, step, text, final: true };
}

export function remark(text: string, step = 1): AgentEvent {
	return { type: 'message', key: `${turnId}/${step}/message`, step, text, final: false };
}

export function toolStarted(callId: string, title = `ls ${callId}`): AgentEvent {
	return { type: 'tool-started', key: `${turnId}/${callId}/tool`, callId, tool: 'bash', title };
}

export function toolFinished(callId: string, ok = true): AgentEvent {
	const key = `${turnId}/${callId}/tool-finished`;
	return { type: 'tool-finished', key, callId, ok, summary: ok ? 'done' : 'exit code 1', ms: 300 };
}

export function notice(text: string, number = 1): AgentEvent {
	return { type: 'notice', key: `${turnId}/${number}/notice`, text };
}

export function failed(reason: string): AgentEvent {
	return { type: 'turn-ended', key: `${turnId}/end/ended`, turn: turnId, outcome: 'failed', reason };
}

export function stopped(...commands: readonly string[]): AgentEvent {
	return { type: 'turn-ended', key: `${turnId}/end/ended`, turn: turnId, outcome: 'stopped', stopped: commands };
}

export async function* play(...events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield* events;
}
