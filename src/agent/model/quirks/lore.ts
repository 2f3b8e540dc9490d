import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { noQuirks, type Quirks, quirksSchema } from './quirks.ts';

/** One thing that an endpoint taught: what it changes, the sentence that taught it, and when. */
export const lessonSchema = kept({ change: quirksSchema, words: z.string(), at: z.iso.datetime() });
export type Learned = z.infer<typeof lessonSchema>;

/** The lessons of one model at one endpoint, kept over restarts. */
export interface QuirkMemory {
	read(): Promise<readonly Learned[]>;
	write(learned: readonly Learned[]): Promise<void>;
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
			const earlier = (await learned()).filter((lesson) => !isAboutSame(lesson.change, change));
			const all = [...earlier, { change, words, at: new Date(now()).toISOString() }];
			known = Promise.resolve(all);
			await memory?.write(all).catch(() => undefined);
		},
	};
}

function quirksOf(learned: readonly Learned[], now: number): Quirks {
	const valid = learned.filter(({ at }) => now >= Date.parse(at) && now - Date.parse(at) < keptMs);
	return Object.assign({ ...noQuirks }, ...valid.map(({ change }) => change));
}

function isAboutSame(one: Partial<Quirks>, other: Partial<Quirks>): boolean {
	return Object.keys(one).some((key) => Object.hasOwn(other, key));
}
