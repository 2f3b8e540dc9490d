import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { krunRows } from '../../../scripts/doctor/runtime.mjs';
import { tempDir } from '../../support/temp-dir.ts';

afterEach(() => {
	vi.unstubAllEnvs();
});

describe('virtual machines', () => {
	it.each([
		['a guest of krun ran', 'exit 0'],
		['no guest of krun ran: KVM_EXIT_INTERNAL_ERROR', `echo 'level=error msg="KVM_EXIT_INTERNAL_ERROR"' >&2; exit 1`],
	])('are tried where krun is installed, whatever devices there are: %s', async (seen, script) => {
		await using dir = await tempDir();
		const bin = join(dir.path, 'bin');
		await mkdir(bin);
		// It deletes and tells its version without a guest
		const body = `#!/bin/sh\ncase "$*" in *run\\ --bundle*) ${script} ;; esac\n`;
		await writeFile(join(bin, 'krun'), body, { mode: 0o755 });
		vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
		const tried = process.getuid?.() === 0 ? seen : 'no guest of krun was tried: that needs root';
		expect(await krunRows()).toEqual([
			{
				name: 'virtual machines',
				value: `${tried}; krun is unproved until somebody has run the attacks in it, and is not used`,
				runtime: 'krun',
			},
		]);
	});
});
