import type { Lore } from './lore.ts';
import type { Quirks } from './quirks.ts';

/** A change that a refusal taught. */
export interface Change {
	readonly change: Partial<Quirks>;
	/** For people: the sentence that taught it. */
	readonly words: string;
}

/** A call that was refused is made again with a change, or with at most so many pictures. */
export type Lesson = Change | { readonly pictures: number };

interface Tried extends Change {
	/** The refusal, as it is told apart from others. */
	readonly refusal: string;
	/** Its refusal came again, so that the change was none that was asked for. */
	readonly vain: boolean;
}

/** Whatever one call does otherwise than the one before; what helped it is kept for the others. */
export interface Trial {
	readonly changes: readonly Tried[];
	/** How many pictures are sent at most; all of them when undefined. */
	readonly pictures?: number;
}

export const noTrial: Trial = { changes: [] };

/** The quirks that a try is made with: even a change in vain stays, since two of them may be wanted together. Pure. */
export function quirksOf(known: Quirks, { changes }: Trial): Quirks {
	return Object.assign({ ...known }, ...changes.map(({ change }) => change));
}

/** Takes the next refusal, and what it teaches. Pure. */
export function afterRefusal(trial: Trial, refusal: string, lesson: Lesson): Trial {
	const same = kindOf(refusal);
	const changes = trial.changes.map((tried) => (tried.refusal === same ? { ...tried, vain: true } : tried));
	if ('pictures' in lesson) return { changes, pictures: lesson.pictures };
	return { ...trial, changes: [...changes, { ...lesson, refusal: same, vain: false }] };
}

/** Keeps what helped: the request was taken with it. */
export async function keepTrial({ changes }: Trial, lore: Lore): Promise<void> {
	for (const { change, words, vain } of changes) if (!vain) await lore.learn(change, words);
}

/** The words of a refusal without what differs each time: ids, times, the place of a message. */
function kindOf(refusal: string): string {
	return refusal.slice(0, 2_000).replaceAll(/[\w-]{0,64}\d[\w.:-]*/g, '#');
}
