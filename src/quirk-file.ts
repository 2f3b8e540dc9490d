import { z } from 'zod';
import { type Learned, lessonSchema, type QuirkMemory, withLesson } from './agent/model/quirks/lore.ts';
import { createSerial } from './base/serial.ts';
import { parseChecked } from './store/files/parse-checked.ts';
import { readWhole } from './store/files/read-regular-file.ts';
import { writeAtomically } from './store/files/write-atomically.ts';

const fileSchema = z.record(z.string(), z.array(z.unknown()));

/** Endpoints and models that are remembered; the one that taught last goes last. */
const most = 200;

/**
 * The file of a data folder in which it stands what each endpoint was found not to take, by address and model, with the words and
 * the time. A lesson that cannot be read is none: it is learned again.
 */
export function createQuirkFile(path: string): (endpoint: string) => QuirkMemory {
	const serial = createSerial();
	const read = async () => parseChecked(fileSchema, (await readWhole(path)).toString(), { file: path });
	return (endpoint) => ({
		read: async () => ((await read())[endpoint] ?? []).flatMap(asLesson),
		keep: (lesson) =>
			serial(async () => {
				const { [endpoint]: former = [], ...others } = await read().catch(() => ({}) as z.infer<typeof fileSchema>);
				const learned = withLesson(former.flatMap(asLesson), lesson);
				const all = Object.fromEntries([...Object.entries(others), [endpoint, learned]].slice(-most));
				await writeAtomically(path, `${JSON.stringify(all, null, '\t')}\n`);
			}),
	});
}

function asLesson(value: unknown): Learned[] {
	const { data } = lessonSchema.safeParse(value);
	return data === undefined ? [] : [data];
}
