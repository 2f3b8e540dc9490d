import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseRuntime } from '../../../../src/sandbox/podman/service/runtimes.ts';
import { needsPodman } from '../../../support/needs-podman.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const never = new AbortController().signal;

describe('the choice of a runtime', async () => {
	const { missing } = await needsPodman();

	it.skipIf(missing)('falls to the one that works when the first cannot start a container', async () => {
		await using dir = await tempDir();
		const runtimes = { crun: '/bin/false', runc: '/usr/sbin/runc' };
		const chosen = await chooseRuntime({ choice: 'auto', runtimes, manager: 'cgroupfs', folder: dir.path }, never);
		expect(chosen).toEqual({ name: 'runc', passedOver: [expect.stringMatching(/^crun: Cannot run \/bin\/false: /)] });
	});

	it.skipIf(missing)('takes the first that works', async () => {
		await using dir = await tempDir();
		const runtimes = { crun: '/usr/sbin/runc', runc: '/usr/sbin/runc' };
		const question = { runtimes, manager: 'cgroupfs', folder: dir.path } as const;
		expect(await chooseRuntime({ ...question, choice: 'auto' }, never)).toEqual({ name: 'crun', passedOver: [] });
		const stronger = { ...question, runtimes: { ...runtimes, runsc: '/usr/sbin/runc' } };
		expect(await chooseRuntime({ ...stronger, choice: 'auto' }, never)).toEqual({ name: 'runsc', passedOver: [] });
	});

	it.skipIf(missing)('passes over what gave less than was asked for, and says so', async () => {
		await using dir = await tempDir();
		const runtimes = { runsc: '/usr/sbin/runc', runc: '/usr/sbin/runc' };
		const refused = new Map([['runsc', 'memory limit is 0']]);
		const question = { runtimes, manager: 'cgroupfs', folder: dir.path, refused } as const;
		expect(await chooseRuntime({ ...question, choice: 'auto' }, never)).toEqual({
			name: 'runc',
			passedOver: ['runsc: memory limit is 0'],
		});
		refused.set('runc', 'process limit is 0');
		await expect(chooseRuntime({ ...question, choice: 'auto' }, never)).rejects.toThrow(
			'no container runtime works here: runsc: memory limit is 0; runc: process limit is 0',
		);
	});

	it('refuses the one that was named with its own reason, and takes no other', async () => {
		await using dir = await tempDir();
		const crun = join(dir.path, 'crun');
		await writeFile(crun, '#!/bin/sh\necho "cgroups in hybrid mode not supported" >&2\nexit 1\n', { mode: 0o755 });
		const question = { runtimes: { crun, runc: '/usr/sbin/runc' }, manager: 'cgroupfs', folder: dir.path } as const;
		await expect(chooseRuntime({ ...question, choice: 'crun' }, never)).rejects.toMatchObject({
			message: expect.stringMatching(/^Cannot start the sandbox: the runtime does not work here: crun: .*hybrid mode/),
			mend: expect.stringContaining('SANDBOX_RUNTIME=auto'),
		});
		await expect(chooseRuntime({ ...question, choice: 'runsc' }, never)).rejects.toMatchObject({
			message: 'Cannot start the sandbox: runsc is not installed',
			mend: 'Install the package "runsc", or set SANDBOX_RUNTIME=auto',
		});
		await expect(chooseRuntime({ ...question, choice: 'krun' }, never)).rejects.toThrow('krun is unproved');
	});

	it('says why when none works', async () => {
		await using dir = await tempDir();
		const question = {
			runtimes: { crun: '/bin/false', runc: '/bin/false' },
			manager: 'cgroupfs',
			folder: dir.path,
		} as const;
		await expect(chooseRuntime({ ...question, choice: 'auto' }, never)).rejects.toMatchObject({
			name: 'ProblemError',
			message: expect.stringContaining('no container runtime works here'),
		});
	});

	it('tries nothing without root, and takes no kernel of its own there', async () => {
		const runtimes = { runsc: '/bin/false', runc: '/bin/false' };
		const question = { runtimes, manager: 'cgroupfs', folder: '/nowhere', rootless: true } as const;
		const passedOver = ['runsc: it is used as root only'];
		expect(await chooseRuntime({ ...question, choice: 'auto' }, never)).toEqual({ name: 'runc', passedOver });
		await expect(chooseRuntime({ ...question, choice: 'runsc' }, never)).rejects.toThrow(passedOver[0]);
		const refused = new Map([['runc', 'process limit is 0']]);
		await expect(chooseRuntime({ ...question, refused, choice: 'auto' }, never)).rejects.toThrow('process limit is 0');
	});
});
