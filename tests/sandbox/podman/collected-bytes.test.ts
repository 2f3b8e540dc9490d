import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { createLedger } from '../../../src/sandbox/files/ledger.ts';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

const megabyte = 2 ** 20;

describeWithPodman('Sparse files that a session hands back', () => {
	it('never take more room on the host than a session may have, turn after turn', async () => {
		await using dir = await tempDir();
		const limits = { sessionBytes: 20 * megabyte, dayBytes: 100 * megabyte };
		const path = join(dir.path, 'today.json');
		const ledger = createLedger({ path, limits, now: Date.now, log: silentLogger });
		await using home = await podmanHome({ fileLimits: { ...defaultFileLimits, ledger } });
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const known = new Map<string, string>();
		const refused: string[] = [];
		for (let turn = 0; turn < 3; turn++) {
			const names = [1, 2, 3, 4].map((file) => `t${turn}-${file}.bin`).join(' ');
			expect(await bash(sandbox, `cd /outputs && truncate -s 3M ${names}`)).toMatchObject({ ok: true });
			const collected = await sandbox.collect(known, never);
			for (const { name, sha256 } of collected.artifacts) known.set(name, sha256);
			refused.push(...collected.refused.map(({ reason }) => reason));
		}
		expect(known.size).toBe(6);
		// Those of the second turn that did not fit, and again with those of the third.
		expect(refused).toHaveLength(2 + 6);
		expect(new Set(refused)).toEqual(
			new Set([expect.stringContaining('handed back over 20 MB: go on in a new session')]),
		);
		expect(await bytesIn(home.options.pathsOf('s').outputs)).toBeLessThanOrEqual(20 * megabyte);
	}, 60_000);
});

async function bytesIn(folder: string): Promise<number> {
	const facts = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
	return facts.reduce((sum, { blocks }) => sum + blocks * 512, 0);
}
