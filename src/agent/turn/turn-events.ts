import type { Backlog } from '../../base/broadcast.ts';
import type { AgentEvent } from '../../chat/events.ts';
import type { SessionFolder } from '../../store/store.ts';

/**
 * Something that happened in a turn, in all detail: for whoever looks after it, not for its thread. A model's reply comes before its `message`, a call's end
 * before its `tool-finished` or its question, the processes of a stop and the stack of a failure before `turn-ended`. It has no key:
 * after a restart what was traced before does not come again.
 */
export interface TurnTrace {
	readonly type: 'trace';
	/** As it stands in the session's log. */
	readonly entry: Readonly<Record<string, unknown>>;
}

/** A turn yields what its thread is shown, in the order of `AgentEvent`, and traces between. */
export type TurnEvent = AgentEvent | TurnTrace;

/** Follows the turns of a session. Nobody waits for it: what it makes of them is its own. */
export type TurnReader = (events: AsyncIterable<TurnEvent>, folder: SessionFolder) => Promise<void>;

/** Pieces of live output that wait for one reader; what a sandbox floods it with beyond them is skipped. */
const mostOutput = 100;

/**
 * The events that wait for one reader of a turn. Words that stream are joined where they wait, and output beyond its bound is skipped;
 * nothing else is ever left out, so that it never holds more than the open turn itself keeps of its steps, and their words once more.
 */
export function createTurnBacklog<Wanted extends TurnEvent>(
	isWanted: (event: TurnEvent) => event is Wanted,
): Backlog<TurnEvent, Wanted> {
	const waiting: Wanted[] = [];
	let output = 0;
	return {
		push(event) {
			if (!isWanted(event)) return;
			if (isOutput(event) && output >= mostOutput) return;
			if (isOutput(event)) output += 1;
			const at = placeToJoin(waiting, event);
			if (at === undefined) waiting.push(event);
			else waiting[at] = joined(waiting[at], event);
		},
		shift() {
			const event = waiting.shift();
			if (event && isOutput(event)) output -= 1;
			return event;
		},
	};
}

type Streaming = Extract<AgentEvent, { type: 'text' | 'reasoning' }>;

function isStreaming(event: TurnEvent | undefined): event is Streaming {
	return event?.type === 'text' || event?.type === 'reasoning';
}

/** Whether it is seen while it happens, and some of its kind may be missing. Pure. */
export function isOutput(event: TurnEvent): boolean {
	return event.type === 'tool-output' || (event.type === 'tool-step' && event.step.state === 'running');
}

/** Where words of the same kind and step wait, with nothing behind them but what streams too. */
function placeToJoin(waiting: readonly TurnEvent[], event: TurnEvent): number | undefined {
	if (!isStreaming(event)) return undefined;
	for (let at = waiting.length - 1; at >= 0; at -= 1) {
		const before = waiting[at];
		if (isStreaming(before) && before.type === event.type && before.step === event.step) return at;
		if (before && !isStreaming(before) && !isOutput(before)) return undefined;
	}
	return undefined;
}

function joined<Wanted extends TurnEvent>(before: Wanted | undefined, event: Wanted): Wanted {
	if (!isStreaming(before) || !isStreaming(event)) return event;
	return { ...event, delta: before.delta + event.delta };
}

/** Whether the thread of a turn is shown it. */
export function isForThread(event: TurnEvent): event is AgentEvent {
	return event.type !== 'trace';
}

/** Takes every event. */
export function isAny(_event: TurnEvent): _event is TurnEvent {
	return true;
}

/** Writes the traces of a turn into its session's log. */
export const logTurn: TurnReader = async (events, folder) => {
	for await (const event of events) if (event.type === 'trace') folder.log(event.entry);
};
