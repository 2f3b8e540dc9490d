import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';

/** Something below a folder. */
export interface TreeEntry {
	/** Its path below the folder, in bytes: names need not be text. Empty: the folder itself. */
	readonly path: Buffer;
	/** Where it is reached now, whatever becomes of the folders above it. */
	readonly at: Buffer;
	readonly stats: Stats;
}

const slash = Buffer.from('/');
const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Visits all that lies below a folder and then the folder itself, what is in a folder always before it. No link is followed, and no other file
 * system entered. Each step is a call of the kernel and nothing waits, so that whoever calls has the process for itself. Throws the system's error.
 */
export function visitTree(folder: string, visit: (entry: TreeEntry) => void): void {
	const top = openSync(folder, asFolder);
	try {
		const stats = fstatSync(top);
		visitBelow(top, Buffer.alloc(0), stats.dev, visit);
		// The link itself has an owner, too.
		visit({ path: Buffer.alloc(0), at: Buffer.concat([fdPath(top), Buffer.from('/.')]), stats });
	} finally {
		closeSync(top);
	}
}

function visitBelow(fd: number, path: Buffer, device: number, visit: (entry: TreeEntry) => void): void {
	for (const name of readdirSync(fdPath(fd), { encoding: 'buffer' })) {
		const at = Buffer.concat([fdPath(fd), slash, name]);
		const entry = { path: path.length === 0 ? name : Buffer.concat([path, slash, name]), at, stats: lstatSync(at) };
		if (entry.stats.dev !== device) continue;
		if (entry.stats.isDirectory()) visitFolder(entry, device, visit);
		visit(entry);
	}
}

function visitFolder({ at, path }: TreeEntry, device: number, visit: (entry: TreeEntry) => void): void {
	const fd = openSync(at, asFolder);
	try {
		if (fstatSync(fd).dev === device) visitBelow(fd, path, device, visit);
	} finally {
		closeSync(fd);
	}
}

function fdPath(fd: number): Buffer {
	return Buffer.from(`/proc/self/fd/${fd}`);
}
