import type { AgentEvent } from '../../../chat/events.ts';

/** The words of a running call in an event: its output, or a step of its work as a line. Pure. */
export function outputIn(event: AgentEvent): { readonly callId: string; readonly text: string } | undefined {
	if (event.type === 'tool-output') return event;
	if (event.type !== 'tool-step') return undefined;
	const { tool, title, state } = event.step;
	return { callId: event.callId, text: `\n${marks[state]} ${tool}  ${title}` };
}

const marks = { running: '·', asked: '?', ok: '✓', failed: '✗' } as const;
