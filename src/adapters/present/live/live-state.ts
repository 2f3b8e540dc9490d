import type { PlatformAwayError } from '../../../base/errors.ts';

/** The message that shows a turn now. */
export interface LivePart {
	readonly number: number;
	/** Undefined: it is not there yet, or nobody knows. */
	readonly id: string | undefined;
	/** An earlier process may have posted it. */
	readonly isLeft: boolean;
}

export interface LiveEnd {
	readonly footer: string;
	/** Settles with whatever takes the place of its words: before that has settled nothing is taken away. */
	readonly after: Promise<unknown>;
	/** It will be shown once more: it is not noted as settled. */
	readonly broken?: boolean;
}

export type LivePhase =
	/** Nothing is worth a message yet. */
	| { readonly kind: 'quiet' }
	| { readonly kind: 'showing' }
	/** The platform takes no edits now: what is new is shown by the last form alone. */
	| { readonly kind: 'barred' }
	| { readonly kind: 'ending'; readonly end: LiveEnd; readonly late: number }
	/** `failure`: what the outbox has rejected with, or that the platform was away for too long. */
	| { readonly kind: 'over'; readonly failure?: unknown };

/**
 * Where a live message stands: one value, replaced as a whole. Its phases follow each other in the order above (from `barred` only to
 * `ending` and `over`); no request is sent in `quiet`, `barred` and `over`, none before `pause.until`, and never two at once.
 */
export interface LiveState {
	readonly phase: LivePhase;
	readonly part: LivePart;
	/** `isFirm`: the platform says so; else it is only our own pace. */
	readonly pause: { readonly until: number; readonly isFirm: boolean };
	/** When it was last shown, and with which version of the content. */
	readonly shown: { readonly at: number; readonly version: number };
	/** Forms that the platform has refused. */
	readonly refusedForms: number;
	/** The platform was away when it was asked last: it has not shown the newest. */
	readonly away: PlatformAwayError | undefined;
}

/** Pure. */
export function liveBegun(part: LivePart): LiveState {
	const shown = { at: 0, version: 0 };
	return {
		...{ phase: { kind: 'quiet' }, part, shown, refusedForms: 0, away: undefined },
		pause: { until: 0, isFirm: false },
	};
}

/** There is something to be shown. Pure. */
export function woken(state: LiveState): LiveState {
	return state.phase.kind === 'quiet' ? { ...state, phase: { kind: 'showing' } } : state;
}

/** It is to get its last form; the first end counts. Pure. */
export function ending(state: LiveState, end: LiveEnd): LiveState {
	const isEnding = state.phase.kind === 'ending' || state.phase.kind === 'over';
	return isEnding ? state : { ...state, phase: { kind: 'ending', end, late: 0 } };
}

/** Its last form, if it is to get that. Pure. */
export function endOf({ phase }: LiveState): LiveEnd | undefined {
	return phase.kind === 'ending' ? phase.end : undefined;
}

/** Pure. */
export function over(state: LiveState, failure?: unknown): LiveState {
	return state.phase.kind === 'over' ? state : { ...state, phase: { kind: 'over', failure } };
}

/** Its message is there. Pure. */
export function postedAs(state: LiveState, id: string): LiveState {
	return { ...state, part: { ...state.part, id }, away: undefined };
}

/** A version stands in it; the next edit has its time. Pure. */
export function showed(state: LiveState, { at, version, pauseMs }: Seen): LiveState {
	return { ...state, shown: { at, version }, pause: { until: at + pauseMs, isFirm: false }, away: undefined };
}

interface Seen {
	readonly at: number;
	readonly version: number;
	readonly pauseMs: number;
}

/** The platform wants to be asked later. Pure. */
export function paused(state: LiveState, until: number, mostLate: number): LiveState {
	const waiting = { ...state, pause: { until, isFirm: true } };
	if (state.phase.kind !== 'ending') return waiting;
	const late = state.phase.late + 1;
	return late > mostLate ? over(waiting, state.away) : { ...waiting, phase: { ...state.phase, late } };
}

/** It goes on in another message. Pure. */
export function turnedOver(state: LiveState, part: LivePart): LiveState {
	return { ...state, part };
}

/** The platform does not take its form. Pure. */
export function formRefused(state: LiveState): LiveState {
	return { ...state, refusedForms: state.refusedForms + 1 };
}

/**
 * The platform takes nothing of it. What was taken away may be given back: the last form is tried once more, unless it was what failed
 * (`wasLast`). Pure.
 */
export function givenUp(state: LiveState, wasLast: boolean): LiveState {
	if (state.part.id === undefined || wasLast) return over(state);
	const isEnding = state.phase.kind === 'ending' || state.phase.kind === 'over';
	return isEnding ? state : { ...state, phase: { kind: 'barred' } };
}
