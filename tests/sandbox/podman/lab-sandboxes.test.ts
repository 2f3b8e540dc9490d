import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { labHome, labIn } from '../../../src/sandbox/lab-home.ts';
import { clearLabs } from '../../../src/sandbox/podman/container/lab-paths.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { leftOf, nothing } from './left-of.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

const diskBytes = 64 * 2 ** 20;

describeWithPodman('A lab', () => {
	it('leaves nothing when it ends, whoever ends it', async () => {
		await using podman = await podmanHome();
		const { sandboxes, options } = podman;
		const [ended, killed] = [labHome(diskBytes), labHome(diskBytes)];
		const folderOf = ({ session }: typeof ended) => options.pathsOf(session).passing ?? '';
		const [first, second] = await Promise.all([sandboxes.acquire(ended, never), sandboxes.acquire(killed, never)]);
		await bash(first, 'echo x > /workspace/left; mkdir -p /outputs/deep; echo x > /outputs/deep/left');
		expect([ended, killed].map((home) => existsSync(join(folderOf(home), 'disk.img')))).toEqual([true, true]);
		await sandboxes.end(ended.session);
		expect(existsSync(folderOf(ended))).toBe(false);
		await second.call({ tool: 'bash', args: { command: 'kill -9 -1' } }, { signal: never });
		const [container = ''] = leftOf(podman).containers;
		execFileSync('podman', ['kill', container], { stdio: 'pipe' });
		await waitFor(() => !existsSync(folderOf(killed)), 'the end of the other');
		expect(leftOf(podman)).toEqual(nothing);
	}, 60_000);

	it('is made anew, and empty, after a draft has taken it down', async () => {
		await using podman = await podmanHome();
		const home = labHome(diskBytes);
		const first = await podman.sandboxes.acquire(home, never);
		await bash(first, 'echo x > /workspace/left');
		await podman.sandboxes.end(home.session);
		const second = await podman.sandboxes.acquire(home, never);
		expect((await bash(second, 'ls -A /workspace | wc -l')).text).toMatch(/\n0$/);
	}, 60_000);
});

it('what a process that died has left of its labs is removed', async () => {
	await using dir = await tempDir();
	const left = join(dir.path, 'labs', labIn(labHome(diskBytes).session) ?? '');
	await mkdir(join(left, 'inputs'), { recursive: true });
	await writeFile(join(left, 'disk.img'), 'x');
	await clearLabs(join(dir.path, 'labs'), silentLogger);
	expect(existsSync(join(dir.path, 'labs'))).toBe(false);
	await clearLabs(join(dir.path, 'labs'), silentLogger);
});
