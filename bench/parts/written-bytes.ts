import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that were written into a folder since the last look: what files have grown by, and all of those that were replaced. */
export interface WrittenBytes {
	/** Of all files, and of the one of this name. */
	look(): Promise<{ readonly all: number; readonly own: number }>;
}

interface Seen {
	readonly ino: number;
	readonly size: number;
}

export function watchWritten(folder: string, ownName: string): WrittenBytes {
	let before = new Map<string, Seen>();
	return {
		async look() {
			const now = await filesIn(folder);
			const written = [...now].map(([name, file]) => ({ name, bytes: growthOf(before.get(name), file) }));
			before = now;
			const sum = (list: typeof written) => list.reduce((total, { bytes }) => total + bytes, 0);
			return { all: sum(written), own: sum(written.filter(({ name }) => name.endsWith(ownName))) };
		},
	};
}

function growthOf(before: Seen | undefined, { ino, size }: Seen): number {
	return before?.ino === ino ? Math.max(0, size - before.size) : size;
}

async function filesIn(folder: string): Promise<Map<string, Seen>> {
	const names = await readdir(folder, { recursive: true });
	const all = await Promise.all(names.map(async (name) => [name, await stat(join(folder, name))] as const));
	return new Map(all.flatMap(([name, file]) => (file.isFile() && !name.endsWith('disk.img') ? [[name, file]] : [])));
}
