import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProcessOrder, SandboxProcess } from '../../../src/sandbox/opened-process.ts';
import { defaultLimits } from '../../../src/sandbox/podman/container/sandbox-limits.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

const shell = (script: string, ...args: string[]) => ['bash', '-c', script, ...args];

function open(sandbox: Sandbox, argv: readonly string[], more: Partial<ProcessOrder> = {}): Promise<SandboxProcess> {
	return sandbox.open({ argv, cwd: '/workspace', env: {}, ...more }, never);
}

describeWithPodman('A process that was opened', () => {
	let now = Date.now();
	let home: PodmanHome;
	let sandbox: Sandbox;
	/** Another one's: once it is ended, a new one. */
	const other = () => home.sandboxes.acquire(home.home('t'), never);

	beforeAll(async () => {
		home = await podmanHome({ limits: { ...defaultLimits, idleMs: 900 }, seams: { now: () => now } });
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose](), 60_000);

	it('gets and gives 3 MB as they are, and ends with its stdin', async () => {
		const bytes = randomBytes(3 * 2 ** 20 + 1);
		await using cat = await open(sandbox, ['cat']);
		const [back] = await Promise.all([buffer(cat.stream), pipeline(Readable.from([bytes]), cat.stream)]);
		expect(back.equals(bytes)).toBe(true);
		expect(await cat.ended).toEqual({ kind: 'exit', code: 0 });
	});

	it('packs a folder of one sandbox, which another of another unpacks', async () => {
		const unpacking = await other();
		await bash(
			sandbox,
			'mkdir -p from/deep && head -c 3000000 /dev/urandom >from/deep/a && ln -s a from/deep/b && chmod 750 from',
		);
		await using packs = await open(sandbox, ['tar', '-c', '-C', '/workspace', 'from']);
		await using unpacks = await open(unpacking, ['tar', '-x', '-C', '/workspace']);
		await pipeline(packs.stream, unpacks.stream, { end: true });
		expect([await packs.ended, await unpacks.ended]).toEqual(Array(2).fill({ kind: 'exit', code: 0 }));
		const look = 'cd /workspace/from && stat -c "%U %a" . && sha256sum deep/a && readlink deep/b';
		expect((await bash(unpacking, look)).text).toBe((await bash(sandbox, look)).text);
	});

	it('is lost with its sandbox, which says why', async () => {
		const last = await other();
		const one = await open(last, ['cat']);
		await home.sandboxes.end('t');
		expect(await one.ended).toEqual({ kind: 'lost', why: 'it was ended' });
		await one[Symbol.asyncDispose]();
		await expect(open(last, ['cat'])).rejects.toThrow('it was ended');
	});

	it('is dead when it is disposed, though it ignores TERM, and keeps nobody from calling when it floods unread', async () => {
		const deaf = await open(sandbox, shell(`trap '' TERM HUP; setsid sleep 611 & while :; do cat /dev/zero; done`));
		await once(deaf.stream, 'readable');
		expect((await bash(sandbox, 'echo meanwhile')).text).toContain('meanwhile');
		await deaf[Symbol.asyncDispose]();
		expect(await deaf.ended).toEqual({ kind: 'signal', signal: 'SIGKILL' });
		const look = "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -cE 'sleep 61[1]|dev/zer[o]'";
		expect((await bash(sandbox, look)).text).toContain('stdout:\n0');
	});

	it('gives 6 MB to the last byte, with calls answered meanwhile', async () => {
		await using flood = await open(sandbox, ['head', '-c', '6000000', '/dev/zero']);
		let bytes = 0;
		for await (const chunk of flood.stream) {
			if (bytes === 0) expect((await bash(sandbox, 'echo meanwhile')).text).toContain('meanwhile');
			bytes += (chunk as Buffer).length;
		}
		expect(bytes).toBe(6_000_000);
		expect(await flood.ended).toEqual({ kind: 'exit', code: 0 });
	});

	it('is told apart by its signal, with its last words', async () => {
		await using one = await open(sandbox, shell('echo "no more" >&2; kill -9 $$'));
		expect(await text(one.stream)).toBe('');
		expect(await one.ended).toEqual({ kind: 'signal', signal: 'SIGKILL' });
		expect(one.lastWords()).toBe('no more\n');
	});

	it('cannot change what was laid for it', async () => {
		const files = [{ path: '/tmp/laid/a/b.txt', content: 'laid' }];
		const tries =
			'exec 2>&1; cat $0; echo; stat -c "%U %a" $0 $(dirname $0); echo x >$0; rm -f $0; mv /tmp/laid /tmp/other; echo $KEY';
		await using one = await open(sandbox, shell(tries, '/tmp/laid/a/b.txt'), {
			files,
			env: { HOME: '/tmp', KEY: 'k' },
		});
		const told = await text(one.stream);
		expect(told).toMatch(/^laid\nroot 644\nroot 755\n[\s\S]*\nk\n$/);
		expect(told.match(/denied|not permitted/g)).toHaveLength(3);
	});

	it('outlives idleness and a sweep that spares jobs, and is named by one that does not', async () => {
		await using one = await open(sandbox, shell('while read -r line; do echo "$line"; done; sleep 612'));
		now += 60_000;
		expect(await sandbox.sweep('jobs')).toEqual([]);
		one.stream.write('still\n');
		expect(String(await new Promise((resolve) => one.stream.once('data', resolve)))).toBe('still\n');
		expect(home.sandboxes.status()).toHaveLength(1);
		const swept = await sandbox.sweep();
		expect(swept.map(({ command }) => command).join()).toContain('while read -r line');
		expect(await one.ended).toEqual({ kind: 'signal', signal: 'SIGKILL' });
	});
});
