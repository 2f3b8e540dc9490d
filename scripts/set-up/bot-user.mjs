import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';

/** The user that the bot runs as where root starts it: as `src/root/bot-user.ts` has it. */
export const botUserName = 'threadsmith';

const words = [
	...['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'],
	...['--shell', '/usr/sbin/nologin', '--comment', 'Threadsmith, the bot', botUserName],
];

/** `{ uid, gid }` of the bot's user, or undefined where there is none. */
export const botUserIn = (passwd) => {
	const row = passwd.split('\n').find((line) => line.startsWith(`${botUserName}:`));
	const [, , uid, gid] = row?.split(':') ?? [];
	return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

export const botUser = {
	name: `user "${botUserName}" for the bot`,
	done: () => botUserIn(readFileSync('/etc/passwd', 'utf8')) !== undefined,
	run: async () => {
		const { code, tail } = await run('useradd', words);
		if (code === 0) return;
		const command = `useradd ${words.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' ')}`;
		throw new SetUpError(`Cannot make the user "${botUserName}"`, { commands: [command], output: tail });
	},
};

/** What the bot reads of the clone. No settings, and nothing of Git. */
const parts = ['package.json', 'src', 'scripts', 'tests', 'node_modules', 'build'];

/** Root's umask may have closed a clone to the bot's user. Looked at where it shows first; what is not there yet is made by root's umask, too. */
export const readableProgram = {
	name: 'program that the bot may read',
	done: () => [projectRoot, ...parts.map((part) => join(projectRoot, part))].filter(existsSync).every(isOpen),
	run: async () => {
		open(projectRoot);
		for (const part of parts) openAll(join(projectRoot, part));
	},
};

const readable = 0o044;
const passable = 0o011;

const bitsOf = (stats) => readable | (stats.isDirectory() || (stats.mode & 0o100) !== 0 ? passable : 0);

const isOpen = (path) => {
	const stats = lstatSync(path);
	const bits = bitsOf(stats) & 0o005;
	return stats.isSymbolicLink() || (stats.mode & bits) === bits;
};

const open = (path) => {
	const stats = lstatSync(path);
	if (!stats.isSymbolicLink() && !isOpen(path)) chmodSync(path, (stats.mode & 0o7777) | bitsOf(stats));
};

const openAll = (path) => {
	if (!existsSync(path)) return;
	open(path);
	if (!lstatSync(path).isDirectory()) return;
	// The bot's own compiled code is nobody else's.
	for (const name of readdirSync(path)) if (name !== 'compile-cache-bot') openAll(join(path, name));
};
