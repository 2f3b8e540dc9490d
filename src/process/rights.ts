import { access, constants, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { ProblemError } from '../base/errors.ts';

/** By its number in linux/capability.h. */
const capSysAdmin = 21n;

/** The fewest sub-ids that sandboxes can be had of, each with 4,096: what a user is given by useradd(8). */
export const leastSubIds = 65_536;

/** Rejects with `ProblemError` where sandboxes cannot be made: that is said at the start, not at the first command. */
export async function needRights(): Promise<void> {
	const user = process.geteuid?.() ?? 0;
	const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);
	const [status, ...lists] = await Promise.all(['/proc/self/status', '/etc/subuid', '/etc/subgid'].map(read));
	const names = [String(user), nameOf(user)];
	const counts = lists.map((text) => subIdsIn(text ?? '', names));
	const problem =
		user === 0 ? rootProblem(status) : userProblem(user, Math.min(...counts), await mayUse(`/run/user/${user}`));
	if (problem) throw problem;
}

function mayUse(folder: string): Promise<boolean> {
	return access(folder, constants.W_OK).then(
		() => true,
		() => false,
	);
}

function nameOf(user: number): string {
	try {
		return userInfo().username;
	} catch {
		return String(user);
	}
}

/** How many ids the text of `/etc/subuid` or `/etc/subgid` sets aside for somebody of these names (subuid(5)). Pure. */
export function subIdsIn(text: string, names: readonly string[]): number {
	const rows = text.split('\n').map((line) => line.trim().split(':'));
	const counts = rows.filter(([name = '']) => names.includes(name)).map(([, , count]) => Number(count) || 0);
	return counts.reduce((sum, count) => sum + count, 0);
}

/** Without root, sandboxes need ids that are set aside for this user, and its folder for what lives until the next boot. Pure. */
export function userProblem(user: number, subIds: number, hasFolder: boolean): ProblemError | undefined {
	if (subIds >= leastSubIds && hasFolder) return undefined;
	if (subIds >= leastSubIds)
		return new ProblemError(
			`Cannot start as user ${user}: its folder /run/user/${user} is not there`,
			'Run: loginctl enable-linger; without systemd, `npm start` prints the command that root runs',
		);
	return new ProblemError(
		`Cannot start as user ${user}: ${subIds} ids are set aside for its sandboxes in /etc/subuid and /etc/subgid, at least ${leastSubIds} are needed`,
		'Run `npm start`, which prints the command that root runs once, or start it with sudo: sudo npm start',
	);
}

/** `status` is what stands in /proc/self/status; undefined: it cannot be read, and nothing is said against it. Pure. */
export function rootProblem(status: string | undefined): ProblemError | undefined {
	const mask = /^CapEff:\s*([0-9a-f]+)/m.exec(status ?? '')?.[1];
	if (mask === undefined || ((BigInt(`0x${mask}`) >> capSysAdmin) & 1n) === 1n) return undefined;
	return new ProblemError(
		'Cannot start without the capability CAP_SYS_ADMIN: the disks of sandboxes cannot be mounted, as in a container that may not mount',
		'Start it on the host itself, or start the container with --privileged',
	);
}
