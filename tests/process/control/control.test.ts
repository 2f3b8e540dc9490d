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

const request = { verb: 'delete-session', session: 's' } as const;
const echo: Control = async ({ verb, session }) => ({ ok: true, text: `${verb} ${session}` });
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

	it.each(['{}', 'no JSON', '{"verb":"delete-session","session":1}', 'x'.repeat(100_000)])(
		'hangs up on what is no order, and goes on: %.20s',
		async (line) => {
			await using dir = await tempDir();
			await using _listening = await listenForControl({ home: dir.path, control: echo, log });
			await using where = await socketPathIn(dir.path);
			const socket = connect(where.path);
			socket.on('error', () => undefined);
			socket.write(`${line}\n`);
			await once(socket, 'close');
			expect(await order(dir.path, request)).toMatchObject({ ok: true });
		},
	);
});
