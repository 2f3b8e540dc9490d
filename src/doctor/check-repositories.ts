import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ProblemError } from '../base/errors.ts';
import { formatBytes } from '../base/text/format-bytes.ts';
import type { Config } from '../config/config.ts';
import { findIsolation, type Isolation } from '../git/host/isolation.ts';
import { remarkOn } from '../git/host/known-holes.ts';
import { mirrorsIn } from '../git/host/mirror/make-room.ts';
import { createCredentialFiles } from '../git/repos/credential-files.ts';
import { openSecrets } from '../store/files/secret-files.ts';
import type { Finding } from './finding.ts';

type Settings = Pick<Config, 'home' | 'settings'>;

/** Whether repositories can be worked on: git, the keys for them, and hosts in private networks. `isolationNow`: as `findIsolation`. */
export async function checkRepositories(
	config: Settings,
	isolationNow: () => Promise<Isolation> = findIsolation,
): Promise<readonly Finding[]> {
	const credentials = await checkCredentials(config);
	const git = await checkGit(credentials.length > 0, isolationNow);
	return [git, ...credentials, ...(await checkHosts(config)), ...(await checkMirrors(config))];
}

/** None where nothing was ever fetched. What is in use or keeps commits of ours may take more than all may. */
async function checkMirrors({ home, settings }: Settings): Promise<readonly Finding[]> {
	const mirrors = await mirrorsIn(join(home, 'repos'));
	if (mirrors.length === 0) return [];
	const bytes = mirrors.reduce((sum, one) => sum + one.bytes, 0);
	const most = settings.GIT_MIRRORS_BYTES;
	const value = `${mirrors.length}, ${formatBytes(bytes)} of at most ${formatBytes(most)}`;
	const mend = 'Close repositories that nobody needs (/repo remove), or set GIT_MIRRORS_BYTES to more';
	return [{ name: 'copies of repositories', value, met: bytes <= most, ...(bytes > most && { mend }) }];
}

async function checkGit(isWanted: boolean, isolationNow: () => Promise<Isolation>): Promise<Finding> {
	const name = 'git';
	try {
		const { version, networkWalled } = await isolationNow();
		const wall = networkWalled
			? 'without network where it handles what others wrote'
			: 'this kernel gives it no network of its own: its settings alone keep it from the network';
		const remark = remarkOn(version);
		return { name, value: `${version}, ${wall}${remark === undefined ? '' : `; ${remark}`}`, met: true };
	} catch (error) {
		if (!(error instanceof ProblemError)) throw error;
		// Without repositories nothing is amiss.
		return { name, value: error.message, met: !isWanted, mend: error.mend };
	}
}

/** None where there is no credential. */
async function checkCredentials({ home }: Settings): Promise<readonly Finding[]> {
	const folder = join(home, 'secrets');
	const name = 'credentials';
	const { sound, damaged } = await createCredentialFiles(openSecrets(folder)).all();
	const ids = [...sound.map(({ id }) => id), ...damaged];
	if (ids.length === 0) return [];
	if (damaged.length > 0) {
		const mend = 'threadsmith credentials remove <id>, and add it again';
		return [{ name, value: `damaged and not used: ${damaged.join(', ')}`, met: false, mend }];
	}
	const open = await openTo(folder, ids);
	if (open.length > 0) {
		const value = `others of this machine can get at ${open.join(', ')}`;
		return [{ name, value, met: false, mend: `Run: chmod -R go= ${folder}` }];
	}
	const hosts = [...new Set(sound.map(({ host }) => host))].toSorted();
	return [{ name, value: `${ids.length}, for ${hosts.join(', ')}`, met: true }];
}

/** Those that somebody else than their owner may read or write. */
async function openTo(folder: string, ids: readonly string[]): Promise<readonly string[]> {
	const isOpen = async (path: string) => ((await stat(path)).mode & 0o077) !== 0;
	const found = await Promise.all(ids.map((id) => isOpen(join(folder, `git.${id}.json`))));
	return ids.filter((_id, at) => found[at]);
}

/** Hosts that no public address leads to, and the certificates that they are signed by; none where none are set. */
async function checkHosts({ settings }: Settings): Promise<readonly Finding[]> {
	const { GIT_PRIVATE_HOSTS: hosts, GIT_CA_FILE: file } = settings;
	const named = hosts ? [{ name: 'private hosts', value: hosts.join(', '), met: true }] : [];
	return [...named, ...(file === undefined ? [] : [await checkAuthority(file)])];
}

async function checkAuthority(file: string): Promise<Finding> {
	const name = 'certificates of git';
	const text = await readFile(file, 'utf8').catch((error: unknown) => `${codeOf(error)}`);
	const count = text.match(/^-----BEGIN CERTIFICATE-----/gm)?.length ?? 0;
	if (count > 0) return { name, value: `${count} in "${file}"`, met: true };
	const why = /^E[A-Z]+$/.test(text) ? `cannot be read (${text})` : 'has no certificate in PEM';
	return {
		name,
		value: `"${file}" ${why}`,
		met: false,
		mend: 'Set GIT_CA_FILE to a file of certificates in PEM, which the bot may read',
	};
}
