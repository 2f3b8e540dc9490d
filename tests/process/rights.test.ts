import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needRights, rootProblem, subIdsIn, userProblem } from '../../src/process/rights.ts';
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
	['CapEff:\t000001ffffffffff\n', undefined],
	['CapEff:\t0000000000200000\n', undefined],
	[undefined, undefined],
	['CapEff:\t00000000a80425fb\n', expect.stringContaining('CAP_SYS_ADMIN')],
])('root with its rights is not refused, root without them is: %j', (status, named) => {
	expect(rootProblem(status)?.message).toEqual(named);
});

it('a user without root needs ids for sandboxes, and is told how many there are', () => {
	expect(userProblem(1000, 65_536, true)).toBeUndefined();
	expect(userProblem(1000, 65_536, false)?.message).toContain('/run/user/1000 is not there');
	expect(userProblem(1000, 4_096, true)?.message).toContain('as user 1000: 4096 ids');
});

it('ids that are set aside count by name and by number, in all lines of a user', () => {
	const text = 'ann:100000:65536\nbob:165536:65536\n1000:300000:1000\nann:400000:x\n\n';
	expect(subIdsIn(text, ['1000', 'ann'])).toBe(66_536);
	expect(subIdsIn('', ['ann'])).toBe(0);
});

describe.skipIf(!mayStart)('who is not root and has no ids for sandboxes', () => {
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
				'threadsmith: Cannot start as user 65534: 0 ids are set aside for its sandboxes in /etc/subuid and /etc/subgid, at least 65536 are needed. Run `npm start`, which prints the command that root runs once, or start it with sudo: sudo npm start\n',
			);
			expect(ended.code).toBe(1);
		},
	);

	it('is another matter than who is', async () => {
		await expect(needRights()).resolves.toBeUndefined();
	});
});
