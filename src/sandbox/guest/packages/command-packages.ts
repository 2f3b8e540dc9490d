import {
	chmodSync,
	chownSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { envs, hasEnvironment, removeLeftOvers } from '../run/staging.ts';
import { searchPath, toolGroup } from '../run/users.ts';

/** Leads to all that commands see of the packages that were installed for them, on the session's disk. Root's. */
const pointer = join(envs, 'bash');
const prefix = '.bash-';

/** As commands know it. */
const base = '/envs/bash';

/** Where a user's own packages are for Python, below PYTHONUSERBASE: behind the standard library, whatever stands in PYTHONPATH. */
const site = 'lib/python3.13/site-packages';

/** The image's packages, which Python looks into after a user's own: named before these, they come first, and no package stands in for one. */
const image = ['/usr/local/lib/python3.13/dist-packages', '/usr/lib/python3/dist-packages'];

/**
 * The variables by which Python and the shell find these packages; none of it has to be there. The system's commands come first: a package
 * cannot stand in for one.
 */
export const commandPackages = { PATH: `${searchPath}:${base}/bin`, PYTHONUSERBASE: base } as const;

/**
 * Lets commands see these environments: a folder that names them is made, and then takes the former one's place in one step. Answers the one that is not
 * there, and has then changed nothing.
 */
export function showPackages(hashes: readonly string[]): string | undefined {
	const missing = hashes.find((hash) => !hasEnvironment(hash));
	if (missing !== undefined) return missing;
	const folder = makeFolder(hashes);
	const link = join(folder, 'link');
	symlinkSync(basename(folder), link);
	renameSync(link, pointer);
	removeOthers(basename(folder));
	return undefined;
}

function makeFolder(hashes: readonly string[]): string {
	mkdirSync(envs, { recursive: true, mode: 0o755 });
	const folder = mkdtempSync(join(envs, prefix));
	const bin = join(folder, 'bin');
	mkdirSync(join(folder, site), { recursive: true, mode: 0o755 });
	mkdirSync(bin, { mode: 0o755 });
	// Newest first: what was installed last is found first
	const newest = hashes.toReversed();
	const paths = [...image, ...newest.map((hash) => `/envs/${hash}`)];
	writeFileSync(join(folder, site, 'installed.pth'), `${paths.join('\n')}\n`, { mode: 0o644 });
	for (const hash of newest) linkCommands(hash, bin);
	// Open to all but its group: it is nothing to running tools
	chownSync(folder, 0, toolGroup);
	chmodSync(folder, 0o705);
	return folder;
}

function linkCommands(hash: string, bin: string): void {
	const from = join(envs, hash, 'bin');
	if (!lstatSync(from, { throwIfNoEntry: false })?.isDirectory()) return;
	for (const name of readdirSync(from)) {
		const link = join(bin, name);
		if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(`/envs/${hash}/bin/${name}`, link);
	}
}

/** Former folders, and those that the end of a sandbox has left half made. */
function removeOthers(current: string): void {
	for (const name of readdirSync(envs)) {
		if (name.startsWith(prefix) && name !== current) removeLeftOvers(name);
	}
}
