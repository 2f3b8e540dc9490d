import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { noQuirks, type Quirks, quirksSchema } from './quirks.ts';

/** One thing that an endpoint taught: what it changes, the sentence that taught it, and when. */
export const lessonSchema = kept({ change: quirksSchema, words: z.string(), at: z.iso.datetime() });
export type Learned = z.infer<typeof lessonSchema>;

/** The lessons of one model at one endpoint, kept over restarts. */
export interface QuirkMemory {
	read(): Promise<readonly Learned[]>;
	/** Adds to what is kept, which other roles with the same model add to as well. */
	keep(lesson: Learned): Promise<void>;
}

/** The quirks of one model at one endpoint, as far as they are known. */
export interface Lore {
	quirks(): Promise<Quirks>;
	/** Never rejects: what cannot be kept is learned again. */
	learn(change: Partial<Quirks>, words: string): Promise<void>;
}

// Servers are mended and updated: what they refused is tried again after a day, at the price of one refusal.
const keptMs = 86_400_000;

export function createLore(memory: QuirkMemory | undefined, now: () => number): Lore {
	let known: Promise<readonly Learned[]> | undefined;
	const learned = () => {
		known ??= memory?.read().catch(() => []) ?? Promise.resolve([]);
		return known;
	};
	return {
		quirks: async () => quirksOf(await learned(), now()),
		async learn(change, words) {
			const lesson = { change, words, at: new Date(now()).toISOString() };
			known = Promise.resolve(withLesson(await learned(), lesson));
			await memory?.keep(lesson).catch(() => undefined);
		},
	};
}

/** A newer lesson stands for those about the same. Pure. */
export function withLesson(learned: readonly Learned[], lesson: Learned): readonly Learned[] {
	return [...learned.filter(({ change }) => !isAboutSame(change, lesson.change)), lesson];
}

function quirksOf(learned: readonly Learned[], now: number): Quirks {
	const valid = learned.filter(({ at }) => now >= Date.parse(at) && now - Date.parse(at) < keptMs);
	return Object.assign({ ...noQuirks }, ...valid.map(({ change }) => change));
}

function isAboutSame(one: Partial<Quirks>, other: Partial<Quirks>): boolean {
	return Object.keys(one).some((key) => Object.hasOwn(other, key));
}
