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
		expect(await chooseRuntime({ choice: 'auto', runtimes, manager: 'cgroupfs', folder: dir.path }, never)).toBe(
			'runc',
		);
	});

	it.skipIf(missing)('takes the first that works', async () => {
		await using dir = await tempDir();
		const runtimes = { crun: '/usr/sbin/runc', runc: '/usr/sbin/runc' };
		expect(await chooseRuntime({ choice: 'auto', runtimes, manager: 'cgroupfs', folder: dir.path }, never)).toBe(
			'crun',
		);
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
});
