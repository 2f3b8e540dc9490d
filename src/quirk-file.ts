import { type Learned, lessonSchema, type QuirkMemory, withLesson } from './agent/model/quirks/lore.ts';
import { createLearnedFile } from './process/learned-file.ts';

/**
 * The file of a data folder in which it stands what each endpoint was found not to take, by address and model, with the words and
 * the time. A lesson that cannot be read is none: it is learned again.
 */
export function createQuirkFile(path: string): (endpoint: string) => QuirkMemory {
	const file = createLearnedFile(path);
	return (endpoint) => ({
		read: async () => lessonsIn(await file.read(endpoint)),
		keep: (lesson) => file.change(endpoint, (former) => withLesson(lessonsIn(former), lesson)),
	});
}

function lessonsIn(kept: unknown): Learned[] {
	return Array.isArray(kept) ? kept.flatMap(asLesson) : [];
}

function asLesson(value: unknown): Learned[] {
	const { data } = lessonSchema.safeParse(value);
	return data === undefined ? [] : [data];
}
