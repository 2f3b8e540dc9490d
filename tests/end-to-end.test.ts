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

/** The installed program, its lines typed through a pipe. */
function start(
	cwd: string,
	url: string,
): ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
	const env = { ...process.env, THREADSMITH_HOME: join(cwd, 'home'), OPENAI_BASE_URL: url, BRAIN_MODEL: 'brain' };
	return spawn(launcher, [], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
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

describe('the installed program', async () => {
	const { missing } = await needsPodman();

	it.skipIf(missing)('kept from its end by kill -9 leaves nothing alive, and goes on at the next start', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({
			brain: bashOnce('echo made > kept; trap "" TERM; setsid sleep 61357 & sleep 61358'),
		});
		const first = start(dir.path, server.url);
		first.stdin.write('Do it\n');
		await waitFor(() => alive('sleep 6135').length === 2, 'both processes to live', 30_000);
		first.kill('SIGKILL');
		await waitFor(() => alive('sleep 6135').length === 0, 'both processes to be gone');

		const second = start(dir.path, server.url);
		const exited = once(second, 'exit');
		second.stdin.end();
		expect(await text(second.stdout)).toMatch(/was interrupted; going on[\s\S]*It said: Interrupted/);
		expect((await exited)[0]).toBe(0);
		expect(server.requests.map((request) => request.problem)).toEqual([undefined, undefined]);
	});

	it.skipIf(missing)('keeps the files of a session, and shows a bad byte as what it is', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({
			brain: bashOnce('printf "\\xff\\x1b[31m\\x00"; cat /workspace/n 2>/dev/null; echo again >> /workspace/n'),
		});
		const program = start(dir.path, server.url);
		program.stdin.end('One\nTwo\n');
		const out = await text(program.stdout);
		expect(out).toMatch(/It said: Exit code 0[\s\S]*again/);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
		expect(out).not.toMatch(/[\x00\x1b]/);
	});

	it('refuses a second process on its folder and names the first', async () => {
		await using dir = await tempDir();
		await using server = await startModelServer({ brain: [] });
		const first = start(dir.path, server.url);
		await waitFor(() => readFileOrNot(join(dir.path, 'home/lock.pid')) === `${first.pid}\n`, 'the first to start');
		const second = start(dir.path, server.url);
		const exited = once(second, 'exit');
		expect(await text(second.stderr)).toContain(`process ${first.pid} is running on it`);
		expect((await exited)[0]).toBe(1);
		first.kill('SIGTERM');
		expect((await once(first, 'exit'))[0]).toBe(0);
	});
});

function readFileOrNot(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}
