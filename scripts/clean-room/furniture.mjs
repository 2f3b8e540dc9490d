import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { projectRoot } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { caBundle } from '../set-up/mirrors.mjs';

/** Where the clone lies, seen from inside. */
export const cloneFolder = '/srv/threadsmith';

/** Files that tell a machine where its network, its registries and its mirrors are. */
const hostConfiguration = ['/etc/resolv.conf', '/etc/hosts', '/etc/npmrc', '/etc/pip.conf'];

/** Puts into a bare root what a machine in this place has: the network's configuration, and a clone of this repository. */
export const furnish = async (root, { worktree }) => {
	const files = [...hostConfiguration, ...homeFiles(), await globalNpmrc(), caBundle()];
	for (const file of new Set(files)) if (file && existsSync(file)) put(file, `${root}${file}`);
	const home = homeFiles().filter(existsSync);
	for (const file of home) put(file, file.replace(homedir(), `${root}/root`));
	await (worktree ? copyWorkTree(`${root}${cloneFolder}`) : clone(`${root}${cloneFolder}`));
};

const homeFiles = () => ['.npmrc', '.config/pip/pip.conf', '.pip/pip.conf'].map((file) => `${homedir()}/${file}`);

const globalNpmrc = async () => (await run('npm', ['config', 'get', 'globalconfig'])).stdout.trim();

const put = (from, to) => {
	mkdirSync(dirname(to), { recursive: true });
	copyFileSync(from, to);
};

const clone = async (target) => {
	const { code, tail } = await run('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, target]);
	if (code !== 0) throw new Error(`Cannot clone the repository: ${tail}`);
};

/** The files that git knows or would add, and a repository round them. */
const copyWorkTree = async (target) => {
	const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: projectRoot,
	});
	for (const path of stdout.split('\0').filter((path) => path && existsSync(`${projectRoot}/${path}`))) {
		cpSync(`${projectRoot}/${path}`, `${target}/${path}`, { recursive: true });
	}
	await run('git', ['init', '--quiet', '--initial-branch=main', target]);
};
