import { chmod, mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignore } from '../../files/folder.ts';
import type { SpecFiles } from '../container/container-spec.ts';
import { preloadText } from '../own-kernel/statx-shim.ts';
import { type SeccompFiles, writeSeccompProfiles } from './seccomp-file.ts';

/**
 * The home's folder on the host: what is shared with containers, what only root may see, and the slots. All of it is closed to other users of
 * the machine, and so are the ids of containers, which own nothing here: the runtime opens what is bound into a container as the host's root,
 * before it becomes the container's, and inside nothing is above `/session`.
 */
export interface StateFolder {
	/** Of this user alone: the service's socket and configuration. */
	readonly service: string;
	readonly slots: string;
	/** The files that every container is made of. */
	readonly files: Omit<SpecFiles, 'slot' | 'preload'> & SeccompFiles & { readonly preload: string };
	/** Makes the folder and writes what belongs in it. Rejects with `ProblemError` when the host has no seccomp profile. */
	prepare(): Promise<void>;
	/** Removes it, but for slots that are still there. */
	remove(): Promise<void>;
}

export function stateFolder(path: string): StateFolder {
	const own = join(path, 'own');
	const slots = join(path, 'slots');
	const service = join(path, 'service');
	const files = {
		hosts: join(own, 'hosts'),
		resolv: join(own, 'resolv.conf'),
		seccomp: join(own, 'seccomp.json'),
		ownKernel: join(own, 'seccomp-own-kernel.json'),
		preload: join(own, 'ld.so.preload'),
	};
	return {
		service,
		slots,
		files,
		async prepare() {
			for (const folder of [path, own, slots]) await closedFolder(folder);
			await writeFile(files.hosts, '127.0.0.1 localhost sandbox\n::1 localhost\n');
			await writeFile(files.resolv, '');
			await writeFile(files.preload, preloadText);
			await Promise.all([files.hosts, files.resolv, files.preload].map((file) => chmod(file, 0o644)));
			await writeSeccompProfiles(files);
		},
		async remove() {
			await rm(service, { recursive: true, force: true });
			await rm(own, { recursive: true, force: true });
			for (const folder of [slots, path]) await rmdir(folder).catch(ignore('ENOENT', 'ENOTEMPTY'));
		},
	};
}

async function closedFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await chmod(folder, 0o700);
}

/**
 * The id under which a data folder's boxes of coding agents are known on this host, beside its sandboxes: with a dot, which is in no data folder's. Their state
 * folder, service, containers and slots are apart by it, and neither kind ever clears what the other has left.
 */
export function boxesId(homeId: string): string {
	return `${homeId}.agents`;
}

/** Where a home's state folder is, unless somebody says otherwise: short, and gone with the next boot. `runtimeDir`: without root, the user's own. */
export function defaultStateDir(homeId: string, runtimeDir = '/run'): string {
	return join(runtimeDir, 'threadsmith', homeId);
}
