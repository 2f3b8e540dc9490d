import { z } from 'zod';
import { createSerial } from '../base/serial.ts';
import { parseChecked } from '../store/files/parse-checked.ts';
import { readWhole } from '../store/files/read-regular-file.ts';
import { writeAtomically } from '../store/files/write-atomically.ts';

const fileSchema = z.record(z.string(), z.unknown());

/** Endpoints and models that are remembered; the one that taught last goes last. */
const most = 200;

/** A file of a data folder with what was learned of each endpoint and model. */
export interface LearnedFile {
	/** Rejects where the file cannot be read. */
	read(of: string): Promise<unknown>;
	/** One change after the other; a file that cannot be read begins anew. Rejects as `writeAtomically` does. */
	change(of: string, change: (former: unknown) => unknown): Promise<void>;
}

export function createLearnedFile(path: string): LearnedFile {
	const serial = createSerial();
	const readAll = async () => parseChecked(fileSchema, (await readWhole(path)).toString(), { file: path });
	return {
		read: async (of) => (await readAll())[of],
		change: (of, change) =>
			serial(async () => {
				const { [of]: former, ...others } = await readAll().catch(() => ({}) as z.infer<typeof fileSchema>);
				const all = Object.fromEntries([...Object.entries(others), [of, change(former)]].slice(-most));
				await writeAtomically(path, `${JSON.stringify(all, null, '\t')}\n`);
			}),
	};
}
