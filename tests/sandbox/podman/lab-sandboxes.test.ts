import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { labHome, labIn } from '../../../src/sandbox/lab-home.ts';
import { claimLab, clearLabs, withLabs } from '../../../src/sandbox/podman/container/lab-paths.ts';
import type { HostPaths } from '../../../src/sandbox/podman/container/options.ts';
import { isSessionId } from '../../../src/store/session/layout.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { leftOf, nothing } from './left-of.ts';
import { describeWithPodman, podmanCli, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

const diskBytes = 64 * 2 ** 20;

describeWithPodman('A lab', () => {
	it('leaves nothing when it ends, whoever ends it', async () => {
		await using podman = await podmanHome();
		const { sandboxes, options } = podman;
		const [ended, killed] = [
			labHome(diskBytes, { like: 'slack-T012-C34-1712__56' }),
			labHome(diskBytes, { like: 'slack-T012-C34-1712__56' }),
		];
		const folderOf = ({ session }: typeof ended) => options.pathsOf(session).passing?.folder ?? '';
		const [first, second] = await Promise.all([sandboxes.acquire(ended, never), sandboxes.acquire(killed, never)]);
		await bash(first, 'echo x > /workspace/left; mkdir -p /outputs/deep; echo x > /outputs/deep/left');
		expect([ended, killed].map((home) => existsSync(join(folderOf(home), 'disk.img')))).toEqual([true, true]);
		await sandboxes.end(ended.session);
		expect(existsSync(folderOf(ended))).toBe(false);
		await second.call({ tool: 'bash', args: { command: 'kill -9 -1' } }, { signal: never });
		const [container = ''] = leftOf(podman).containers;
		podmanCli('kill', container);
		await waitFor(() => !existsSync(folderOf(killed)), 'the end of the other');
		expect(leftOf(podman)).toEqual(nothing);
	}, 60_000);

	it('is made anew, and empty, after a draft has taken it down', async () => {
		await using podman = await podmanHome();
		const home = labHome(diskBytes, { like: 'slack-T012-C34-1712__56' });
		const first = await podman.sandboxes.acquire(home, never);
		await bash(first, 'echo x > /workspace/left');
		await podman.sandboxes.end(home.session);
		const second = await podman.sandboxes.acquire(home, never);
		expect((await bash(second, 'ls -A /workspace | wc -l')).text).toMatch(/\n0$/);
	}, 60_000);
});

it('what a process that died has left of its labs is removed, and no session', async () => {
	await using dir = await tempDir();
	const folders = { sessions: join(dir.path, 'sessions'), markers: join(dir.path, 'labs') };
	const pathsOf = withLabs(() => ({}) as HostPaths, folders);
	const passings = ['slack-T012-C34-1712__56', 'local-x'].map((like) => {
		const { passing } = pathsOf(labHome(diskBytes, { like }).session);
		if (!passing) throw new Error('No lab');
		return passing;
	});
	for (const { folder } of passings) expect(dirname(folder)).toBe(folders.sessions);
	await Promise.all(passings.map(claimLab));
	for (const { folder } of passings) await writeFile(join(folder, 'disk.img'), 'x');
	// Somebody says of a session that it is a lab
	await mkdir(join(folders.sessions, 'local-real', 'state'), { recursive: true });
	await writeFile(join(folders.markers, 'local-real'), '');
	await clearLabs(folders, silentLogger);
	expect(await readdir(folders.sessions)).toEqual(['local-real']);
	expect(await readdir(folders.markers)).toEqual([]);
	await clearLabs({ ...folders, markers: join(dir.path, 'none') }, silentLogger);
});

it('a lab never takes the folder of a session', async () => {
	await using dir = await tempDir();
	const passing = { folder: join(dir.path, 'sessions', 'local-real'), marker: join(dir.path, 'labs', 'local-real') };
	await mkdir(passing.folder, { recursive: true });
	await expect(claimLab(passing)).rejects.toThrow('EEXIST');
	expect([existsSync(passing.folder), existsSync(passing.marker)]).toEqual([true, false]);
});

it.each(['slack-T012AB-C34-1712345678__123456.2', 'discord-123-456', 'local-9', 'local-', 'plain'])(
	'the id of a lab looks like that of the session %s, and is another',
	(like) => {
		const shape = (id: string) =>
			id
				.replaceAll(/[0-9]+/g, '0')
				.replaceAll(/[a-z]+/g, 'a')
				.replaceAll(/[A-Z]+/g, 'A');
		const ids = Array.from({ length: 50 }, () => labIn(labHome(diskBytes, { like }).session) ?? '');
		expect(new Set([...ids, like]).size).toBe(51);
		for (const id of ids) {
			expect(isSessionId(id)).toBe(true);
			expect(id.split('-').slice(0, -1)).toEqual(like.split('-').slice(0, -1));
			if (!like.endsWith('-')) expect(shape(id).startsWith(shape(like).slice(0, -1))).toBe(true);
		}
	},
);
