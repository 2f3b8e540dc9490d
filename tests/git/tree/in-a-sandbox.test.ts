import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../sandbox/podman/podman-home.ts';
import { bash, never } from '../../sandbox/podman/run-in.ts';
import { type Files, mirrorOf } from './mirror-of.ts';
import { bundleOf } from './work-folder-of.ts';

const files: Files = { '.gitignore': 'dist/\n', 'a.txt': 'one\n', 'run.sh': { bytes: 'x\n', mode: '100755' } };

async function run(sandbox: Sandbox, name: string, order: object, input: Uint8Array): Promise<Buffer> {
	const argv = ['python3', '-I', '-S', '-B', `/opt/threadsmith/${name}.py`, JSON.stringify(order)];
	await using program = await sandbox.open({ argv, cwd: '/', env: {} }, never);
	program.stream.end(input);
	const printed = await buffer(program.stream);
	expect(await program.ended, program.lastWords()).toEqual({ kind: 'exit', code: 0 });
	return printed;
}

describeWithPodman('A repository in a sandbox', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose](), 60_000);

	it('goes in as a bundle and comes out as one commit, with the tools that people and agents have there', async () => {
		await using mirror = await mirrorOf(files);
		const order = { root: '/workspace', folder: 'app', name: 'work' };
		const opened = await run(sandbox, 'open_repo', order, bundleOf(mirror, mirror.base));
		expect(JSON.parse(opened.toString())).toMatchObject({ branch: 'work', files: 3, conflicts: [], made: true });
		const work = 'cd /workspace/app && echo two >a.txt && mkdir dist && touch dist/x && git commit -qam mine';
		expect((await bash(sandbox, `${work} && git status --short && git log --format=%an`)).text).toMatch(/smith/);
		const staged = await run(sandbox, 'stage_tree', { root: '/workspace/app' }, Buffer.alloc(0));
		expect(await mirror.take(staged)).toMatchObject({
			changes: [{ path: 'a.txt', kind: 'changed', added: 1, removed: 1 }],
			ignored: ['dist/'],
		});
		const again = await run(sandbox, 'open_repo', order, bundleOf(mirror, mirror.base));
		expect(again.toString()).toContain('"made": false');
	});
});
