import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRoot, readHost, which } from '../base/host.mjs';
import { run } from '../base/run.mjs';
import {
	folderCommand,
	idsCommand,
	leastIds,
	lingers,
	mayUse,
	ownIds,
	runtimeFolder,
	sandboxesOf,
	userName,
	wantedIds,
} from '../base/user.mjs';
import { findNode } from '../node24.mjs';
import { idRanges } from '../set-up/id-ranges.mjs';
import { npmPackages } from '../set-up/npm-packages.mjs';
import { podman } from '../set-up/podman.mjs';
import { installCommand, isSupported, neededPackages } from '../set-up/system-packages.mjs';

/** The oldest Podman that this is tried on: Debian 12's. */
const oldestPodman = [4, 3];

/** Names that say more than the package's. */
const titles = { 'golang-github-containers-common': 'seccomp profile' };

/** Rows for everything to be installed: Node, packages, programs, and ranges of ids. */
export const installedRows = async () => [
	...(await Promise.all([nodeRow(), npmRow(), podmanRow()])),
	// Whether a runtime is there, and works, is a row of its own.
	...neededPackages.filter((need) => !['podman', 'runc'].includes(need.package)).map(programRow),
	rangesRow(),
	...(isRoot() ? [] : [userFolderRow()]),
];

const nodeRow = async () => {
	const row = { name: 'Node 24', mend: 'Run `npm start`, which fetches one, or install Node 24' };
	try {
		const node = await findNode();
		const { code, stdout, tail } = await run(node, ['--version']);
		if (code === 0) return { name: row.name, value: `${stdout.trim()} at ${node}`, met: true };
		return { ...row, value: `${node} does not run: ${lastLine(tail)}`, met: false };
	} catch {
		return { ...row, value: `not found (this is ${process.version})`, met: false };
	}
};

const npmRow = () =>
	npmPackages.done()
		? { name: 'npm packages', value: 'as package-lock.json names them', met: true }
		: {
				name: 'npm packages',
				value: 'missing, or other ones than package-lock.json names',
				met: false,
				mend: 'Run `npm start`, or: npm ci --omit=dev',
			};

const podmanRow = async () => {
	const problem = (value, mend) => ({ name: 'podman', value, met: false, mend });
	const path = which('podman');
	if (path === undefined) return problem('not found', mendPackage('podman'));
	const { code, stdout, tail } = await run('podman', ['--version']);
	if (code === 127) return problem(`at ${path}, which is not on the PATH`, `Add ${dirname(path)} to the PATH`);
	if (code !== 0) return problem(`${path} does not run: ${lastLine(tail)}`, 'Mend what it says');
	const version = /\d+\.\d+[\w.-]*/.exec(stdout)?.[0] ?? 'unknown';
	if (!isAtLeast(version, oldestPodman))
		return problem(`version ${version}, older than ${oldestPodman.join('.')}`, 'Install a newer Podman');
	const info = await podman([
		'info',
		'--format',
		'{{.Store.GraphDriverName}}{{if .Store.GraphOptions}} (fuse-overlayfs){{end}} on {{.Store.GraphRoot}}',
	]);
	if (info.code !== 0)
		return problem(`${version} does not work: ${lastLine(info.tail)}`, 'Run `podman info` and mend that');
	return { name: 'podman', value: `${version}, storage: ${info.stdout.trim()}`, met: true };
};

/** Whether a version such as 4.10.1 is that or newer. */
export const isAtLeast = (version, [major, minor]) => {
	const [ours = 0, oursMinor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
	return ours > major || (ours === major && oursMinor >= minor);
};

const programRow = (need) => {
	const name = titles[need.package] ?? need.package;
	const found = need.isThere();
	if (found) return { name, value: found === true ? 'installed' : found, met: true };
	return { name, value: 'not found', met: false, mend: mendPackage(need.package) };
};

/** How a package gets here. */
export const mendPackage = (name) =>
	isSupported()
		? `Run \`npm start\`, or: ${installCommand([name])}`
		: `Install what the Debian package "${name}" brings`;

/** Without root: where its sockets and mounts live, and whether they outlive its login. */
const userFolderRow = () => {
	const name = 'user’s folder in /run';
	const { systemd } = readHost();
	if (systemd && !lingers())
		return {
			name,
			value: 'gone with the last login',
			met: false,
			mend: `Run: sudo loginctl enable-linger ${userName()}`,
		};
	if (mayUse(runtimeFolder())) return { name, value: runtimeFolder(), met: true };
	const mend = systemd ? 'Log in anew' : `Run, at each boot: sudo ${folderCommand()}`;
	return { name, value: `${runtimeFolder()} is not there`, met: false, mend };
};

/** Without root: the user's own. */
const ownRangesRow = () => {
	const [name, ids] = ['id ranges', ownIds()];
	const value = `${ids} of ${userName()}: enough for ${sandboxesOf(ids)} sandboxes at once`;
	if (ids >= wantedIds) return { name, value, met: true };
	const mend = `For ${sandboxesOf(wantedIds)}, run: sudo ${idsCommand(userName())}; then, with nothing running: podman system migrate`;
	return { name, value, met: ids >= leastIds, mend };
};

const rangesRow = () => {
	if (!isRoot()) return ownRangesRow();
	const name = 'id ranges';
	if (idRanges.done()) return { name, value: containersRange() ?? 'there', met: true };
	const command = 'echo containers:1000000000:1000000000 | sudo tee -a /etc/subuid /etc/subgid';
	return {
		name,
		value: '/etc/subuid or /etc/subgid has no range of the name "containers"',
		met: false,
		mend: `Run \`npm start\`, or where it is missing: ${command}`,
	};
};

const containersRange = () => /^containers:\S+/m.exec(readFileSync('/etc/subuid', 'utf8'))?.[0];

const lastLine = (text) => text.trim().split('\n').at(-1) ?? '';
