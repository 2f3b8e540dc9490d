import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps what only root runs; not on everyone's PATH. */
const systemPaths = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin', '/bin'];

const capSysResource = 24n;

/** Limits of containers where the service may not raise them itself; never above this process's own hard limits. */
const wantedUlimits = { nofile: 1024, nproc: 1000 };

/** The distribution from /etc/os-release: `{ id, version, codename, name }`; `id` is the platform's name elsewhere. */
export const distribution = () => {
	const fields = parseOsRelease(readOr('/etc/os-release', ''));
	return {
		id: fields.ID ?? process.platform,
		version: fields.VERSION_ID ?? '',
		codename: fields.VERSION_CODENAME ?? '',
		name: fields.PRETTY_NAME ?? process.platform,
	};
};

export const parseOsRelease = (text) =>
	Object.fromEntries([...text.matchAll(/^(\w+)=(['"]?)(.*)\2$/gm)].map(([, name, , value]) => [name, value]));

export const isRoot = () => process.getuid?.() === 0;

/** The path of a program, also of those that only root usually has on the PATH; undefined when there is none. */
export const which = (program) => {
	const folders = [...(process.env.PATH ?? '').split(delimiter), ...systemPaths];
	return folders.map((folder) => join(folder, program)).find(isExecutable);
};

/** Whether this process may run the file at a path. */
export const isExecutable = (path) => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
};

/**
 * The facts that Podman's own choices depend on, read from the running system: whether cgroups are the unified kind, whether
 * systemd runs it, whether limits can be raised, and the hard limits of this process.
 */
export const readHost = () => ({
	unifiedCgroups: existsSync('/sys/fs/cgroup/cgroup.controllers'),
	systemd: existsSync('/run/systemd/system'),
	mayRaiseLimits: hasCapability(readOr('/proc/self/status', ''), capSysResource),
	hardLimits: parseHardLimits(readOr('/proc/self/limits', '')),
	crun: which('crun') !== undefined,
});

/** Whether `/proc/<pid>/status` shows the capability as effective. */
export const hasCapability = (status, capability) => {
	const mask = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
	return ((mask >> capability) & 1n) === 1n;
};

/** The hard limits in `/proc/<pid>/limits` that matter here; `unlimited` is Infinity. */
export const parseHardLimits = (limits) => {
	const hard = (title) => {
		const value = new RegExp(`^${title}\\s+\\S+\\s+(\\S+)`, 'm').exec(limits)?.[1];
		return value === undefined || value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value);
	};
	return { nofile: hard('Max open files'), nproc: hard('Max processes') };
};

/**
 * The containers.conf that Podman needs on this host, or undefined where its defaults work.
 *
 * crun refuses hybrid cgroups; without systemd there is no systemd cgroup manager and no journal to log events to;
 * without CAP_SYS_RESOURCE Podman's default limits are above what may be set, and every container fails to start.
 */
export const containersConf = ({ unifiedCgroups, systemd, mayRaiseLimits, hardLimits, crun }) => {
	const containers = mayRaiseLimits ? [] : [`default_ulimits = [${ulimits(hardLimits)}]`];
	const engine = [
		...(unifiedCgroups && crun ? [] : ['runtime = "runc"']),
		...(systemd ? [] : ['cgroup_manager = "cgroupfs"', 'events_logger = "file"']),
	];
	if (containers.length + engine.length === 0) return undefined;
	return ['[containers]', ...containers, '[engine]', ...engine, ''].join('\n');
};

const ulimits = (hardLimits) =>
	Object.entries(wantedUlimits)
		.map(([name, wanted]) => [name, Math.min(wanted, hardLimits[name])])
		.map(([name, value]) => `"${name}=${value}:${value}"`)
		.join(',');

const readOr = (path, fallback) => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return fallback;
	}
};
