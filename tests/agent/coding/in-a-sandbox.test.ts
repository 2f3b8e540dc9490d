import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAcpDriver } from '../../../src/agent/coding/driver/acp/acp-driver.ts';
import { bringBack, bringIn, isEmptied, undo } from '../../../src/agent/coding/folder/work-folder.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../sandbox/podman/podman-home.ts';
import { bash, never } from '../../sandbox/podman/run-in.ts';
import { waitFor } from '../../support/wait-for.ts';
import { acpOptions, textOf, told } from './driver/scripted-agent.ts';

const work = { folder: '/workspace/work', stage: '/workspace/.agent-1', box: '/workspace/box' };

describeWithPodman('a coding agent in a sandbox', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('coding'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose](), 60_000);

	it('runs prompts, is stopped, goes on, and is gone with its driver', async () => {
		const content = await readFile(new URL('../../support/acp-agent-program.ts', import.meta.url), 'utf8');
		const path = '/tmp/agent/program.ts';
		const order = { argv: ['node', path, 'well', '20'], cwd: '/workspace', env: {}, files: [{ path, content }] };
		const process = await sandbox.open(order, never);
		await using driver = await openAcpDriver(process, acpOptions, never);
		expect(textOf(await told(driver, 'normal'))).toBe('Done: both pass.');
		expect(textOf(await told(driver, 'long line'))).toBe('after it');
		const stop = new AbortController();
		let heard = false;
		const onUpdate = () => {
			heard = true;
		};
		const prompt = told(driver, 'cancel', undefined, { signal: stop.signal, onUpdate });
		await waitFor(() => heard, 'the first update');
		stop.abort(new Error('stopped'));
		await expect(prompt).rejects.toThrow('stopped');
		expect((await told(driver, 'normal')).end).toEqual({ kind: 'done' });
		await driver[Symbol.asyncDispose]();
		await process.ended;
	});

	it('gets a work folder, whose changes come back with a diff and can be undone', async () => {
		const ends = { session: sandbox, box: sandbox };
		await bash(sandbox, 'mkdir -p work/src box; echo one >work/src/a.py; head -c 20000000 /dev/urandom >work/big');
		expect(await bringIn(ends, work, never)).toMatchObject({ kind: 'in', files: 2 });
		await bash(sandbox, 'echo two >box/src/a.py; rm box/big; echo new >box/new');
		expect(await bringBack(ends, work, never)).toMatchObject({
			kind: 'back',
			changes: [
				{ path: 'big', kind: 'deleted', state: 'applied' },
				{ path: 'new', kind: 'created', state: 'applied' },
				{ path: 'src/a.py', kind: 'changed', state: 'applied', added: 1, removed: 1 },
			],
			diff: expect.stringContaining('-one\n+two\n'),
		});
		expect((await bash(sandbox, 'ls work; cat work/src/a.py')).text).toContain('new\nsrc\ntwo');
		expect(await undo(sandbox, work, never)).toMatchObject({ kind: 'back' });
		expect((await bash(sandbox, 'ls work; cat work/src/a.py')).text).toContain('big\nsrc\none');
	});

	it('that is left of no file is told from one that never had any', async () => {
		const ends = { session: sandbox, box: sandbox };
		const lost = { folder: '/workspace/full', stage: '/workspace/.agent-2', box: '/workspace/lost' };
		const bare = { folder: '/workspace/none', stage: '/workspace/.agent-3', box: '/workspace/bare' };
		await bash(sandbox, 'mkdir -p full/src lost none bare; echo one >full/src/a.py');
		await bringIn(ends, lost, never);
		await bringIn(ends, bare, never);
		expect(await isEmptied(ends, lost, never)).toBe(false);
		await bash(sandbox, 'rm -r lost/src; mkdir lost/src lost/lost+found');
		expect(await isEmptied(ends, lost, never)).toBe(true);
		expect(await isEmptied(ends, bare, never)).toBe(false);
	});
});
