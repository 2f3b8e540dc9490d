import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/demo/model-server/model-server.ts';
import type { ScriptFunction } from '../src/demo/model-server/script.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

const launcher = join(import.meta.dirname, '../threadsmith');

/** The installed program, to which one message is piped. */
function start(
	cwd: string,
	url: string,
	...flags: readonly string[]
): ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
	const env = { ...process.env, THREADSMITH_HOME: join(cwd, 'home'), OPENAI_BASE_URL: url, BRAIN_MODEL: 'brain' };
	return spawn(launcher, flags, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** What it printed where, and its code, after this was said to it. */
async function ended(program: ReturnType<typeof start>, said: string) {
	program.stdin.end(said);
	const exited = once(program, 'exit');
	const [out, err] = await Promise.all([text(program.stdout), text(program.stderr)]);
	return { code: (await exited)[0], out, err };
}

/** Calls bash once, then says how it went. */
function bashOnce(command: string): ScriptFunction {
	return ({ messages }) => {
		const last = messages.at(-1);
		return last?.role === 'tool'
			? { text: `It said: ${last.content}` }
			: { calls: [{ name: 'bash', arguments: { command } }] };
	};
}

/** Processes of the whole machine with these words in their command line, read from /proc. */
function alive(words: string): string[] {
	return readdirSync('/proc').filter((pid) => {
		if (!/^\d+$/.test(pid)) return false;
		try {
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').startsWith(words);
		} catch {
			return false;
		}
	});
}

describe('the installed program', { timeout: 120_000 }, async () => {
	const { missing } = await needsPodman();

	it.skipIf(missing)('kept from its end by kill -9 leaves nothing alive, and goes on at the next start', async () => {
		await using dir = await tempDir();
		const endless = bashOnce('echo made > kept; trap "" TERM; setsid sleep 613571 & sleep 613572');
		await using server = await startModelServer({
			brain: (request, ...more) => {
				const result = request.messages.findLast(({ role }) => role === 'tool');
				return result ? { text: `It said: ${result.content}` } : endless(request, ...more);
			},
		});
		const first = start(dir.path, server.url);
		first.stdin.end('Do it\n');
		await waitFor(() => alive('sleep 61357').length === 2, 'both processes to live', 30_000);
		first.kill('SIGKILL');
		await waitFor(() => alive('sleep 61357').length === 0, 'both processes to be gone');

		const [session = ''] = readdirSync(join(dir.path, 'home/sessions'));
		const second = await ended(start(dir.path, server.url, '--load', session), 'And now?\n');
		expect(second.err).toContain('was interrupted; going on');
		expect(second).toMatchObject({ code: 0, out: expect.stringContaining('It said: Interrupted') });
		expect(server.requests.map((request) => request.problem).filter(Boolean)).toEqual([]);
	});

	it.skipIf(missing)('keeps the files of a session, and shows a bad byte as what it is', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({
			brain: bashOnce('printf "\\xff\\x1b[31m\\x00"; cat /workspace/n 2>/dev/null; echo again >> /workspace/n'),
		});
		const first = await ended(start(dir.path, server.url, '--output', 'json'), 'One\n');
		const { session } = JSON.parse(first.out);
		const { out } = await ended(start(dir.path, server.url, '--load', session), 'Two\n');
		expect(out).toMatch(/^It said: Exit code 0[\s\S]*again/);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
		expect(out).not.toMatch(/[\x00\x1b]/);
	});

	it.skipIf(missing)('in a pipe answers one message: the answer alone on standard output', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({ brain: ({ messages }) => ({ text: `${messages.length} messages` }) });
		const first = await ended(start(dir.path, server.url), 'One\nwith two lines\n');
		expect(first).toMatchObject({ code: 0, out: '2 messages\n', err: expect.stringContaining('tokens in') });
		const [session = ''] = readdirSync(join(dir.path, 'home/sessions'));
		expect(first.err).toContain(`./threadsmith --load ${session}`);
		const second = await ended(start(dir.path, server.url, '--quiet'), 'Another\n');
		expect(second).toEqual({ code: 0, out: '2 messages\n', err: '' });
		const third = await ended(start(dir.path, server.url, '--load', session, '--quiet'), 'And then?\n');
		expect(third).toEqual({ code: 0, out: '4 messages\n', err: '' });
	});

	it.skipIf(missing)(
		'in a pipe ends with another code than 0 where there is no answer, and sends nothing that is not whole',
		async () => {
			await using dir = await tempDir();
			await using server = await startModelServer({ brain: [] });
			const says = async (said: string, ...flags: string[]) => ended(start(dir.path, server.url, ...flags), said);
			expect(await says('Hello', '--load', 'nope')).toMatchObject({
				code: 1,
				out: '',
				err: expect.stringContaining('"nope"'),
			});
			expect(await says('See @nosuch.csv')).toMatchObject({
				code: 1,
				out: '',
				err: expect.stringContaining('@nosuch.csv'),
			});
			expect(await says('')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('empty') });
			expect(server.requests).toEqual([]);
			expect(await says('Hello', '--quiet')).toMatchObject({
				code: 1,
				out: '',
				err: expect.stringMatching(/^threadsmith: \S/),
			});
		},
	);

	it.skipIf(missing)('a run does not answer the question of an earlier one, and names it', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({
			brain: ({ messages }) =>
				JSON.stringify(messages.at(-1)).includes('#ask')
					? { calls: [{ name: 'ask_user', arguments: { question: 'Which one?' } }] }
					: { text: `Heard ${messages.length}` },
		});
		const first = await ended(start(dir.path, server.url, '--output', 'json'), '#ask');
		expect(first.code).toBe(2);
		const { session, outcome, question } = JSON.parse(first.out);
		expect({ outcome, question }).toMatchObject({ outcome: 'waiting', question: { text: 'Which one?' } });
		const second = await ended(start(dir.path, server.url), 'a new request');
		expect(second).toMatchObject({ code: 0, out: 'Heard 2\n' });
		expect(second.err).toContain(`Unfinished: ${session}  #ask  asks: Which one?`);
		const answer = await ended(start(dir.path, server.url, '--load', session, '--quiet'), 'this one');
		expect(answer).toEqual({ code: 0, out: 'Heard 4\n', err: '' });
	});

	it('refuses a second process on its folder and names the first', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({ brain: [] });
		const first = start(dir.path, server.url);
		const pid = await waitFor(() => readFileOrNot(join(dir.path, 'home/lock.pid')) || undefined, 'the first to start');
		// Root's process has started the one that has the folder.
		expect([Number(pid), parentOf(Number(pid))]).toContain(first.pid);
		const second = start(dir.path, server.url);
		const exited = once(second, 'exit');
		expect(await text(second.stderr)).toContain(`process ${Number(pid)} is running on it`);
		expect((await exited)[0]).toBe(1);
		first.kill('SIGTERM');
		expect((await once(first, 'exit'))[0]).toBe(143);
	});
});

function parentOf(pid: number): number {
	return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function readFileOrNot(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}
