import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needRights, rightsProblem } from '../../src/process/rights.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = join(import.meta.dirname, '../..');
const nobody = { uid: 65534, gid: 65534 };

/** A clone in somebody's own folder cannot be started by others at all. */
const mayStart =
	process.getuid?.() === 0 &&
	(await new Promise<boolean>((resolve) =>
		execFile(join(root, 'threadsmith'), ['--version'], { ...nobody, env: { PATH: process.env['PATH'] } }, (error) =>
			resolve(error === null),
		),
	));

it.each([
	[0, 'CapEff:\t000001ffffffffff\n', undefined],
	[0, 'CapEff:\t0000000000200000\n', undefined],
	[0, undefined, undefined],
	[0, 'CapEff:\t00000000a80425fb\n', 'CAP_SYS_ADMIN'],
	[65534, 'CapEff:\t0000000000000000\n', 'user 65534'],
])('what root with its rights may is not refused, and all else is: user %i, %j', (user, status, named) => {
	const problem = rightsProblem(user, status);
	expect(problem?.message.includes(named ?? '') ?? true).toBe(true);
	expect(problem === undefined).toBe(named === undefined);
});

describe.skipIf(!mayStart)('who is not root', () => {
	it.each([[], ['demo'], ['mcp', 'local']])(
		'is told so in one sentence at the start, before anything is made: %j',
		async (...args) => {
			await using dir = await tempDir();
			const home = join(dir.path, 'home');
			const env = { PATH: process.env['PATH'], THREADSMITH_HOME: home, NODE_COMPILE_CACHE: dir.path };
			const model = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', BRAIN_MODEL: 'a' };
			const ended = await new Promise<{ readonly code: number | null; readonly stderr: string }>((resolve) => {
				const options = { env: { ...env, ...model }, ...nobody };
				const child = execFile(join(root, 'threadsmith'), args, options, (_, _stdout, stderr) =>
					resolve({ code: child.exitCode, stderr }),
				);
				child.stdin?.end();
			});
			expect(ended.stderr).toBe(
				'threadsmith: Cannot start as user 65534: sandboxes are made by root, each with a disk of its own that is mounted. Start it with sudo: sudo npm start\n',
			);
			expect(ended.code).toBe(1);
		},
	);

	it('is another matter than who is', async () => {
		await expect(needRights()).resolves.toBeUndefined();
	});
});
