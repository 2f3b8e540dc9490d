import { waitText } from '../../base/queue/wait-text.ts';
import { cutText } from '../../base/text/cut-text.ts';
import type { AgentEvent } from '../../chat/events.ts';

/** A tool call as people see it. */
export interface ToolCallLine {
	readonly callId: string;
	readonly tool: string;
	/** The subject of the call: a command, a path. */
	readonly title: string;
	/** `asked`: it asks people, and goes on when they have answered; its end is a line of a later message. */
	readonly state: 'running' | 'asked' | 'ok' | 'failed';
	/** Why it failed. */
	readonly summary?: string;
	readonly ms?: number;
}

/** A line of the live message, in the order in which things happened. */
export type ProgressLine =
	| { readonly type: 'file'; readonly name: string; readonly size: number }
	/** Words that the Brain said on its way. */
	| { readonly type: 'said'; readonly text: string }
	| ({ readonly type: 'tool' } & ToolCallLine)
	/** A sentence of ours: a refused file, an interruption. */
	| { readonly type: 'notice'; readonly text: string };

/** Characters of one text in a line that are kept: no message shows more of it. */
const mostKept = 3000;

/** The line as it is kept for as long as a turn runs: of long texts their beginnings. Pure. */
export function keptLine(line: ProgressLine): ProgressLine {
	switch (line.type) {
		case 'file':
			return { ...line, name: cutText(line.name, mostKept) };
		case 'said':
		case 'notice':
			return { ...line, text: cutText(line.text, mostKept) };
		case 'tool':
			return { ...line, tool: cutText(line.tool, mostKept), title: cutText(line.title, mostKept), ...why(line) };
	}
}

function why({ summary }: ToolCallLine): Pick<ToolCallLine, 'summary'> {
	return summary === undefined ? {} : { summary: cutText(summary, mostKept) };
}

/** That it waits is a line that changes with its place, as a tool call's does. Pure. */
export function queuedLine({ for: what, standing }: Extract<AgentEvent, { type: 'queued' }>): ProgressLine {
	const line = { type: 'tool', callId: `queued-${what}`, tool: `Waited for ${waitedFor[what]}`, title: '' } as const;
	if (!standing) return { ...line, state: 'ok' };
	return { ...line, tool: `Waits for ${waitedFor[what]}`, title: waitText(standing), state: 'running' };
}

/** The steps of a call stand in lines of their own below it. Pure. */
export function stepLine({ callId, step }: Extract<AgentEvent, { type: 'tool-step' }>): ProgressLine {
	const { id, ...line } = step;
	return { type: 'tool', callId: `${callId}/${id}`, ...line };
}

const waitedFor = { turn: 'its turn', sandbox: 'a sandbox' } as const;

/** Whether another state of the line will follow. Pure. */
export function isRunning(line: ProgressLine): line is Extract<ProgressLine, { type: 'tool' }> {
	return line.type === 'tool' && line.state === 'running';
}

/** Whether both lines are about one tool call. Pure. */
export function isSameCall(one: ProgressLine, other: ProgressLine): boolean {
	return one.type === 'tool' && other.type === 'tool' && one.callId === other.callId;
}

/** Quicker calls are no news: their time is left out. */
const newsMs = 100;

/** How long a call took, where that is worth saying, or that it has asked; empty otherwise. Pure. */
export function took({ ms, state }: Pick<ToolCallLine, 'ms' | 'state'>): string {
	if (state === 'asked') return 'asked';
	return ms === undefined || ms < newsMs ? '' : duration(ms);
}

/** `0.3 s`, `12 s`, `2 min 5 s`. Pure. */
export function duration(ms: number): string {
	const seconds = Math.max(0, ms) / 1000;
	if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Below the lines of a turn that cannot be shown on now. */
export const goesOn = 'Held up; goes on by itself';
