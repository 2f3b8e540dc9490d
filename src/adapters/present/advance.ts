import type { AgentEvent } from '../../chat/events.ts';
import { type Question, waitingCall } from '../../chat/question.ts';
import type { TurnEnded } from './look.ts';
import { type ProgressLine, queuedLine, stepLine } from './progress-line.ts';
import type { ArtifactEvent, NoticeEvent, TurnState } from './turn-state.ts';

export type TakenEvent = Extract<AgentEvent, { type: 'taken' }>;
export type ClosedEvent = Extract<AgentEvent, { type: 'question-closed' }>;

/** Something to be done on the platform. */
export type Act =
	| { readonly does: 'say'; readonly step: number; readonly delta: string }
	| { readonly does: 'take'; readonly event: TakenEvent }
	/** Without a key: of what is only now so. */
	| { readonly does: 'line'; readonly key?: string; readonly line: ProgressLine }
	| { readonly does: 'answer'; readonly key: string; readonly text: string }
	| { readonly does: 'hand-over'; readonly artifacts: readonly ArtifactEvent[] }
	| { readonly does: 'tell-together'; readonly notices: readonly NoticeEvent[] }
	| { readonly does: 'tell'; readonly notice: NoticeEvent }
	| { readonly does: 'ask'; readonly key: string; readonly question: Question }
	| { readonly does: 'close'; readonly event: ClosedEvent }
	| { readonly does: 'end'; readonly event: TurnEnded }
	| { readonly does: 'mark'; readonly of: string; readonly steers: boolean }
	| { readonly does: 'unmark'; readonly of: string };

export interface Advance {
	readonly state: TurnState;
	/** In this order. */
	readonly acts: readonly Act[];
}

/** All that is to be done for the next event, and how far the turn has come with that. `isTurn`: else a command is answered. Pure. */
export function advance(state: TurnState, event: AgentEvent, isTurn: boolean): Advance {
	const isHeld = event.type === 'artifact' || (event.type === 'notice' && comesAfter(state, event, isTurn));
	const isOfAnother = state.held.some(({ type }) => type !== event.type);
	const before = !isHeld || isOfAnother ? flush(state) : { state, acts: [] };
	if (isHeld) return { ...before, state: { ...before.state, held: [...before.state.held, event] } };
	return { state: after(before.state, event), acts: [...before.acts, ...actsFor(before.state, event, isTurn)] };
}

/** Whether a notice comes when the answer is there: then it is a message below it, with those that follow it. */
function comesAfter({ phase }: TurnState, { to }: NoticeEvent, isTurn: boolean): boolean {
	return to === undefined && isTurn && phase !== 'working';
}

/** Shows what is held. Pure. */
export function flush(state: TurnState): Advance {
	const artifacts = state.held.filter((event) => event.type === 'artifact');
	const notices = state.held.filter((event) => event.type === 'notice');
	const acts: Act[] = [];
	if (artifacts.length > 0) acts.push({ does: 'hand-over', artifacts });
	if (notices.length > 0) acts.push({ does: 'tell-together', notices });
	return { state: { ...state, held: [] }, acts };
}

function after(state: TurnState, event: AgentEvent): TurnState {
	switch (event.type) {
		case 'usage':
			return { ...state, tokens: state.tokens + event.inputTokens + event.outputTokens };
		case 'taken':
			return { ...state, asked: state.asked ?? event.of, by: state.by ?? event.by };
		case 'message':
			return event.final ? { ...state, phase: 'answered' } : state;
		case 'tool-started':
			return { ...state, usedTools: true, calls: new Map([...state.calls, [event.callId, event]]) };
		case 'tool-finished':
			return { ...state, usedTools: true };
		default:
			return state;
	}
}

function actsFor(state: TurnState, event: AgentEvent, isTurn: boolean): readonly Act[] {
	switch (event.type) {
		case 'text':
			return [{ does: 'say', step: event.step, delta: event.delta }];
		case 'taken':
			return [{ does: 'take', event }];
		case 'waiting':
			return [{ does: 'mark', of: event.of, steers: event.steers }];
		case 'taken-back':
			return [{ does: 'unmark', of: event.of }];
		case 'message':
			return [messageAct(event)];
		case 'notice':
			return [noticeAct(event, isTurn)];
		case 'question':
			return [...askedLine(state, event.question), { does: 'ask', key: event.key, question: event.question }];
		case 'question-closed':
			return [{ does: 'close', event }];
		case 'turn-ended':
			return [{ does: 'end', event }];
		case 'tool-started':
		case 'tool-finished':
			return [{ does: 'line', key: event.key, line: toolLine(state, event) }];
		case 'queued':
			return [{ does: 'line', line: queuedLine(event) }];
		case 'tool-step':
			return [{ does: 'line', line: stepLine(event) }];
		case 'artifact':
		case 'turn-started':
		case 'usage':
		case 'reasoning':
		case 'tool-output':
			return [];
	}
}

function messageAct({ key, text, final }: Extract<AgentEvent, { type: 'message' }>): Act {
	return final ? { does: 'answer', key, text } : { does: 'line', key, line: { type: 'said', text } };
}

function noticeAct(notice: NoticeEvent, isTurn: boolean): Act {
	const { key, text, to } = notice;
	return isTurn && !to ? { does: 'line', key, line: { type: 'notice', text } } : { does: 'tell', notice };
}

/** A call that asks is not seen to run for as long as people take to answer. */
function askedLine({ calls }: TurnState, question: Question): readonly Act[] {
	const callId = waitingCall(question);
	const call = callId === undefined ? undefined : calls.get(callId);
	if (callId === undefined || !call) return [];
	const { tool, title } = call;
	return [{ does: 'line', line: { type: 'tool', callId, tool, title, state: 'asked' } }];
}

type ToolEvent = Extract<AgentEvent, { type: 'tool-started' | 'tool-finished' }>;

/** The end of a call stands in the line of its beginning. */
function toolLine({ calls }: TurnState, event: ToolEvent): ProgressLine {
	const { callId } = event;
	if (event.type === 'tool-started') {
		const { tool, title } = event;
		return { type: 'tool', callId, tool, title, state: 'running' };
	}
	const { tool, title } = calls.get(callId) ?? { tool: 'tool', title: '' };
	const { ok, summary, ms } = event;
	return { type: 'tool', callId, tool, title, state: ok ? 'ok' : 'failed', summary, ms };
}
