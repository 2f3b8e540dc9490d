import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { asUser, usersByUid } from '../run/users.ts';
import { createUntilTold } from '../until-told.ts';

/** Where `/outputs` leads to: as what the kernel names the files in it. */
const outputs = '/session/disk/outputs/';

/** Descriptors that are looked at: a process may have opened thousands. */
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

/** Paths that were being written when their processes were ended. Of the one sandbox that this guest serves. */
export const unfinished = createUntilTold<string>((path) => path);
