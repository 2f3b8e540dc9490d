import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../src/demo/model-server/model-server.ts';
import type { ScriptFunction } from '../src/demo/model-server/script.ts';
import { botOnSlack, saidIn } from './support/bot-on-slack.ts';
import { type FakeSlack, startFakeSlack } from './support/fake-slack/fake-slack.ts';
import { holdingAny } from './support/holding-any.ts';
import { type Running, startBot } from './support/installed-bot.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

const launcher = join(import.meta.dirname, '../threadsmith');

/** What the command line says to the operator, and its code. */
async function threadsmith(home: string, ...args: readonly string[]) {
	const env = { PATH: process.env['PATH'], SANDBOX_RUNTIME: 'runc', THREADSMITH_HOME: home };
	const cwd = await mkdtemp(join(home, '../cwd-'));
	const done = promisify(execFile)(launcher, args, { cwd, env }).then(
		({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
		({ code, stdout, stderr }) => ({ code, stdout, stderr }),
	);
	return { ...(await done), cwd };
}

/** The Brain leaves the word that it is told in every place that there is for one. */
const spreads: ScriptFunction = ({ messages }) => {
	const told = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content);
	const word = /keep (\w+)/.exec(told)?.[1] ?? '';
	if (word === '' || messages.at(-1)?.role === 'tool') return { text: `Done with ${word}` };
	const command = `echo ${word} | tee /workspace/${word}.txt /outputs/${word}.txt; cat /inputs/*`;
	return { calls: [{ name: 'bash', arguments: { command } }] };
};

interface Scene {
	readonly home: string;
	readonly slack: FakeSlack;
	readonly server: ModelServer;
	start(more?: Readonly<Record<string, string>>): Promise<Running>;
	/** Somebody has the word kept in a new thread, which is answered. */
	keep(person: string, word: string, threadTs?: string): Promise<string>;
}

async function onScene(act: (scene: Scene) => Promise<void>): Promise<void> {
	await using dir = await tempDir();
	await using slack = await startFakeSlack();
	await using server = await startModelServer({ brain: spreads, coder: [], summarizer: [] });
	const home = join(dir.path, 'home');
	const start = async (more: Readonly<Record<string, string>> = {}) => {
		const bot = startBot({ ...botOnSlack(home, server, slack), SANDBOX_DISK: '64m', ...more });
		await waitFor(
			() => bot.out().includes('Listening'),
			() => bot.out(),
			30_000,
		);
		return bot;
	};
	const keep = async (person: string, word: string, threadTs?: string) => {
		const files = [{ name: `${word}.csv`, bytes: word }];
		const sent = await slack.as(person).mention('C1', `keep ${word}`, { files, ...(threadTs && { threadTs }) });
		await waitFor(() => saidIn(slack, sent.threadTs).includes(`Done with ${word}`), `the answer to ${word}`, 60_000);
		return sent.threadTs;
	};
	await act({ home, slack, server, start, keep });
}

/** The settings of an installed bot that is spoken to in a terminal. */
function terminalOf(home: string, server: ModelServer): Record<string, string> {
	return { THREADSMITH_HOME: home, OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'brain', SANDBOX_DISK: '64m' };
}

/** The ids of sessions as they are listed, by the word of their title. */
async function listed(home: string): Promise<ReadonlyMap<string, string>> {
	const { stdout } = await threadsmith(home, 'sessions', 'list');
	return new Map([...stdout.matchAll(/^(\S+) .*keep (\w+)/gm)].map(([, id = '', word = '']) => [word, id]));
}

describe('the installed bot', async () => {
	const { missing } = await needsPodman();

	it.skipIf(missing)(
		'deletes a session for the operator while it runs, and goes on in its thread as in a new one',
		() =>
			onScene(async ({ home, server, start, keep }) => {
				await using bot = await start();
				const thread = await keep('U1', 'saffron');
				await keep('U1', 'ultramarine');
				expect((await stat(join(home, 'control.sock'))).mode & 0o777).toBe(0o600);
				const id = (await listed(home)).get('saffron') ?? '';
				const shown = await threadsmith(home, 'sessions', 'show', id);
				expect(shown.stdout).toContain('saffron.csv');
				const { cwd, ...copied } = await threadsmith(home, 'sessions', 'export', id);
				expect(copied).toMatchObject({ code: 0, stderr: `Copied to ${id}\n` });
				expect(await readFile(join(cwd, id, 'conversation.md'), 'utf8')).toContain('Done with saffron');
				expect(await readFile(join(cwd, id, 'outputs/saffron.txt'), 'utf8')).toBe('saffron\n');

				expect(await threadsmith(home, 'sessions', 'delete', id)).toMatchObject({ code: 1 });
				expect((await holdingAny(home, ['saffron'])).length).toBeGreaterThan(4);
				const deleted = await threadsmith(home, 'sessions', 'delete', id, '--yes');
				expect(deleted).toMatchObject({ code: 0, stderr: `Deleted ${id}.\n` });
				expect(await holdingAny(home, ['saffron'])).toEqual([]);
				expect([...(await listed(home)).keys()]).toEqual(['ultramarine']);
				expect((await holdingAny(home, ['ultramarine'])).length).toBeGreaterThan(4);

				await keep('U1', 'vermilion', thread);
				expect(server.requests.at(-1)?.raw).not.toContain('saffron');
				expect(await bot.kill('SIGTERM')).toBe(0);
			}),
		120_000,
	);

	it.skipIf(missing)(
		'killed by kill -9 leaves a socket that nobody listens on: the command line deletes by itself',
		() =>
			onScene(async ({ home, start, keep }) => {
				{
					await using bot = await start();
					await keep('U1', 'saffron');
					await bot.kill('SIGKILL');
				}
				expect(existsSync(join(home, 'control.sock'))).toBe(true);
				const id = (await listed(home)).get('saffron') ?? '';
				expect(await threadsmith(home, 'sessions', 'delete', id, '--yes')).toMatchObject({
					code: 0,
					stderr: `Deleted ${id}.\n`,
				});
				expect(await holdingAny(home, ['saffron'])).toEqual([]);
				await using _bot = await start();
				await keep('U1', 'ultramarine');
				expect(await threadsmith(home, 'sessions', 'delete', 'none', '--yes')).toMatchObject({
					code: 1,
					stderr: expect.stringContaining('There is no session "none"'),
				});
			}),
		120_000,
	);

	it.skipIf(missing)(
		'with RETENTION_DAYS deletes what nobody has spoken in for that long, from its start',
		() =>
			onScene(async ({ home, start, keep }) => {
				{
					await using bot = await start();
					await keep('U1', 'saffron');
					await keep('U1', 'ultramarine');
					expect(await bot.kill('SIGTERM')).toBe(0);
				}
				const path = join(home, 'sessions', (await listed(home)).get('saffron') ?? '', 'session.json');
				const record = JSON.parse(await readFile(path, 'utf8'));
				const usedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
				await writeFile(path, JSON.stringify({ ...record, usedAt }));
				await using _bot = await start({ RETENTION_DAYS: '2' });
				await waitFor(async () => (await holdingAny(home, ['saffron'])).length === 0, 'the end of it', 30_000);
				expect([...(await listed(home)).keys()]).toEqual(['ultramarine']);
			}),
		120_000,
	);

	it.skipIf(missing)(
		'deletes a session of the terminal with what that has shown of it',
		() =>
			onScene(async ({ home, server }) => {
				const env = { PATH: process.env['PATH'], SANDBOX_RUNTIME: 'runc', ...terminalOf(home, server) };
				const done = promisify(execFile)(launcher, ['--quiet'], { env, cwd: join(home, '..') });
				done.child.stdin?.end('keep saffron');
				expect((await done).stdout).toBe('Done with saffron\n');
				expect(await holdingAny(join(home, 'terminal'), ['saffron'])).toHaveLength(1);
				const id = (await listed(home)).get('saffron') ?? '';
				expect(await threadsmith(home, 'sessions', 'delete', id, '--yes')).toMatchObject({ code: 0 });
				expect(await holdingAny(home, ['saffron'])).toEqual([]);
			}),
		120_000,
	);

	it.skipIf(missing)(
		'forgets a person who confirms it, tells them after, and keeps what others said',
		() =>
			onScene(async ({ home, slack, start, keep }) => {
				await using _bot = await start();
				const thread = await keep('U1', 'saffron');
				await keep('U2', 'ultramarine', thread);
				await keep('U1', 'vermilion');
				const asks = async (text: string, told: string) => {
					await slack.as('U1').mention('C1', text, { threadTs: thread });
					await waitFor(() => saidIn(slack, thread).includes(told), told, 30_000);
				};
				await asks('forget-me', 'I would forget you for good in 2 sessions');
				expect((await holdingAny(home, ['saffron'])).length).toBeGreaterThan(4);
				await asks('forget-me yes', 'You are forgotten in 2 sessions');
				await waitFor(async () => (await holdingAny(home, ['vermilion'])).length === 0, 'the end of one', 30_000);
				// The disk of the session in which others spoke stays, with what the sandbox was shown.
				let left: readonly string[] = [];
				const isGone = async () => {
					left = (await holdingAny(home, ['keep saffron', 'saffron.csv'])).filter((path) => !path.endsWith('disk.img'));
					return left.length === 0;
				};
				await waitFor(isGone, () => `the end of the messages in ${left.join(', ')}`, 30_000);
				expect(await holdingAny(home, ['keep ultramarine'])).toContainEqual(expect.stringMatching(/journal\.jsonl$/));
			}),
		120_000,
	);
});
