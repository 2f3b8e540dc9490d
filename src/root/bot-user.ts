import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '../base/errors.ts';
import { runProgram } from '../sandbox/files/run.ts';

/** The user that the bot runs as where root has started it, by its numbers. */
export interface BotUser {
	readonly name: string;
	readonly uid: number;
	readonly gid: number;
}

/** The name of that user and of its group: as `scripts/set-up/bot-user.mjs` has it. */
export const botUserName = 'threadsmith';

/** Who is in one of these can become root: sudo(8), group(5) of Debian, and the sockets of Docker, Podman, LXD and libvirt. */
const mightyGroups = [
	'root',
	'sudo',
	'wheel',
	'admin',
	'disk',
	'shadow',
	'docker',
	'podman',
	'lxd',
	'incus',
	'libvirt',
	'kmem',
];

/** The texts of the system's lists of users and groups (passwd(5), group(5)). */
export interface Accounts {
	readonly passwd: string;
	readonly group: string;
}

const newUserWords = [
	...['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'],
	...['--shell', '/usr/sbin/nologin', '--comment', 'Threadsmith, the bot', botUserName],
];

/** Another process may be changing the list of users: it is tried again for so long, ms, every so many. */
const patienceMs = 5_000;
const pauseMs = 100;

/**
 * The user of the bot, made where it is missing. Rejects with `ProblemError` where there is none and none can be made, and where it is one
 * that could become root.
 */
export async function botUser(signal: AbortSignal): Promise<BotUser> {
	const user = (await readUser()) ?? (await makeUser(signal));
	const { accounts, ...found } = user;
	const problem = mightOf(found, accounts.group);
	if (problem) throw problem;
	return found;
}

type Read = BotUser & { readonly accounts: Accounts };

async function readUser(): Promise<Read | undefined> {
	const [passwd, group] = await Promise.all(['/etc/passwd', '/etc/group'].map((path) => readFile(path, 'utf8')));
	const accounts = { passwd: passwd ?? '', group: group ?? '' };
	const user = userIn(accounts.passwd, botUserName);
	return user && { ...user, accounts };
}

async function makeUser(signal: AbortSignal): Promise<Read> {
	const until = performance.now() + patienceMs;
	for (;;) {
		const failed = await runProgram('useradd', newUserWords, signal).then(
			({ code, stderr }) => (code === 0 ? undefined : stderr.trim()),
			() => 'there is no program useradd',
		);
		// Also where another process has made it meanwhile.
		const made = await readUser();
		if (made) return made;
		if (failed === undefined || performance.now() > until || !/lock|try again/i.test(failed)) throw cannotMake(failed);
		await delay(pauseMs, undefined, { signal });
	}
}

function cannotMake(why = 'it is not in /etc/passwd'): ProblemError {
	return new ProblemError(
		`Cannot make the user "${botUserName}", as which the bot runs: ${why}`,
		`Run: useradd ${newUserWords.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' ')}`,
	);
}

/** The user of that name in the text of /etc/passwd. Pure. */
export function userIn(passwd: string, name: string): BotUser | undefined {
	const row = passwd.split('\n').find((line) => line.startsWith(`${name}:`));
	const [, , uid = '', gid = ''] = row?.split(':') ?? [];
	return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Why a user is none for the bot: it is root, or in a group by which one becomes root. `group`: the text of /etc/group. Pure. */
export function mightOf({ name, uid, gid }: BotUser, group: string): ProblemError | undefined {
	const rows = group.split('\n').map((line) => line.split(':'));
	const mine = rows.filter(([, , id, members = '']) => Number(id) === gid || members.split(',').includes(name));
	const mighty = mine.map(([of = '']) => of).filter((of) => mightyGroups.includes(of));
	if (uid !== 0 && gid !== 0 && mighty.length === 0) return undefined;
	if (uid === 0 || gid === 0)
		return new ProblemError(
			`Cannot start the bot as "${name}": that is root (${uid}:${gid})`,
			`Give the user numbers of its own, or run: userdel ${name}; the next start makes it anew`,
		);
	return new ProblemError(
		`Cannot start the bot as "${name}": it is in the group ${mighty.join(', ')}, whose members can become root`,
		`Run: ${mighty.map((one) => `gpasswd --delete ${name} ${one}`).join('; ')}`,
	);
}
