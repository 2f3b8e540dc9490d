import { chmod, mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProblemError } from '../../errors.ts';
import { ignore } from '../files/folder.ts';
import type { SpecFiles } from './container-spec.ts';
import { writeSeccompProfile } from './seccomp-file.ts';

/** The home's folder on the host: what is shared with containers, what only root may see, and the slots. */
export interface StateFolder {
	/** Of root alone: the service's socket and configuration. */
	readonly service: string;
	readonly slots: string;
	/** The files that every container is made of. */
	readonly files: Omit<SpecFiles, 'slot'>;
	/** Makes the folder and writes what belongs in it. Rejects with `ProblemError` when it cannot be used. */
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
	};
	return {
		service,
		slots,
		files,
		async prepare() {
			for (const folder of [path, own, slots]) await openFolder(folder);
			await checkReachable(path);
			await writeFile(files.hosts, '127.0.0.1 localhost sandbox\n::1 localhost\n');
			await writeFile(files.resolv, '');
			await Promise.all([files.hosts, files.resolv].map((file) => chmod(file, 0o644)));
			await writeSeccompProfile(files.seccomp);
		},
		async remove() {
			await rm(service, { recursive: true, force: true });
			await rm(own, { recursive: true, force: true });
			for (const folder of [slots, path]) await rmdir(folder).catch(ignore('ENOENT', 'ENOTEMPTY'));
		},
	};
}

async function openFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await chmod(folder, 0o755);
}

/** A user namespace's root is nobody special on the host, and has to reach what is bound into its container. */
async function checkReachable(folder: string): Promise<void> {
	for (let parent = dirname(folder); parent !== '/'; parent = dirname(parent)) {
		const { mode } = await stat(parent);
		if ((mode & 0o001) === 0) {
			const message = `Cannot use "${folder}" for sandboxes: "${parent}" is closed to other users`;
			throw new ProblemError(message, `Run: chmod o+x "${parent}"; or name another folder`);
		}
	}
}

/** Where a home's state folder is, unless somebody says otherwise: short, gone with the next boot, and reachable for containers. */
export function defaultStateDir(homeId: string): string {
	return join('/run/threadsmith', homeId);
}
