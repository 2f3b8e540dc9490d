import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { describeGuest } from '../describe-guest.ts';

describeGuest('bash', ({ guest, home }) => {
	it('shows the exit code, and stdout and stderr apart', async () => {
		const answer = await guest().bash('echo out; echo err >&2; exit 3');
		expect(answer).toMatchObject({ isError: true, text: 'Exit code 3\nstdout:\nout\nstderr:\nerr' });
	});

	it('leaves out what is empty', async () => {
		expect((await guest().bash('true')).text).toBe('Exit code 0');
	});

	it('names the signal that killed the command or a part of it', async () => {
		expect((await guest().bash('kill -9 $$')).text).toMatch(/^Killed by SIGKILL/);
		expect((await guest().bash('sh -c "kill -TERM \\$\\$"')).text).toMatch(/^Exit code 143 \(killed by SIGTERM\)/);
	});

	it('runs as uid 1000 without privileges, with a clean environment', async () => {
		const { text } = await guest().bash(
			'id -u; id -G; grep -E "CapEff|CapBnd" /proc/self/status; echo $HOME $BASH_ENV $OLDPWD',
		);
		expect(text).toContain('1000\n1000\nCapEff:\t0000000000000000\n');
		expect(text).toMatch(/\n\/workspace$/);
	});

	it('reads nothing from standard input', async () => {
		expect((await guest().bash('cat; echo done')).text).toBe('Exit code 0\nstdout:\ndone');
	});

	it('keeps the working folder between calls, also when the command fails or prints to low descriptors', async () => {
		await guest().bash('mkdir -p "/tmp/a b"; exec 3>/dev/null; cd "/tmp/a b"; false');
		expect((await guest().bash('pwd')).text).toContain('\n/tmp/a b');
		await guest().bash('cd /workspace');
	});

	it('enters a working folder that only uid 1000 may enter', async () => {
		await guest().bash('mkdir -m 700 /workspace/private && cd /workspace/private');
		expect((await guest().bash('pwd; cd ..')).text).toContain('\n/workspace/private');
	});

	it('says so when the working folder is gone', async () => {
		await guest().bash('mkdir /tmp/gone; cd /tmp/gone');
		await guest().bash('rmdir /tmp/gone');
		const { text } = await guest().bash('pwd');
		expect(text).toMatch(/^The working folder "\/tmp\/gone" is gone; this ran in \/workspace\n/);
		expect(text).toMatch(/\n\/workspace$/);
	});

	it('keeps the working folder over a new guest, and does not trust the file that says so', async () => {
		await guest().bash('mkdir -p /workspace/kept && cd /workspace/kept');
		{
			await using next = await home().start();
			expect((await next.bash('pwd')).text).toContain('\n/workspace/kept');
		}
		const file = home().path('disk/workspace/.threadsmith/cwd');
		for (const rubbish of ['/nowhere', 'relative', '', '/etc/passwd', `/${'x'.repeat(5000)}`, '/tmp\0/x']) {
			writeFileSync(file, rubbish);
			await using next = await home().start();
			expect((await next.bash('pwd')).text).toMatch(/\n\/workspace$/);
		}
	});

	it('is not stopped by a pipe in place of that file', async () => {
		await guest().bash('cd /workspace; rm -f .threadsmith/cwd; mkfifo .threadsmith/cwd');
		await using next = await home().start();
		expect((await next.bash('pwd')).text).toMatch(/\n\/workspace$/);
		await guest().bash('rm /workspace/.threadsmith/cwd; cd /workspace');
	});

	it('shows NULs, escape sequences, direction marks and bytes that are no UTF-8 as text', async () => {
		const { text } = await guest().bash(String.raw`printf '\033[2J\0\xff \xe2\x80\xae \xf0\x9f\x98\x80'`);
		expect(text).toBe('Exit code 0\nstdout:\n\\x1b[2J\\x00\ufffd \\u202e 😀');
	});

	it('cuts 10 MB of output to head and tail and saves the whole as a file of uid 1000', async () => {
		const { text } = await guest().bash("yes 0123456789abcde | head -c 10000000; printf '\\nthe end'");
		expect(text.length).toBeLessThan(5400);
		expect(text).toMatch(/^Exit code 0\nstdout:\n0123456789abcde\n/);
		expect(text).toMatch(/\nthe end$/);
		const [, left, path] = /… ([0-9,]+) characters left out; all of it is in (\S+) /.exec(text) ?? [];
		expect(left).toBe('9,995,008');
		const file = home().path('disk/workspace/.threadsmith', basename(path ?? ''));
		expect(statSync(file)).toMatchObject({ size: 10_000_008, uid: 1000 });
	});

	it('saves the bytes as they came, and shares the room between stdout and stderr', async () => {
		const { text } = await guest().bash(String.raw`printf '\xff%6000s' x; printf '%4000s' y >&2`);
		const [path] = /\/workspace\/.threadsmith\/\S+stdout.txt/.exec(text) ?? [];
		expect(readFileSync(home().path('disk', path ?? ''))[0]).toBe(0xff);
		expect(text).toContain('stderr.txt');
		expect(text.length).toBeLessThan(5600);
	});

	it('keeps the newest 50 saved outputs', async () => {
		await guest().bash(
			'cd /workspace/.threadsmith; for n in $(seq 1000 1060); do echo > 20200101-000000-$n-stdout.txt; done; cd /workspace',
		);
		await guest().bash('seq 1 3000');
		const saved = readdirSync(home().path('disk/workspace/.threadsmith')).filter((name) => name.endsWith('.txt'));
		expect(saved).toHaveLength(50);
		expect(saved.sort().at(-1)).not.toMatch(/^2020/);
	});

	it('says that output could not be saved when the disk refuses', async () => {
		await guest().bash(
			'cd /workspace; mv .threadsmith kept-aside; ln -s /small .threadsmith; head -c 120000 /dev/zero > /small/fill',
		);
		const { text } = await guest().bash('seq 1 9000');
		expect(text).toContain('they could not all be saved: the disk is full');
		await guest().bash('cd /workspace; rm -r .threadsmith /small/*; mv kept-aside .threadsmith');
	});

	it('kills a command that prints more than 64 MiB and says so', async () => {
		const { text, isError } = await guest().bash('yes');
		expect(isError).toBe(true);
		expect(text).toMatch(/^Killed: it printed more than 64 MiB.*\(nothing it started is running any more\)/);
	}, 30_000);

	it('refuses arguments it does not take, and names the field', async () => {
		expect((await guest().bash('true', { timeout: 601 })).text).toMatch(/^Wrong arguments for bash: "timeout": /);
		expect((await guest().call('bash', { cmd: 'x' })).text).toContain('"command"');
		expect((await guest().bash('a\0b')).text).toContain('NUL');
		expect((await guest().bash(`: ${'x'.repeat(140_000)}`)).text).toContain('longer than 128 KiB');
	});

	it('is not led astray by a folder in place of what it keeps', async () => {
		mkdirSync(home().path('disk/workspace/elsewhere'), { recursive: true });
		expect((await guest().bash('set -u; set -e; trap "echo bye" EXIT; echo hi')).text).toBe(
			'Exit code 0\nstdout:\nhi\nbye',
		);
	});
});
