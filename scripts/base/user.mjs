import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir, release, userInfo } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './host.mjs';

/** How many ids a sandbox has: as `src/sandbox/podman/container/container-spec.ts` has it. */
const idsOfSandbox = 4096;

/** The fewest that sandboxes can be had of, as `src/process/rights.ts` has it, and how many the set-up asks for: 256 sandboxes. */
export const leastIds = 65_536;
export const wantedIds = 1_048_576;

const idFiles = ['/etc/subuid', '/etc/subgid'];

/** The name of this user, or the number where it has none. */
export const userName = () => {
	try {
		return userInfo().username;
	} catch {
		return String(process.getuid?.());
	}
};

/** Where Podman keeps images: as `src/sandboxes.ts` has it. */
export const storageFolder = () =>
	isRoot() ? '/var/lib/containers' : join(homedir(), '.local', 'share', 'threadsmith-images');

/** Where this user's sockets and mounts live until the next boot, whatever the environment says: Podman keeps to the one that it began with. */
export const runtimeFolder = () => join('/run/user', String(process.getuid?.()));

/** Whether this kernel lets users mount its overlay as Podman needs it. */
export const hasUserOverlay = (kernel = release()) => {
	const [major, minor] = kernel.split('.').map((part) => Number.parseInt(part, 10));
	return major > 5 || (major === 5 && minor >= 13);
};

/** What each call of Podman begins with, so that ours has its own images: as `src/sandbox/podman/service/rootless.ts` has it. */
export const storageWords = () => {
	if (isRoot()) return [];
	const runs = join(runtimeFolder(), 'threadsmith', 'images');
	const words = ['--root', storageFolder(), '--runroot', runs, '--storage-driver', 'overlay'];
	return hasUserOverlay() ? words : [...words, '--storage-opt', 'overlay.mount_program=/usr/bin/fuse-overlayfs'];
};

/** How many ids are set aside for this user's sandboxes. */
export const ownIds = () =>
	Math.min(...idFiles.map((file) => idsIn(readOr(file), [userName(), String(process.getuid?.())])));

/** How many sandboxes at once these are enough for: the user itself is the first id of them all. */
export const sandboxesOf = (ids) => Math.floor(ids / idsOfSandbox);

export const idsIn = (text, names) =>
	rangesIn(text)
		.filter(({ name }) => names.includes(name))
		.reduce((sum, { count }) => sum + count, 0);

/** The command that sets ids aside for a user, above those that others have. */
export const idsCommand = (user, texts = idFiles.map(readOr)) => {
	const first = freeRange(texts.flatMap(rangesIn));
	const range = `${first}-${first + wantedIds - 1}`;
	return `usermod --add-subuids ${range} --add-subgids ${range} ${user}`;
};

const rangesIn = (text) =>
	text
		.split('\n')
		.map((line) => line.trim().split(':'))
		.filter(([, start, count]) => /^\d+$/.test(start ?? '') && /^\d+$/.test(count ?? ''))
		.map(([name, start, count]) => ({ name, start: Number(start), count: Number(count) }));

const freeRange = (taken) => {
	const overlaps = (first) => taken.some(({ start, count }) => start < first + wantedIds && first < start + count);
	let first = wantedIds;
	while (overlaps(first)) first += wantedIds;
	return first;
};

/** Whether this user's processes outlive its last session. */
export const lingers = () => existsSync(`/var/lib/systemd/linger/${userName()}`);

/** The command that makes {@link runtimeFolder}, where no systemd does. */
export const folderCommand = () => `install -d -m 700 -o ${userName()} ${runtimeFolder()}`;

/** Whether this user may read and write there. */
export const mayUse = (path) => {
	try {
		accessSync(path, constants.R_OK | constants.W_OK);
		return true;
	} catch {
		return false;
	}
};

const readOr = (file) => {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
};
