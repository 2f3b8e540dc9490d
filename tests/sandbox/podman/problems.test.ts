import { mkdir, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { PodmanOptions } from '../../../src/sandbox/podman/container/options.ts';
import { startProblem } from '../../../src/sandbox/podman/container/start-problem.ts';
import { createPodmanSandboxes } from '../../../src/sandbox/podman/podman-sandboxes.ts';
import { systemPath } from '../../../src/sandbox/podman/service/run-program.ts';
import { chooseRuntime, findRuntimes } from '../../../src/sandbox/podman/service/runtimes.ts';
import { writeSeccompProfiles } from '../../../src/sandbox/podman/service/seccomp-file.ts';
import { pathsIn } from '../../support/session-home.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { bash, never, startBash } from './run-in.ts';

/** What acquiring came to: the problem as a person is told of it. */
async function problemOf(
	overrides: Partial<PodmanOptions>,
): Promise<{ readonly message: string; readonly mend: string }> {
	await using home = await podmanHome(overrides);
	const problem = await home.sandboxes.acquire(home.home('s'), never).catch((error: unknown) => error);
	if (!(problem instanceof ProblemError)) throw new Error('No problem', { cause: problem });
	return problem;
}

describeWithPodman('A person is told what to mend', () => {
	it('when the image is missing', async () => {
		const { message, mend } = await problemOf({ image: 'localhost/threadsmith-sandbox:never-built' });
		expect(message).toBe('Cannot start the sandbox: image "localhost/threadsmith-sandbox:never-built" is missing');
		expect(mend).toBe('Run `npm start`, which builds it');
	});

	it('when Podman is missing', async () => {
		const { message, mend } = await problemOf({ seams: { path: '/nowhere' } });
		expect(message).toBe('Cannot start the sandbox: podman is not installed');
		expect(mend).toContain('npm start');
	});

	it('when no service answers on the socket that was named', async () => {
		const { message, mend } = await problemOf({ socket: '/run/threadsmith/nobody.sock' });
		expect(message).toBe('Cannot start the sandbox: no Podman service answers on "/run/threadsmith/nobody.sock"');
		expect(mend).toContain('podman system service');
	});

	it("when the session's disk is no disk", async () => {
		const { message } = await problemOf({ pathsOf: () => ({ ...pathsIn('/nowhere'), disk: '/dev/null' }) });
		expect(message).toContain('"/dev/null"');
	});

	it('and not when it calls a start off', async () => {
		await using home = await podmanHome();
		const stop = new AbortController();
		const acquiring = home.sandboxes.acquire(home.home('s'), stop.signal);
		const reason = new Error('enough');
		stop.abort(reason);
		await expect(acquiring).rejects.toBe(reason);
		await home.sandboxes.acquire(home.home('s'), never);
		expect(home.sandboxes.status().map(({ session }) => session)).toEqual(['s']);
	});
});

describeWithPodman('The limits of a sandbox', () => {
	it('hold: its disk is as large as was asked for', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const { text } = await bash(sandbox, 'head -c 100M /dev/zero >/workspace/big; stat -c %s /workspace/big');
		expect(text).toMatch(/No space left on device/);
		expect((await bash(sandbox, 'rm /workspace/big; echo x >/workspace/small && echo written')).text).toContain(
			'written',
		);
	});

	it('hold for what is said to it and by it', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const content = 'x'.repeat(5_000_000);
		const args = { path: '/workspace/x', content };
		expect(await sandbox.call({ tool: 'write_file', args }, { signal: never })).toMatchObject({
			ok: false,
			text: expect.stringContaining('arguments are longer than'),
		});
		const { text } = await bash(sandbox, `python3 -c 'print("\\x1b[2J\\x00" * 100000)'`);
		expect(text.length).toBeLessThan(10_000);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may come through
		expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
	});

	it('do not stop a service that was named from being used', async () => {
		await using home = await podmanHome();
		await home.sandboxes.prepare(never);
		await using other = await podmanHome({ socket: `${home.options.stateDir}/service/podman.sock` });
		const sandbox = await other.sandboxes.acquire(other.home('s'), never);
		expect(other.sandboxes.status()).toMatchObject([
			{ session: 's', runtime: expect.stringMatching(/^(runc|crun|runsc)$/) },
		]);
		const { ended } = await startBash(sandbox, 'echo started; sleep 600');
		await other.sandboxes.end('s');
		expect(await ended).toMatchObject({ ok: false, lost: expect.any(String) });
	});
});

describe('Without Podman at hand', () => {
	it('nothing is started before it is needed', async () => {
		await using dir = await tempDir();
		const sandboxes = createPodmanSandboxes({
			homeId: 'none',
			stateDir: `${dir.path}/state`,
			image: 'none',
			pathsOf: pathsIn,
			runtime: 'auto',
			limits: { memoryBytes: 1, cpus: 1, pids: 1, idleMs: 1_000 },
			timezone: 'UTC',
			fileLimits: { fileBytes: 1, turnBytes: 1, count: 1 },
			log: silentLogger,
			seams: { path: '/nowhere' },
		});
		expect(sandboxes.status()).toEqual([]);
		await sandboxes.end('unknown');
		await sandboxes[Symbol.asyncDispose]();
	});

	it('no runtime, or not the one asked for, is named', async () => {
		const question = { runtimes: {}, manager: 'cgroupfs', folder: '/nowhere' } as const;
		await expect(chooseRuntime({ ...question, choice: 'auto' }, never)).rejects.toThrow(
			'Cannot start the sandbox: neither runsc, crun nor runc is installed',
		);
		const runc = { ...question, runtimes: { runc: '/usr/sbin/runc' } };
		await expect(chooseRuntime({ ...runc, choice: 'crun' }, never)).rejects.toThrow('crun is not installed');
		expect(await chooseRuntime({ ...runc, choice: 'auto' }, never)).toEqual({ name: 'runc', passedOver: [] });
	});

	it('the first runtime that works is taken', async () => {
		await using dir = await tempDir();
		const runtimes = { crun: `${dir.path}/bin/crun`, runc: `${dir.path}/bin/runc` };
		await mkdir(`${dir.path}/bin`);
		await writeFile(runtimes.crun, '#!/bin/sh\necho "cgroups in hybrid mode not supported" >&2\nexit 1\n', {
			mode: 0o755,
		});
		await writeFile(runtimes.runc, '#!/bin/sh\ntest -s "$3/config.json"\n', { mode: 0o755 });
		expect(await findRuntimes(`${dir.path}/bin:/nowhere`)).toEqual(runtimes);
		const question = { runtimes, manager: 'cgroupfs', folder: `${dir.path}/trials` } as const;
		expect(await chooseRuntime({ ...question, choice: 'auto' }, never)).toEqual({
			name: 'runc',
			passedOver: [expect.stringMatching(/^crun: .*hybrid mode/)],
		});
		await rm(runtimes.runc);
		await writeFile(runtimes.runc, '#!/bin/sh\nexit 9\n', { mode: 0o755 });
		await expect(chooseRuntime({ ...question, choice: 'auto' }, never)).rejects.toThrow(
			/no container runtime works here: crun: .*hybrid mode.*; runc: .*exit code 9/,
		);
	});

	it('a host without a usable seccomp profile is named', async () => {
		await using dir = await tempDir();
		const target = `${dir.path}/out.json`;
		await expect(writeSeccompProfiles({ seccomp: target, ownKernel: target }, [`${dir.path}/none`])).rejects.toThrow(
			/no seccomp profile of Podman/,
		);
		await writeFile(`${dir.path}/bad`, '{}');
		await expect(
			writeSeccompProfiles({ seccomp: target, ownKernel: target }, [`${dir.path}/none`, `${dir.path}/bad`]),
		).rejects.toThrow(/seccomp profile ".*bad" cannot be used/);
	});

	it.each([
		['could not find enough available IDs', /no ids are left/, /subuid/],
		['write /x: no space left on device', /disk is full/, /room/],
		['container-init binary not found on the host', /catatonit is not installed/, /catatonit/],
		['something else', /^Cannot start the sandbox: something else$/, /doctor/],
	])('what Podman says becomes a sentence: %s', (said, message, mend) => {
		const problem = startProblem(new Error(said), 'image');
		expect(problem.message).toMatch(message);
		expect(problem.mend).toMatch(mend);
	});

	it('programs are found where they are', async () => {
		expect(Object.keys(await findRuntimes('/nowhere'))).toEqual([]);
		expect(systemPath.split(':')).toContain('/usr/bin');
	});
});
