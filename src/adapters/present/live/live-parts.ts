import type { OutboxRow } from '../../../store/store.ts';

/** The live messages of a turn, which an earlier process may have begun. */
export interface LiveParts {
	/** The number that the next one takes. */
	readonly next: number;
	/** An earlier process has left that one without its last form, or may have. */
	readonly isLeft: boolean;
	/** The numbers of those that are known, by their ids. */
	readonly numbers: ReadonlyMap<string, number>;
}

/** Stands in the outbox for the id of a live message that was never posted. */
export const neverPosted = 'none';

/** The outbox's key of a live message. Pure. */
export function liveKey(turn: string, number: number): string {
	return `${turn}/live-${number}`;
}

/** The outbox's key of it having come to its last form. Pure. */
export function settledKey(turn: string, number: number): string {
	return `${liveKey(turn, number)}/settled`;
}

/** Reads them out of the outbox's rows. Pure. */
export function partsIn(turn: string, rows: readonly OutboxRow[]): LiveParts {
	const known = rows.flatMap(({ key, id }) => {
		const number = Number(/\/live-(\d+)$/.exec(key)?.[1] ?? 0);
		return number > 0 && key === liveKey(turn, number) ? [{ number, id }] : [];
	});
	const newest = Math.max(0, ...known.map(({ number }) => number));
	const isSettled = rows.some(({ key, id }) => key === settledKey(turn, newest) && id !== undefined);
	const isThere = known.some(({ number, id }) => number === newest && id !== neverPosted);
	const isLeft = isThere && !isSettled;
	const numbers = new Map(known.flatMap(({ number, id }) => (id === undefined ? [] : [[id, number] as const])));
	return { next: isLeft ? newest : newest + 1, isLeft, numbers };
}

/** The next one is taken. Pure. */
export function withoutNext(parts: LiveParts): LiveParts {
	return { ...parts, next: parts.next + 1, isLeft: false };
}

/** Which live message shows what an earlier process has shown as `id`; 0: none of these. Pure. */
export function partOf({ numbers }: LiveParts, id: string): number {
	return numbers.get(id) ?? 0;
}
