import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/demo/model-server/model-server.ts';
import { noSmallDisk } from './store/small-disk.ts';
import { botOnSlack, saidIn } from './support/bot-on-slack.ts';
import { startFakeSlack } from './support/fake-slack/fake-slack.ts';
import type { FakeSlackOptions } from './support/fake-slack/options.ts';
import { type Running, startBot } from './support/installed-bot.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

const run = promisify(execFile);

describe('the installed bot that loses its home while it runs', { timeout: 120_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)('goes on in its threads from the journals when store.db was deleted under it', async () => {
		await using stage = await startStage();
		await using dir = await tempDir();
		const home = join(dir.path, 'home');
		const thread = await (async () => {
			await using bot = await stage.start(home);
			const { threadTs } = await stage.ask('the first question');
			await shown(home, 1);
			for (const name of await readdir(home)) if (name.startsWith('store.db')) await rm(join(home, name));
			await stage.ask('the second question', threadTs);
			await shown(home, 2);
			expect(await bot.kill('SIGTERM')).toBe(0);
			return threadTs;
		})();
		await using bot = await stage.start(home);
		await stage.ask('the third question', thread);
		await shown(home, 3);
		expect(stage.said(thread).match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3']);
		expect(stage.lastRequest()).toMatch(/the first question.*answer 1.*the second question.*answer 2/s);
		expect(await bot.kill('SIGTERM')).toBe(0);
	});

	it.skipIf(podman.missing || noSmallDisk)(
		'lives, tells and leaves when the disk turns read-only, and goes on when it was mounted anew',
		async () => {
			await using stage = await startStage({ retryMs: [] });
			await using disk = await fragileDisk();
			const home = join(disk.path, 'home');
			const thread = await (async () => {
				await using bot = await stage.start(home);
				const { threadTs } = await stage.ask('the first question');
				await shown(home, 1);
				await disk.fail();
				// It is not acknowledged, and this Slack delivers nothing again.
				void stage.ask('the second question', threadTs);
				await waitFor(() => /disk|read-only/.test(stage.said(threadTs)), 'the sentence', 30_000);
				expect(stage.said(threadTs)).not.toContain(disk.path);
				expect(await bot.kill('SIGTERM')).toBe(0);
				expect(bot.out()).not.toMatch(/closed in time|unlink/);
				expect(stage.said(threadTs)).toContain('please say it again');
				return threadTs;
			})();
			await disk.mend();
			await using bot = await stage.start(home);
			await stage.ask('the third question', thread);
			await shown(home, 2);
			expect(stage.said(thread).match(/answer \d/g)).toEqual(['answer 1', 'answer 2']);
			expect(stage.lastRequest()).toMatch(/the first question.*answer 1.*the third question/s);
			expect(await bot.kill('SIGTERM')).toBe(0);
		},
		180_000,
	);
});

/** Waits until so many turns of the one session have ended and been shown. */
async function shown(home: string, turns: number): Promise<void> {
	const sessions = join(home, 'sessions');
	await waitFor(
		async () => {
			const [session = ''] = await readdir(sessions).catch(() => []);
			const journal = await readFile(join(sessions, session, 'state', 'journal.jsonl'), 'utf8').catch(() => '');
			return journal.match(/"type":"shown"/g)?.length === turns;
		},
		`${turns} shown turns`,
		30_000,
	);
}

/** A Slack and a model that counts its answers, with the bot's settings for both. */
async function startStage(options: FakeSlackOptions = {}) {
	const slack = await startFakeSlack(options);
	let calls = 0;
	const brain = () => {
		calls += 1;
		return { text: `answer ${calls}` };
	};
	const server = await startModelServer({ brain, coder: [], summarizer: [] });
	return {
		said: (thread: string) => saidIn(slack, thread),
		ask: (text: string, threadTs?: string) =>
			slack.as('U1').mention('C1', text, threadTs === undefined ? {} : { threadTs }),
		lastRequest: () => JSON.stringify(server.requests.at(-1)),
		async start(home: string): Promise<Running> {
			const bot = startBot(botOnSlack(home, server, slack));
			await waitFor(() => bot.out().includes('Listening'), 'the bot', 30_000);
			return bot;
		},
		async [Symbol.asyncDispose]() {
			await server[Symbol.asyncDispose]();
			await slack[Symbol.asyncDispose]();
		},
	};
}

/** A small ext4 that can turn read-only under its writers, as it does after a fault of the device. */
async function fragileDisk() {
	const dir = await tempDir();
	const [image, mended, path] = [join(dir.path, 'image'), join(dir.path, 'mended'), join(dir.path, 'disk')];
	await mkdir(path);
	await run('truncate', ['-s', '256M', image]);
	await run('mkfs.ext4', ['-q', '-F', image]);
	const mount = (what: string) => run('mount', ['-o', 'loop,errors=remount-ro', what, path]);
	await mount(image);
	return {
		path,
		fail: () => run('mount', ['-o', 'remount,abort', path]),
		async mend() {
			await run('umount', [path]);
			// A sandbox that was started meanwhile may hold a copy of the mount: of the same file, the kernel would give the failed one again.
			await run('cp', ['--sparse=always', image, mended]);
			// 1: it found something, and mended it.
			await run('e2fsck', ['-fy', mended]).catch(({ code }) => expect(code).toBe(1));
			await mount(mended);
		},
		async [Symbol.asyncDispose]() {
			await run('umount', [path]);
			await dir[Symbol.asyncDispose]();
		},
	};
}
