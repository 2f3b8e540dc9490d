import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { type Control, listenForControl } from '../../../src/process/control/listen.ts';
import { order } from '../../../src/process/control/order.ts';
import { socketPathIn } from '../../../src/process/control/socket-path.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';

const request = { verb: 'delete-session', session: 's' } as const;
const echo: Control = async (asked) => ({ ok: true, text: `${asked.verb} ${'session' in asked ? asked.session : ''}` });
const log = silentLogger;

describe('control.sock', () => {
	it('hands an order to the process that listens, and its answer back', async () => {
		await using dir = await tempDir();
		await using _listening = await listenForControl({ home: dir.path, control: echo, log });
		expect(await order(dir.path, request)).toEqual({ ok: true, text: 'delete-session s' });
		expect((await stat(join(dir.path, 'control.sock'))).mode & 0o777).toBe(0o600);
	});

	it('is answered by nobody where nothing runs, or what ran was killed', async () => {
		await using dir = await tempDir();
		expect(await order(dir.path, request)).toBeUndefined();
		expect(await order(join(dir.path, 'nowhere'), request)).toBeUndefined();
		await writeFile(join(dir.path, 'control.sock'), '');
		expect(await order(dir.path, request)).toBeUndefined();
		await using _listening = await listenForControl({ home: dir.path, control: echo, log });
		expect(await order(dir.path, request)).toMatchObject({ ok: true });
	});

	it('is there in a data folder whose path is longer than that of a socket may be', async () => {
		await using dir = await tempDir();
		const home = join(dir.path, 'a'.repeat(120));
		await mkdir(home);
		await using _listening = await listenForControl({ home, control: echo, log });
		expect(await order(home, request)).toMatchObject({ ok: true });
	});

	it('tells why an order failed', async () => {
		await using dir = await tempDir();
		const control: Control = () => Promise.reject(new Error('The disk is full'));
		await using _listening = await listenForControl({ home: dir.path, control, log });
		expect(await order(dir.path, request)).toEqual({ ok: false, text: 'The disk is full' });
	});

	it.each([
		['an empty object', '{}'],
		['no JSON', 'no JSON'],
		['a wrong type', '{"verb":"delete-session","session":1}'],
		['what no session is called', '{"verb":"delete-session","session":"../../x"}'],
		['a verb that there is not', '{"verb":"stop","session":"s"}'],
		['a megabyte', 'x'.repeat(1_000_000)],
	])('hangs up on what is no order, and goes on: %s', async (_what, line) => {
		await using dir = await tempDir();
		await using _listening = await listenForControl({ home: dir.path, control: echo, log });
		await using where = await socketPathIn(dir.path);
		const socket = connect(where.path);
		socket.on('error', () => undefined);
		socket.write(`${line}\n`);
		await new Promise((resolve) => socket.once('close', resolve));
		expect(await order(dir.path, request)).toMatchObject({ ok: true });
	});

	it('answers several at a time, also beside those who send half a line and hang, or go', async () => {
		await using dir = await tempDir();
		await using _listening = await listenForControl({ home: dir.path, control: echo, log });
		const { path } = await socketPathIn(dir.path);
		const [hangs, goes] = [connect(path), connect(path)];
		for (const socket of [hangs, goes]) socket.write('{"verb":"delete-');
		goes.end();
		await once(goes, 'close');
		const sessions = ['a', 'b', 'c'];
		const answers = await Promise.all(sessions.map((session) => order(dir.path, { ...request, session })));
		expect(answers.map((answer) => answer?.text)).toEqual(sessions.map((session) => `delete-session ${session}`));
		hangs.destroy();
	});

	it('is gone with the process that listened, whoever still hangs on it', async () => {
		await using dir = await tempDir();
		const { path } = await socketPathIn(dir.path);
		let asked = false;
		let refused: Promise<void> | undefined;
		const never: Control = () => {
			asked = true;
			return new Promise(() => {});
		};
		{
			await using _listening = await listenForControl({ home: dir.path, control: never, log });
			const hangs = connect(path);
			await once(hangs, 'connect');
			refused = expect(order(dir.path, request)).rejects.toThrow('does not answer');
			await waitFor(() => asked, 'the order');
		}
		await refused;
		await expect(stat(path)).rejects.toThrow('ENOENT');
		expect(await order(dir.path, request)).toBeUndefined();
	});
});
