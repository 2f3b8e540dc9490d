import type { Fed } from './feed-stream.ts';
import type { LiveMemory } from './live-content.ts';
import type { LivePart } from './live-part.ts';
import type { Stream } from './stream.ts';

/** One of the messages that show a turn, as it stands now. */
export interface ShownPart extends LivePart {
	/** Its stream has not ended. */
	readonly streams: boolean;
	/** It was taken away. */
	readonly isGone: boolean;
}

export type LivePhase =
	/** Nothing is worth a message yet. */
	| 'quiet'
	/** News are shown as they come. */
	| 'showing'
	/** Slack takes none of it as it comes; what is new is shown by the last form alone. */
	| 'failed'
	/** It gets its last form, or becomes the answer. */
	| 'over';

/**
 * Where the live messages of a turn stand: one value, replaced as a whole. At any moment
 * - `phase` has only gone forward, in the order above: what is new is sent to Slack in `showing` alone;
 * - `parts` are numbered from `first` on, without gaps: one that was taken away keeps its place;
 * - only the last of them streams;
 * - what has become doubtful stays so.
 */
export interface LiveState {
	readonly phase: LivePhase;
	readonly first: number;
	readonly parts: readonly ShownPart[];
	/** A stream may not hold all that was sent, or twice. */
	readonly isDoubtful: boolean;
}

/** `first`: the number of its first message. Pure. */
export function liveBegun(first: number): LiveState {
	return { phase: 'quiet', first, parts: [], isDoubtful: false };
}

/** There is something to be shown. Pure. */
export function woken(state: LiveState): LiveState {
	return state.phase === 'quiet' ? { ...state, phase: 'showing' } : state;
}

/** Pure. */
export function failed(state: LiveState): LiveState {
	return state.phase === 'showing' ? { ...state, phase: 'failed' } : state;
}

/** Pure. */
export function over(state: LiveState): LiveState {
	return { ...state, phase: 'over' };
}

/** Its next message is there; one that was under way when it was over counts too. Pure. */
export function withPart(state: LiveState, part: LivePart): LiveState {
	const shown = { ...part, streams: part.stream !== undefined, isGone: false };
	return { ...state, parts: [...state.parts, shown] };
}

/** The last stream is fed no more. One that is to go on in another message, or to end with the turn, is still open. Pure. */
export function withFed(state: LiveState, { reason, doubtful }: Pick<Fed, 'reason' | 'doubtful'>): LiveState {
	const isOpen = reason === 'page' || reason === 'over';
	const known = { ...state, isDoubtful: state.isDoubtful || doubtful };
	return isOpen ? known : streamEnded(known);
}

/** The last message streams no more. Pure. */
export function streamEnded(state: LiveState): LiveState {
	return { ...state, parts: state.parts.map((part) => (part.streams ? { ...part, streams: false } : part)) };
}

/** Whether a message was taken away. Pure. */
export function withGone(state: LiveState, number: number, isGone: boolean): LiveState {
	return { ...state, parts: state.parts.map((part) => (part.number === number ? { ...part, isGone } : part)) };
}

/** The number that its next message takes. Pure. */
export function nextNumber({ first, parts }: LiveState): number {
	return first + parts.length;
}

/** Its messages that are there. Pure. */
export function partsThere({ parts }: LiveState): readonly ShownPart[] {
	return parts.filter(({ isGone }) => !isGone);
}

/** Its newest message that is there. Pure. */
export function currentPart(state: LiveState): ShownPart | undefined {
	return partsThere(state).at(-1);
}

/** The stream that shows the answer's words and nothing else. Pure. */
export function answeringStream(
	{ parts, isDoubtful }: LiveState,
	memory: Pick<LiveMemory, 'lines' | 'words' | 'size'>,
	text: string,
): Stream | undefined {
	const [only, ...others] = parts;
	const isPlain = others.length === 0 && memory.lines().length === 0 && memory.words() === text;
	return isPlain && !isDoubtful && memory.size() === text.length ? only?.stream : undefined;
}
