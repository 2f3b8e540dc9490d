import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { layerGuest } from '../../../../src/sandbox/podman/image/own-image.ts';
import { selfCheck } from '../../../../src/sandbox/podman/image/self-check.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';
import { describeWithPodman, image, podmanCli, podmanHome } from '../podman-home.ts';
import { bash, never } from '../run-in.ts';

describeWithPodman("An image of one's own", () => {
	const tags: string[] = [];
	let dir: TempDir;

	/** Builds one on ours, which needs no program to run. */
	async function build(name: string, lines: string): Promise<string> {
		const tag = `localhost/threadsmith-test-${process.pid}:${name}`;
		await writeFile(join(dir.path, 'Containerfile'), `FROM ${image}\n${lines}\n`);
		podmanCli('build', '--network=none', '--pull=never', '--tag', tag, dir.path);
		tags.push(tag);
		return tag;
	}

	beforeAll(async () => {
		dir = await tempDir();
	});
	afterAll(async () => {
		if (tags.length > 0) podmanCli('rmi', '--force', ...tags);
		await dir?.[Symbol.asyncDispose]();
	});

	// Half a minute: with `npm run sandbox-test` alone
	it.skipIf(process.env['SANDBOX_TESTS'] !== 'all')(
		'has the guest in a layer on it, whatever it starts itself, and passes the check',
		async () => {
			const own = await build('own', 'COPY Containerfile /etc/mine\nENTRYPOINT ["/bin/false"]\nUSER 1000');
			const tag = await layerGuest({ own, ours: image }, never);
			tags.push(tag);
			expect(await layerGuest({ own, ours: image }, never)).toBe(tag);
			await using home = await podmanHome({ image: tag });
			const sandbox = await home.sandboxes.acquire(home.home('s'), never);
			expect((await bash(sandbox, 'head -1 /etc/mine; id -un')).text).toContain(`FROM ${image}\nsmith`);
			const [{ runtime } = { runtime: '' }] = home.sandboxes.status();
			const rows = await selfCheck(sandbox, { runtime, names: [home.options.homeId], signal: never });
			expect(rows.filter(({ met }) => !met)).toEqual([]);
		},
		120_000,
	);

	it('is refused where it is not there, or declares what could be written without a limit', async () => {
		await expect(layerGuest({ own: 'localhost/never-built', ours: image }, never)).rejects.toThrow(
			'There is no image "localhost/never-built" here',
		);
		const own = await build('volume', 'VOLUME /data');
		await expect(layerGuest({ own, ours: image }, never)).rejects.toThrow(/it declares volumes \(\/data\)/);
	});

	it('is refused where nothing can be run in it', async () => {
		const own = await build('closed', 'ENV PATH=/nowhere');
		await expect(layerGuest({ own, ours: image }, never)).rejects.toThrow(/Cannot put the guest on the image/);
	});
});
