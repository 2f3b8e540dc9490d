import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';

const launcher = join(import.meta.dirname, '../../threadsmith');

/** The product as root starts it, in a folder that is closed to all others, where it waits for a message. */
async function startIn(folder: string, url: string) {
	const env = {
		PATH: process.env['PATH'],
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: url,
		BRAIN_MODEL: 'a',
	};
	const child = spawn(launcher, ['--quiet'], { cwd: folder, env, stdio: ['pipe', 'ignore', 'inherit'] });
	const exited = once(child, 'exit');
	const bot = Number(await waitFor(() => textOf(join(folder, 'home/lock.pid')), 'the bot to run'));
	return { child, bot, exited, isGone: () => !existsSync(`/proc/${bot}`) || /^State:\s+Z/m.test(statusOf(bot)) };
}

function textOf(path: string): string | undefined {
	return existsSync(path) ? readFileSync(path, 'utf8') || undefined : undefined;
}

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');

describe.skipIf(process.getuid?.() !== 0)('threadsmith, started by root', () => {
	it('runs the bot as a user of its own, without any right, and never without root’s process', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({ brain: [] });
		const { child, bot, exited, isGone } = await startIn(dir.path, server.url);
		const status = statusOf(bot);
		const { uid } = lstatSync(join(dir.path, 'home'));
		expect(uid).not.toBe(0);
		expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'));
		for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
			expect(status).toMatch(new RegExp(`^${set}:\\t0+$`, 'm'));
		expect(status).toMatch(/^NoNewPrivs:\t1$/m);
		expect(status).toMatch(/^Groups:\s*$/m);
		expect(lstatSync(join(dir.path, 'home/lock.db')).uid).toBe(uid);
		child.kill('SIGKILL');
		await exited;
		await waitFor(isGone, 'the bot to go with it');
	});

	it('leaves when the bot is killed, and tells so by its code', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({ brain: [] });
		const { bot, exited } = await startIn(dir.path, server.url);
		process.kill(bot, 'SIGKILL');
		expect((await exited)[0]).toBe(137);
	});
});
