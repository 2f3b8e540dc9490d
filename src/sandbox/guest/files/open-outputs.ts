import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { asUser, usersByUid } from '../run/users.ts';

/** Where `/outputs` leads to: as what the kernel names the files in it. */
const outputs = '/session/disk/outputs/';

/** Files and descriptors that are looked at: a process may have opened thousands. */
const most = 1000;

/**
 * The files of `/outputs`, by their path below it, that a stopped process has open for writing. Its own user must ask: root here may not
 * look into what is others'.
 */
export function openOutputs({ pid, uid }: { readonly pid: number; readonly uid: number }): readonly string[] {
	const user = usersByUid.get(uid);
	if (user === undefined) return [];
	try {
		return asUser(user, () => {
			const numbers = readdirSync(`/proc/${pid}/fd`).slice(0, most);
			return numbers.flatMap((number) => writtenBy(pid, number) ?? []);
		});
	} catch {
		// It ended by itself.
		return [];
	}
}

function writtenBy(pid: number, number: string): string | undefined {
	try {
		const path = readlinkSync(`/proc/${pid}/fd/${number}`);
		if (!path.startsWith(outputs) || path.endsWith(' (deleted)')) return undefined;
		const flags = /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${number}`, 'latin1'))?.[1] ?? '0';
		// O_ACCMODE: 0 is for reading alone.
		return (Number.parseInt(flags, 8) & 3) === 0 ? undefined : path.slice(outputs.length);
	} catch {
		return undefined;
	}
}

/** Collects what was being written when it was ended, until it is asked for. */
export interface Unfinished {
	/** Paths of processes that are still being ended come as soon as they are known. */
	add(paths: Promise<readonly string[]>): void;
	/** Waits for all that was added. */
	take(): Promise<readonly string[]>;
}

export function createUnfinished(): Unfinished {
	let known = new Set<string>();
	const adding = new Set<Promise<void>>();
	const note = (paths: readonly string[]) => {
		for (const path of paths) if (known.size < most) known.add(path);
	};
	return {
		add(paths) {
			const added = paths.then(note, () => {}).finally(() => adding.delete(added));
			adding.add(added);
		},
		async take() {
			await Promise.all(adding);
			const taken = [...known];
			known = new Set();
			return taken;
		},
	};
}

/** Of the one sandbox that this guest serves. */
export const unfinished = createUnfinished();
