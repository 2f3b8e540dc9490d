import type { AgentEvent } from '../../chat/events.ts';
import type { Person } from '../../chat/thread.ts';

export type ArtifactEvent = Extract<AgentEvent, { type: 'artifact' }>;
export type NoticeEvent = Extract<AgentEvent, { type: 'notice' }>;

/** An event that is shown together with those of its kind that follow it. */
export type HeldEvent = ArtifactEvent | NoticeEvent;

export interface ToolName {
	readonly tool: string;
	readonly title: string;
}

/**
 * How far the showing of a turn has come: one value, replaced as a whole. At any moment
 * - `phase` has only gone forward: from `working` over `answered` to `ended`, which whoever fails to show the end alone takes back;
 * - `held` are events of one type that nothing was shown after, and they are shown before anything else is;
 * - `calls` are the tool calls that were begun: one that asks ends once more when it was answered;
 * - once `barred` is there nothing is posted in the thread any more.
 */
export interface TurnState {
	readonly phase: 'working' | 'answered' | 'ended';
	/** The keys of the messages that were taken first; undefined: none was. */
	readonly asked: readonly string[] | undefined;
	/** Whose it was: of a turn whoever asked for it first. */
	readonly by: Person | undefined;
	readonly calls: ReadonlyMap<string, ToolName>;
	readonly usedTools: boolean;
	readonly tokens: number;
	readonly held: readonly HeldEvent[];
	/** The id of the newest thing that was posted or found. */
	readonly last: string | undefined;
	/** The ids of what an earlier process has shown for good. */
	readonly kept: readonly string[];
	readonly barred: Barred | undefined;
}

/** The thread takes nothing any more. */
export interface Barred {
	readonly why: unknown;
	/** Names of files that were not handed over for that. */
	readonly files: readonly string[];
}

/** Before the first event. Pure. */
export function turnBegun(by: Person | undefined): TurnState {
	return {
		phase: 'working',
		asked: undefined,
		by,
		calls: new Map(),
		usedTools: false,
		tokens: 0,
		held: [],
		last: undefined,
		kept: [],
		barred: undefined,
	};
}

/** Something stands in the thread as `id`; an earlier process has posted it, or this one. Pure. */
export function withShown(state: TurnState, id: string, posted: boolean): TurnState {
	return { ...state, last: id, kept: posted ? state.kept : [...state.kept, id] };
}

/** The newest thing is another one again: what was changed is not below it. Pure. */
export function withLast(state: TurnState, last: string | undefined): TurnState {
	return { ...state, last: last ?? state.last };
}

/** Pure. */
export function withEnd(state: TurnState, isShown: boolean): TurnState {
	return { ...state, phase: isShown ? 'ended' : 'answered' };
}

/** Pure. */
export function withBar(state: TurnState, why: unknown): TurnState {
	return { ...state, barred: { why, files: [] } };
}

/** One more file is not handed over. Pure. */
export function withUnsaidFile({ barred, ...state }: TurnState, name: string): TurnState {
	return { ...state, barred: barred && { ...barred, files: [...barred.files, name] } };
}

/** Events that were shown, or said elsewhere, are held no more. Pure. */
export function withoutHeld(state: TurnState, events: readonly AgentEvent[]): TurnState {
	return { ...state, held: state.held.filter((event) => !events.includes(event)) };
}
