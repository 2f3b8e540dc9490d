import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/demo/model-server/model-server.ts';
import { noSmallDisk, smallDisk } from './store/small-disk.ts';
import { botOnSlack, saidIn } from './support/bot-on-slack.ts';
import { startFakeSlack } from './support/fake-slack/fake-slack.ts';
import { startBot } from './support/installed-bot.ts';
import { needsPodman } from './support/needs-podman.ts';
import { waitFor } from './support/wait-for.ts';

describe('the installed bot on a full disk', { timeout: 120_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing || noSmallDisk)('lives, tells, starts again, and goes on when there is room', async () => {
		// What cannot be stored comes again after that.
		await using slack = await startFakeSlack({ ackMs: 3000 });
		await using disk = await smallDisk(70 * 1024);
		const held = Promise.withResolvers<void>();
		const long = `the answer ${'word '.repeat(20_000)}`;
		let calls = 0;
		const brain = () => {
			calls += 1;
			return calls === 1 ? { text: long, after: held.promise } : { text: 'another answer' };
		};
		await using server = await startModelServer({ brain, coder: [], summarizer: [] });
		const home = join(disk.path, 'home');
		const env = botOnSlack(home, server, slack);
		const own = (thread: string) => saidIn(slack, thread);
		const ask = async (text: string) => (await slack.as('U1').mention('C1', text)).threadTs;
		let thread = '';
		{
			await using bot = startBot(env);
			await waitFor(() => bot.out().includes('Listening'), 'the bot', 30_000);
			thread = await ask('hello');
			await waitFor(() => calls === 1, 'the model call');
			await disk.fill();
			// With the reserve it still takes in and tells; then that is used up, too.
			const other = await ask('help');
			await waitFor(() => own(other).includes('status'), 'help on a full disk', 30_000);
			expect(await readdir(home)).not.toContain('reserve');
			await fillAgain(disk.path);
			held.resolve();
			await waitFor(() => own(thread).includes('the disk is full'), 'the sentence', 30_000);
			expect(own(thread)).not.toContain(disk.path);
			expect(await bot.kill('SIGTERM')).toBe(0);
		}
		await using bot = startBot(env);
		await waitFor(
			() => bot.out().includes('Listening'),
			() => `the start on a full disk: ${bot.out()}`,
			30_000,
		);
		for (const name of ['filler', 'filler-2']) await rm(join(disk.path, name));
		const later = await ask('and now?');
		await waitFor(
			() => own(later).includes('another answer'),
			() => `the answer: ${own(later)}`,
			30_000,
		);
		expect(await bot.kill('SIGTERM')).toBe(0);
	});

	it.skipIf(podman.missing || noSmallDisk)('gives an answer that is larger than what is left', async () => {
		// What cannot be stored comes again after that.
		await using slack = await startFakeSlack({ ackMs: 3000 });
		await using disk = await smallDisk(70 * 1024);
		const held = Promise.withResolvers<void>();
		const long = 'word '.repeat(160_000);
		let calls = 0;
		const brain = () => {
			calls += 1;
			return { text: long, after: held.promise };
		};
		await using server = await startModelServer({ brain, coder: [], summarizer: [] });
		const home = join(disk.path, 'home');
		await using bot = startBot(botOnSlack(home, server, slack));
		await waitFor(() => bot.out().includes('Listening'), 'the bot', 30_000);
		const thread = (await slack.as('U1').mention('C1', 'hello')).threadTs;
		await waitFor(() => calls === 1, 'the model call');
		await disk.fill(500);
		expect(await readdir(home)).toContain('reserve');
		held.resolve();
		await waitFor(() => saidIn(slack, thread).includes('The whole answer is in answer.md'), 'the answer', 30_000);
		expect(await readdir(home)).not.toContain('reserve');
		expect(calls).toBe(1);
	});
});

async function fillAgain(path: string): Promise<void> {
	const { bavail, bsize } = await statfs(path);
	// The bot may write meanwhile: what does not fit is not needed.
	await writeFile(join(path, 'filler-2'), new Uint8Array(bavail * bsize)).catch(() => undefined);
}
