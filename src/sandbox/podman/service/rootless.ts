import { existsSync } from 'node:fs';
import { homedir, release } from 'node:os';
import { join } from 'node:path';

/** Where the process is no root: sandboxes live in the user namespace that Podman makes for this user. */
export interface Rootless {
	/** The data folder, absolute: all that sandboxes are given lies below it. */
	readonly data: string;
	/** The user's folder in `/run`, absolute: gone with its last session, or kept by `loginctl enable-linger`. */
	readonly runtimeDir: string;
	/** Images and containers, apart from the person's own, absolute. Others may pass through it: containers have ids of their own. */
	readonly storage: string;
}

/**
 * Where this process's sandboxes live; undefined for root. Podman keeps to the folders that it began with, so these hang on no variable. The
 * user's folder in `/run` is there as long as it is logged in, or lingers.
 */
export function rootlessHere(data: string): Rootless | undefined {
	const user = process.getuid?.() ?? 0;
	if (user === 0) return undefined;
	const storage = join(homedir(), '.local', 'share', 'threadsmith-images');
	return { data, runtimeDir: join('/run/user', String(user)), storage };
}

/**
 * The words that each call of Podman begins with. Not in a storage.conf: what conmon starts when a container ends knows these words, but would
 * not know the file.
 */
export function storageWords(rootless: Rootless | undefined): readonly string[] {
	if (rootless === undefined) return [];
	const { storage, runtimeDir } = rootless;
	const words = [
		'--root',
		storage,
		'--runroot',
		join(runtimeDir, 'threadsmith', 'images'),
		'--storage-driver',
		'overlay',
	];
	return hasUserOverlay(release())
		? words
		: [...words, '--storage-opt', 'overlay.mount_program=/usr/bin/fuse-overlayfs'];
}

/** Whether a kernel lets users mount its overlay as Podman needs it: since 5.13 (https://www.redhat.com/sysadmin/podman-rootless-overlay). Pure. */
export function hasUserOverlay(kernel: string): boolean {
	const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
	return major > 5 || (major === 5 && minor >= 13);
}

/** By these variables Podman finds the user's systemd and its own folders. */
export function rootlessEnv(rootless: Rootless | undefined): Readonly<Record<string, string>> {
	if (rootless === undefined) return {};
	const { runtimeDir } = rootless;
	return { XDG_RUNTIME_DIR: runtimeDir, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtimeDir, 'bus')}` };
}

/** Whether control groups are of the second version alone, which a user can be handed; those of the first are root's. */
export function hasUnifiedGroups(): boolean {
	return existsSync('/sys/fs/cgroup/cgroup.controllers');
}
