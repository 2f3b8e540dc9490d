import { chown, mkdir, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { serveHelper } from '../../../../src/sandbox/podman/host/serve-helper.ts';
import { startChild } from '../../../support/child.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { leftOf, nothing } from '../left-of.ts';
import { dataOf, describeWithPodman, itOnHostKernel, podmanOptions, servedHere } from '../podman-home.ts';
import { never } from '../run-in.ts';

/** Nobody's, on every machine. */
const user = { uid: 65_533, gid: 65_533 };

describeWithPodman('A bot that is not root, with a helper that is', () => {
	(process.getuid?.() === 0 ? itOnHostKernel : it.skip)(
		'has its sandboxes by their sessions, and nothing of root; killed, it leaves nothing',
		async () => {
			const options = podmanOptions({ timezone: 'Asia/Tokyo' });
			const data = dataOf(options.homeId);
			await mkdir(data, { mode: 0o700 });
			await chown(data, user.uid, user.gid);
			const program = new URL('bot-child.ts', import.meta.url).pathname;
			await using bot = startChild(program, [data, options.stateDir, String(user.uid)], 'line');
			if (bot.line === undefined) throw new Error('No line');
			const pool = { folder: `${data}/pool` };
			const serving = serveHelper({ ...options, ...servedHere(options, user), pool, line: bot.line }, never);
			await waitFor(() => bot.lines().length === 2, 'what it came to', 60_000);
			const [worked, { resolution, refused }] = bot.lines().map((line) => JSON.parse(line));
			expect(worked).toMatchObject({
				ran: expect.stringContaining('JST'),
				stopped: ['sleep 4716'],
				artifacts: [{ name: 'a.txt', size: 5 }],
				copy: user.uid,
				image: [0, 0o600],
			});
			expect(resolution).toMatchObject({ kind: 'refused' });
			expect(refused).toEqual({
				linked: expect.stringContaining('it is not a folder'),
				own: expect.stringContaining('another user has made it'),
				socket: expect.stringContaining('EACCES'),
			});
			expect(leftOf({ options }).containers.length).toBeGreaterThan(0);
			await bot.kill();
			await serving;
			expect(leftOf({ options })).toEqual(nothing);
			await rm(data, { recursive: true });
		},
	);
});
