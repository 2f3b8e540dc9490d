import { existsSync } from 'node:fs';
import { distribution, isRoot, which } from '../base/host.mjs';
import { SetUpError } from '../base/step.mjs';
import { hasUserOverlay } from '../base/user.mjs';
import { runAsRoot } from './privileged.mjs';

/** Where Podman's seccomp profile may be: an administrator's own first. */
const seccompProfiles = [
	'/etc/containers/seccomp.json',
	'/usr/share/containers/seccomp.json',
	'/usr/share/containers-common/seccomp.json',
];

const seccompProfile = () => seccompProfiles.find(existsSync);

/** The service's needs of the system: how we see that each is there, and the package that brings it. */
export const neededPackages = [
	{ package: 'podman', isThere: () => which('podman') },
	{ package: 'runc', isThere: () => which('runc') },
	{ package: 'catatonit', isThere: () => which('catatonit') ?? existsSync('/usr/libexec/podman/catatonit') },
	{ package: 'uidmap', isThere: () => which('newuidmap') },
	{ package: 'e2fsprogs', isThere: () => which('mkfs.ext4') && which('e2fsck') },
	{ package: 'mount', isThere: () => which('losetup') },
	{ package: 'procps', isThere: () => which('ps') },
	{ package: 'util-linux', isThere: () => which('setpriv') },
	{ package: 'golang-github-containers-common', isThere: seccompProfile },
	// Without root there are no loop devices.
	...(isRoot() ? [] : [{ package: 'fuse2fs', isThere: () => which('fuse2fs') }]),
	...(isRoot() || hasUserOverlay() ? [] : [{ package: 'fuse-overlayfs', isThere: () => which('fuse-overlayfs') }]),
];

/** What repositories take: without them all else works, so that they hold nobody up. */
export const wantedPackages = [
	{ package: 'git', isThere: () => which('git') },
	{ package: 'openssh-client', isThere: () => which('ssh') },
];

/** Systems whose package manager we drive. Others are told what is missing. */
const supportedSystems = ['debian 12', 'debian 13', 'ubuntu 24.04'];

/** Whether this set-up can install packages here. */
export const isSupported = () => {
	const { id, version } = distribution();
	return supportedSystems.includes(`${id} ${version}`);
};

/** The command by which a person installs packages by hand. */
export const installCommand = (packages) => `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** The packages of {@link neededPackages} that are not there. */
export const missingPackages = () => missingOf(neededPackages);

const missingOf = (packages) => packages.filter((one) => !one.isThere()).map((one) => one.package);

export const systemPackages = {
	name: 'system packages',
	done: () => missingPackages().length === 0 && (missingOf(wantedPackages).length === 0 || !isSupported()),
	run: async (progress) => {
		const [missing, wanted] = [missingPackages(), missingOf(wantedPackages)];
		if (missing.length > 0) {
			await aptInstall([...missing, ...wanted], progress);
			return [...missing, ...wanted].join(' ');
		}
		try {
			await aptInstall(wanted, progress);
			return wanted.join(' ');
		} catch {
			return `without ${wanted.join(' and ')}, which repositories take: ${installCommand(wanted)}`;
		}
	},
};

/**
 * Installs packages through apt on a supported system. Rejects with a {@link SetUpError} that names the command to run
 * by hand, on other systems with one that names what is missing.
 */
export const aptInstall = async (packages, progress) => {
	if (!isSupported()) throw unknownSystem(distribution().name, packages);
	const command = installCommand(packages);
	const asRoot = (words) => runAsRoot(words, command, { env: { DEBIAN_FRONTEND: 'noninteractive' }, onLine: progress });
	// An installation that was cut off leaves dpkg half-way; that is finished first.
	await asRoot(['dpkg', '--configure', '-a']);
	// Lists that are old but there may do, and someone else's broken source must not stop us: only the installation counts.
	const update = await asRoot(['apt-get', 'update', '-q']);
	const install = await asRoot([...aptInstallWords, ...packages]);
	if (install.code === 0) return;
	throw new SetUpError(`Cannot install ${packages.join(', ')}: apt-get failed`, {
		commands: ['sudo apt-get update', command],
		output: update.code === 0 ? install.tail : `${update.tail}\n${install.tail}`,
	});
};

const aptInstallWords = ['apt-get', 'install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];

const unknownSystem = (name, packages) =>
	new SetUpError(
		`Cannot install packages on ${name}: this set-up knows Debian 12 and 13 and Ubuntu 24.04. ` +
			`Install what these Debian packages bring: ${packages.join(', ')}`,
		{ commands: ['./threadsmith doctor'] },
	);
