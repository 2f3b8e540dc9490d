import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type BotUser, botUser } from '../../../src/root/bot-user.ts';
import { viewWords } from '../../../src/root/ground/view.ts';
import { startBot } from '../../../src/root/start-bot.ts';
import type { Try } from '../attack.ts';

/** All that code in the bot's process is told of what it attacks. */
export interface BotGround {
	/** A folder that root alone may pass, in which the bot's own are shown. */
	readonly closed: string;
	/** The program's folder in it: root's, with `.env`, compiled code and a setuid program. */
	readonly program: string;
	/** A folder that is the bot's. */
	readonly own: string;
	/** The process of root's that started it. */
	readonly helper: number;
	/** A socket where root keeps Podman's, and the slots of another data folder. */
	readonly socket: string;
	readonly slots: string;
}

/** By the names of rows. */
export type BotTries = Readonly<Record<string, Try>>;

const child = join(import.meta.dirname, '..', '..', 'parts', 'bot-attack-child.ts');
const clone = join(import.meta.dirname, '..', '..', '..');
const root = { name: 'root', uid: 0, gid: 0 };

/**
 * The tries of code in the bot's process, and of the same code in a process that kept root, each on ground of its own. Rejects where one of both could not
 * be made.
 */
export async function tryInBot(
	signal: AbortSignal,
): Promise<{ readonly attack: BotTries; readonly control: BotTries }> {
	const user = await botUser(signal);
	return { attack: await onGround(user, asBot), control: await onGround(root, asRoot) };
}

async function onGround(user: BotUser, run: (ground: BotGround, user: BotUser) => Promise<string>): Promise<BotTries> {
	const closed = await mkdtemp(join(tmpdir(), 'threadsmith-closed-'));
	const state = await mkdtemp(join(tmpdir(), 'threadsmith-state-'));
	const server = createServer((socket) => socket.end());
	try {
		const ground = await prepare(closed, state, user);
		await new Promise<void>((resolve) => server.listen(ground.socket, resolve));
		return JSON.parse(await run(ground, user));
	} finally {
		server.close();
		for (const folder of [closed, state]) await rm(folder, { recursive: true, force: true });
	}
}

async function prepare(closed: string, state: string, user: BotUser): Promise<BotGround> {
	const [program, own, slots] = [join(closed, 'program'), join(closed, 'home'), join(state, 'slots')];
	for (const folder of ['src', 'node_modules', 'build/compile-cache'])
		await mkdir(join(program, folder), { recursive: true });
	await writeFile(join(program, 'src/main.ts'), '');
	await writeFile(join(program, '.env'), 'OPENAI_API_KEY=secret', { mode: 0o600 });
	await writeFile(join(closed, 'secret'), 'a secret', { mode: 0o644 });
	await copyFile('/usr/bin/id', join(program, 'rooted-id'));
	await chmod(join(program, 'rooted-id'), 0o4755);
	await mkdir(own, { mode: 0o700 });
	await writeFile(join(own, 'mine'), '');
	for (const path of [own, join(own, 'mine')]) await chown(path, user.uid, user.gid);
	await mkdir(slots);
	return { closed, program, own, helper: process.pid, socket: join(state, 'podman.sock'), slots };
}

/** As `runAsRoot` starts it, but for the program that it runs. */
async function asBot(ground: BotGround, user: BotUser): Promise<string> {
	const read = (path: string) => ({ path, kind: 'folder', rights: 'read' }) as const;
	const shown = [read(clone), read(ground.program), { ...read(ground.own), rights: 'write' } as const];
	const view = await viewWords({ shown, cwd: ground.closed }, user);
	const bot = startBot({
		user,
		view,
		program: child,
		args: [JSON.stringify(ground)],
		env: {},
		prints: 'to output',
	});
	const said = bot.output && text(bot.output);
	await bot.gone;
	for (const line of [bot.line, bot.desk]) line.destroy();
	return (await said) ?? '{}';
}

/** Mounts and names are its own; so are processes, and the helper that it traces is a sleeping one. */
async function asRoot(ground: BotGround): Promise<string> {
	const victim = spawn('sleep', ['60'], { stdio: 'ignore' });
	try {
		const given = JSON.stringify({ ...ground, helper: victim.pid });
		const words = [
			'--mount',
			'--uts',
			'--ipc',
			'--propagation',
			'private',
			process.execPath,
			...process.execArgv,
			child,
			given,
		];
		const undivided = spawn('unshare', words, { cwd: ground.closed, stdio: ['ignore', 'pipe', 'inherit'] });
		const said = text(undivided.stdout);
		await once(undivided, 'exit');
		return await said;
	} finally {
		victim.kill('SIGKILL');
	}
}

const terminalChild = join(import.meta.dirname, '..', '..', 'parts', 'terminal-attack-child.ts');

/** The same word put into a terminal's input by a process that was started as the bot is, and by one that a shell starts as another user. */
export async function typeInTerminal(): Promise<{ readonly attack: Try; readonly control: Try }> {
	return { attack: await typed('bot'), control: await typed('loose') };
}

async function typed(how: 'bot' | 'loose'): Promise<Try> {
	const words = [process.execPath, ...process.execArgv, terminalChild, how].map((word) => `'${word}'`).join(' ');
	const { stdout } = await promisify(execFile)('script', ['-qfec', words, '/dev/null']);
	const sign = /result: ([^\r\n]*)/.exec(stdout)?.[1] ?? '';
	return { got: sign === 'typed', sign };
}
