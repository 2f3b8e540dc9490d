import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/demo/model-server/model-server.ts';
import { needsPodman } from './support/needs-podman.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

const launcher = join(import.meta.dirname, '../threadsmith');

/** What another user of the machine gets out of a shell line. */
function asNobody(line: string): string {
	const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', `{ ${line}\n} 2>/dev/null; true`];
	return execFileSync('setpriv', nobody, { encoding: 'utf8' }).trim();
}

/** What root gets out of one. The bot is at work meanwhile: what goes while somebody looks for it is an error to them. */
function asRoot(line: string): string {
	return execFileSync('sh', ['-c', `{ ${line}\n} 2>/dev/null; true`], { encoding: 'utf8' }).trim();
}

/** Asks Podman's service whether it is there. Perl is on every Debian and Ubuntu, and within anybody's reach. */
function pingOver(socket: string): string {
	const request = String.raw`"GET /_ping HTTP/1.0\r\nHost: d\r\n\r\n"`;
	return `perl -MIO::Socket::UNIX -e '$s = IO::Socket::UNIX->new("${socket}") or exit; print $s ${request}; print <$s>'`;
}

describe('the installed program', async () => {
	const { missing } = await needsPodman();

	it.skipIf(missing)(
		'leaves nothing that another user of the machine can read, even in an open home',
		async () => {
			await using dir = await tempDir();
			const home = join(dir.path, 'home');
			await mkdir(home);
			for (const path of [dir.path, home]) await chmod(path, 0o755);
			// This file, wherever its checkout is, must not hold it
			const word = `marzipan-${randomUUID()}`;
			const command = `echo ${word} | tee /outputs/out.txt /workspace/own.txt /tmp/temp.txt; chmod 777 /workspace/own.txt; sleep 61359`;
			await using server = await startModelServer({
				brain: ({ messages }) =>
					messages.at(-1)?.role === 'tool' ? { text: word } : { calls: [{ name: 'bash', arguments: { command } }] },
			});
			const env = { ...process.env, THREADSMITH_HOME: home, OPENAI_BASE_URL: server.url, BRAIN_MODEL: 'brain' };
			// Umask 0: what is closed must be closed by us
			const bot = spawn('sh', ['-c', `umask 0; exec ${launcher}`], {
				cwd: dir.path,
				env,
				stdio: ['pipe', 'pipe', 'pipe'],
			});
			const ended = once(bot, 'exit');
			const said = text(bot.stdout);
			let state = '';
			try {
				bot.stdin.end(`Keep ${word}\n`);
				const sleeping = () => execFileSync('sh', ['-c', 'pgrep -f "^sleep 61359" || true']).toString().trim() !== '';
				await waitFor(sleeping, 'the command to run', 60_000);
				expect(await readdir(home)).not.toEqual([]);
				expect(asNobody(`find ${home} -type f -readable`)).toBe('');
				expect(
					asNobody(
						`find ${home} -mindepth 1 \\( -writable -o -type d -readable -o -type s ! -name control.sock \\) ! -type l`,
					),
				).toBe('');
				const connects = `perl -MIO::Socket::UNIX -e 'print 1 if IO::Socket::UNIX->new("${home}/control.sock")'`;
				expect([asNobody(connects), execFileSync('sh', ['-c', connects]).toString()]).toEqual(['', '1']);
				const { id } = JSON.parse(await readFile(join(home, 'home.json'), 'utf8'));
				state = `/run/threadsmith/${id}`;
				const inside = asRoot(`find ${state}`).split('\n');
				expect(inside).toContain(`${state}/service/podman.sock`);
				expect(inside.some((path) => path.startsWith(`${state}/slots/`))).toBe(true);
				const seen = inside.slice(1).map((path) => `ls -d '${path}'; cat '${path}';`);
				expect(asNobody(`find ${state} -mindepth 1; ${seen.join(' ')}`)).toBe('');
				const elsewhere = '/tmp /var/tmp /dev/shm /run /var/log /var/lib/containers';
				expect(asRoot(`grep -rIl ${word} ${home}`)).not.toBe('');
				expect(asNobody(`timeout 20 grep -rIls ${word} ${elsewhere} ${home}`)).toBe('');
				const ping = pingOver(`${state}/service/podman.sock`);
				expect(execFileSync('sh', ['-c', ping], { encoding: 'utf8' })).toMatch(/OK$/);
				expect(asNobody(ping)).toBe('');
			} finally {
				bot.kill('SIGTERM');
				await Promise.all([ended, said]);
			}
			expect(existsSync(state)).toBe(false);
		},
		120_000,
	);
});
