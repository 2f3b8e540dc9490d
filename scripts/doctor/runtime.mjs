import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isRoot, readHost, which } from '../base/host.mjs';
import { readJson, setting } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { imageRecord } from '../set-up/image-tag.mjs';
import { hasImage, podman } from '../set-up/podman.mjs';
import { mendPackage } from './installed.mjs';

/** In the order in which the service tries them: the strongest first. */
const knownRuntimes = ['runsc', 'crun', 'runc'];

/** What each is started with, as the service does (src/sandbox/podman/own-kernel/runsc.sh). */
const ownWords = { runsc: ['--network=none', '--oci-seccomp'] };

const trialMs = 5000;
/** Podman copies an image when the first container with other ids is made of it (ms). */
const rootlessMs = 60_000;
/** A virtual machine that does not run may take this long to say so (ms). */
const guestMs = 40_000;

const trialLimits = { memory: 64 * 2 ** 20, quota: 50_000, period: 100_000, pids: 64 };

/** How each limit shows in a container's own control groups, of either version. */
const shownNames = {
	memory: new RegExp(`^memory\\.(limit_in_bytes|max) ${trialLimits.memory}$`, 'm'),
	CPU: new RegExp(`^cpu\\.(cfs_quota_us ${trialLimits.quota}|max ${trialLimits.quota} ${trialLimits.period})$`, 'm'),
	processes: new RegExp(`^pids\\.max ${trialLimits.pids}$`, 'm'),
};

/** Which runtime works here, by a small container of each, and whether it was held to its limits. */
export const runtimeRows = async () => {
	const trials = isRoot()
		? await Promise.all(
				candidates()
					.filter(which)
					.map((name) => tryRuntime(name)),
			)
		: [];
	const works = trials.find(({ failed }) => failed === undefined);
	// A kernel of its own shows what limits it has on the host alone
	const seen = trials.find(({ name, failed }) => failed === undefined && name !== 'runsc');
	const limits = isRoot() ? limitsRow(seen, works) : await ownLimitsRow();
	const runtime = isRoot() ? runtimeRow(trials, works) : await rootlessRow();
	return [cgroupRow(), runtime, limits, ...(await krunRows())];
};

/**
 * A virtual machine is tried wherever krun is installed: `/dev/kvm` alone says little, as it is also there where the processor does not
 * virtualise (kvm-pvm), and a guest's kernel dies after half a minute.
 */
export const krunRows = async () => {
	const isAsked = setting('SANDBOX_RUNTIME') === 'krun';
	const isThere = which('krun') !== undefined;
	if (!isAsked && !isThere) return [];
	const name = 'virtual machines';
	const seen =
		isThere && isRoot()
			? await krunText()
			: `no guest of krun was tried: ${isThere ? 'that needs root' : 'it is not installed'}`;
	const value = `${seen}; krun is unproved until somebody has run the attacks in it, and is not used`;
	return [{ name, value, runtime: 'krun', ...(isAsked && { met: false, mend: 'Set SANDBOX_RUNTIME=auto, or runsc' }) }];
};

const krunText = async () => {
	const { failed } = await tryRuntime('krun', guestMs);
	return failed === undefined ? 'a guest of krun ran' : `no guest of krun ran: ${failed}`;
};

const candidates = () => {
	const choice = setting('SANDBOX_RUNTIME');
	return knownRuntimes.filter((name) => !knownRuntimes.includes(choice) || name === choice);
};

const cgroupRow = () => {
	const { unifiedCgroups, systemd } = readHost();
	const name = 'control groups';
	if (!existsSync('/sys/fs/cgroup') || !existsSync('/proc/self/cgroup'))
		return { name, value: 'not there', met: false, mend: 'Mount the cgroup file system at /sys/fs/cgroup' };
	return { name, value: `${unifiedCgroups ? 'v2' : 'v1'}, managed by ${systemd ? 'systemd' : 'us'}`, met: true };
};

const runtimeRow = (trials, works) => {
	const installed = candidates().filter(which);
	if (installed.length === 0) return notFound();
	// Those behind the one that is taken say nothing of it
	const tried = works === undefined ? trials : trials.slice(0, trials.indexOf(works));
	const failures = tried.map(({ name, failed }) => `${name}: ${failed}`);
	if (works === undefined)
		return { name, value: `none works: ${failures.join('; ')}`, met: false, mend: mendRuntime(installed) };
	const rest = failures.length > 0 ? ` (it is taken because of ${failures.join('; ')})` : '';
	return { name, value: `${works.version} works${rest}`, met: true, runtime: works.name };
};

const name = 'container runtime';

const notFound = () => {
	const value = `${candidates().join(' and ')}: not found`;
	return { name, value, met: false, mend: mendPackage(candidates().at(-1)) };
};

/** Without root, gVisor is not used, nor crun on groups of the first version (src/sandbox/podman/service/runtimes.ts). */
const rootlessRow = async () => {
	const installed = candidates().filter(which);
	if (installed.length === 0) return notFound();
	const [taken] = installed.filter((one) => one === 'runc' || (one === 'crun' && readHost().unifiedCgroups));
	if (taken === undefined) {
		const isAsked = setting('SANDBOX_RUNTIME') === installed[0];
		const mend = isAsked ? 'Set SANDBOX_RUNTIME=auto, or run as root' : mendPackage('runc');
		return { name, value: `${installed.join(' and ')}: not used without root here`, met: false, mend };
	}
	return await tryRootless(taken);
};

/** By a container of the sandbox image: of nothing less are this user's ids sure to be enough. */
const tryRootless = async (taken) => {
	const tag = readJson(imageRecord)?.tag;
	if (tag === undefined || !(await hasImage(tag)))
		return { name, value: `${taken}: not tried, as there is no sandbox image yet` };
	const words = ['run', '--rm', '--userns=auto:size=4096', '--network=none', '--pull=never', tag, 'true'];
	const within = AbortSignal.timeout(rootlessMs);
	const { code, tail } = await podman(['--runtime', taken, ...words], { signal: within });
	if (code === 0) return { name, value: `${taken} works: a container of the sandbox image ran`, met: true };
	const why = within.aborted ? `it took longer than ${rootlessMs / 1000} s` : tail.split('\n').at(-1);
	return { name, value: `${taken}: no container ran: ${why}`, met: false, mend: mendRuntime([taken]) };
};

const mendRuntime = (installed) => {
	if (candidates().length === 1 && !installed.includes('runc'))
		return 'Mend what it says, or set SANDBOX_RUNTIME=auto, which takes one that works';
	return installed.includes('runc')
		? 'Mend what it says; in a container, start that with --privileged'
		: mendPackage('runc');
};

const limitsRow = (works, other) => {
	const name = 'limits';
	if (works === undefined && other !== undefined)
		return { name, value: `not checked: those of ${other.name} are read back at each start of a sandbox` };
	if (works === undefined) return { name, value: 'not checked: no runtime was seen to work' };
	const lacking = Object.keys(shownNames).filter((limit) => !shownNames[limit].test(works.stdout));
	const row = { name, runtime: works.name };
	if (lacking.length === 0) return { ...row, value: 'memory, CPU and processes can be limited', met: true };
	return {
		...row,
		value: `cannot be set for: ${lacking.join(', ')}`,
		met: false,
		mend: 'Give us the control groups of these: on the kernel command line (cgroup_enable=memory), or by --privileged',
	};
};

/** Without root, what is held is what the user's systemd is handed; read back at each start. */
const ownLimitsRow = async () => {
	const name = 'limits';
	const { unifiedCgroups } = readHost();
	const handed = unifiedCgroups ? (await podman(['info', '--format', '{{.Host.CgroupControllers}}'])).stdout : '';
	const lacking = Object.entries(controllers).filter(([, controller]) => !handed.includes(controller));
	if (lacking.length === 0) return { name, value: 'memory, CPU and processes can be limited', met: true };
	const value = `cannot be held without root${unifiedCgroups ? '' : ' on control groups of the first version'}: ${lacking.map(([limit]) => limit).join(', ')}`;
	if (setting('SANDBOX_ACCEPT') === 'unenforced-limits')
		return { name, value: `${value}; accepted by SANDBOX_ACCEPT=unenforced-limits`, met: true };
	const mend = unifiedCgroups
		? 'Run: printf "[Service]\\nDelegate=cpu memory pids\\n" | sudo install -D /dev/stdin /etc/systemd/system/user@.service.d/delegate.conf; then log in anew'
		: 'Boot with systemd.unified_cgroup_hierarchy=1';
	return { name, value, met: false, mend: `${mend}; or run as root; or accept it: SANDBOX_ACCEPT=unenforced-limits` };
};

const controllers = { memory: 'memory', CPU: 'cpu', processes: 'pids' };

/** Runs a shell from the host's own files, read-only and with limits, which tells the limits that it sees. */
const tryRuntime = async (name, withinMs = trialMs) => {
	const id = `threadsmith-doctor-${randomUUID().slice(0, 8)}`;
	const bundle = mkdtempSync(`${tmpdir()}/threadsmith-doctor-`);
	const { systemd } = readHost();
	const words = [...(ownWords[name] ?? []), ...(systemd ? ['--systemd-cgroup'] : []), 'run', '--bundle', bundle, id];
	try {
		mkdirSync(`${bundle}/root`);
		writeFileSync(`${bundle}/config.json`, JSON.stringify(trialSpec(id, systemd)));
		const result = await run(which(name), words, { signal: AbortSignal.timeout(withinMs) });
		if (result.code === 0) return { name, stdout: result.stdout, version: await versionOf(name) };
		await run(which(name), ['delete', '--force', id]);
		return { name, failed: reasonOf(result) };
	} finally {
		rmSync(bundle, { recursive: true, force: true });
	}
};

/** The runtimes write log lines of their own make; only the sentence is for people. */
const reasonOf = ({ code, tail }) => {
	const last = tail.split('\n').at(-1);
	return /msg="(.*)"$/.exec(last)?.[1] ?? (last || `ended with ${code}`);
};

const versionOf = async (name) => {
	const { stdout } = await run(which(name), ['--version']);
	return `${name} ${/\d+\.\d+[\w.+~-]*/.exec(stdout)?.[0] ?? ''}`.trim();
};

/** Inside a container that sees only its part of the tree, a path's first folders are not there. */
const tellLimits = `
tell() {
	for file in memory.limit_in_bytes memory.max cpu.cfs_quota_us cpu.max pids.max; do
		if [ -r "$1/$file" ] && read -r value <"$1/$file"; then echo "$file $value"; fi
	done
}
while IFS=: read -r number controllers path; do
	while [ "$path" ]; do
		tell "/sys/fs/cgroup/$controllers$path"
		tell "/sys/fs/cgroup$path"
		tell "/sys/fs/cgroup\${path%/*}"
		case "$path" in /*/*) path="/\${path#/*/}" ;; *) path= ;; esac
	done
done </proc/self/cgroup`;

/** The folders that a shell needs, and where limits show. The host's root itself cannot be a container's: pivot_root refuses it. */
const shellFolders = ['/bin', '/lib', '/lib64', '/usr', '/sys'];

const readOnly = (folder) => ({ destination: folder, type: 'bind', source: folder, options: ['rbind', 'ro'] });

/** https://github.com/opencontainers/runtime-spec/blob/main/config.md */
const trialSpec = (id, systemd) => ({
	ociVersion: '1.0.2',
	process: { user: { uid: 0, gid: 0 }, args: ['/bin/sh', '-c', tellLimits], cwd: '/', noNewPrivileges: true },
	root: { path: 'root', readonly: true },
	mounts: [{ destination: '/proc', type: 'proc', source: 'proc' }, ...shellFolders.filter(existsSync).map(readOnly)],
	linux: {
		namespaces: ['pid', 'mount', 'ipc', 'uts', 'network'].map((type) => ({ type })),
		resources: {
			memory: { limit: trialLimits.memory },
			cpu: { quota: trialLimits.quota, period: trialLimits.period },
			pids: { limit: trialLimits.pids },
		},
		cgroupsPath: systemd ? `system.slice:threadsmith:${id}` : `/threadsmith/${id}`,
	},
});
