import { ProblemError } from '../../base/errors.ts';
import { startGit } from './start-git.ts';

/** The words before a git: with and without network. Read back from the kernel: each was tried. */
export interface Isolation {
	/** Without network it cannot reach even this machine. False where the kernel refuses: then only git's own settings keep it from the network. */
	readonly networkWalled: boolean;
	readonly offline: readonly string[];
	readonly online: readonly string[];
	/** As `git version` says it: `2.39.5`. */
	readonly version: string;
}

/** The oldest one whose settings and options all of this is written for. */
const leastVersion = [2, 39];

const bounds = ['prlimit', '--as=4294967296', '--core=0', '--nofile=1024', '--'];
const rights = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--pdeathsig', 'KILL'];
/** Without `CAP_SETPCAP` some versions of setpriv refuse to touch the bounding set; without rights to begin with it matters little. */
const plain = [...bounds, ...rights, '--'];
const rightless = [...bounds, ...rights, '--bounding-set=-all', '--'];

/**
 * A namespace of processes: where this process dies, however that ends, the first of them is killed, and the kernel kills the rest
 * (pid_namespaces(7)). As root, as a plain user (needs user namespaces), and on older versions of unshare. The first that works is taken.
 */
const apart = ['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', '--pid', '--fork', '--kill-child'];
const users = [[], ['--user', '--map-current-user'], ['--user', '--map-root-user']];
const walls = [
	...users.map((user) => [...apart, ...user, '--net', '--']),
	...users.map((user) => ['unshare', ...user, '--net', '--']),
];
const rooms = [...users.map((user) => [...apart, ...user, '--']), []];

const probeEnv = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
const probeMs = 10_000;

/** Finds out what this kernel and user allow. Rejects with `ProblemError` where git cannot be run without rights, or not at all. */
export async function findIsolation(): Promise<Isolation> {
	const online = await firstThat(wordsBehind(rooms), hasNoRights);
	if (online === undefined) throw cannotIsolate();
	const walled = await firstThat(
		wordsBehind(walls),
		async (words) => (await hasNoRights(words)) && (await hasNoNetwork(words)),
	);
	return { networkWalled: walled !== undefined, offline: walled ?? online, online, version: await versionOf(online) };
}

function wordsBehind(before: readonly (readonly string[])[]): string[][] {
	return before.flatMap((words) => [
		[...words, ...rightless],
		[...words, ...plain],
	]);
}

async function firstThat(
	candidates: readonly (readonly string[])[],
	test: (words: readonly string[]) => Promise<boolean>,
): Promise<readonly string[] | undefined> {
	for (const words of candidates) if (await test(words)) return words;
	return undefined;
}

/** proc_pid_status(5). */
async function hasNoRights(words: readonly string[]): Promise<boolean> {
	const status = await outputOf([...words, 'cat', '/proc/self/status']);
	return /^NoNewPrivs:\s*1$/m.test(status) && ['Prm', 'Eff', 'Amb'].every((set) => hasNone(status, set));
}

function hasNone(status: string, set: string): boolean {
	return new RegExp(`^Cap${set}:\\s*0+$`, 'm').test(status);
}

/** Two lines of heading, then one for each interface. */
async function hasNoNetwork(words: readonly string[]): Promise<boolean> {
	const rows = (await outputOf([...words, 'cat', '/proc/self/net/dev'])).trim().split('\n').slice(2);
	return rows.every((row) => row.trim().startsWith('lo:'));
}

async function versionOf(words: readonly string[]): Promise<string> {
	const [, version] = /^git version (\d+\.\d+[\w.-]*)/.exec(await outputOf([...words, 'git', 'version'])) ?? [];
	if (version === undefined) throw new ProblemError('Cannot work with repositories: git is not installed', mend);
	if (isOlder(version))
		throw new ProblemError(
			`Cannot work with repositories: git ${version} is too old, it takes ${least} or newer`,
			mend,
		);
	return version;
}

const least = leastVersion.join('.');
const mend = 'Install it with the system’s package manager: apt install git';

function isOlder(version: string): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [needMajor = 0, needMinor = 0] = leastVersion;
	return major < needMajor || (major === needMajor && minor < needMinor);
}

/** Of a program that ends well; else nothing. */
async function outputOf([command = '', ...args]: readonly string[]): Promise<string> {
	await using running = startGit(command, args, probeEnv);
	const chunks: Buffer[] = [];
	running.child.stdin?.on('error', () => undefined).end();
	running.child.stderr?.resume();
	running.child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
	const timer = setTimeout(() => void running.kill(), probeMs);
	const code = await running.gone.catch(() => -1).finally(() => clearTimeout(timer));
	return code === 0 ? Buffer.concat(chunks).subarray(0, 65_536).toString() : '';
}

function cannotIsolate(): ProblemError {
	return new ProblemError(
		'Cannot work with repositories: programs cannot be run without rights here (setpriv and prlimit of util-linux 2.36 or newer)',
		'Install them with the system’s package manager: apt install util-linux',
	);
}
