import { once } from 'node:events';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOwner } from '../../../../src/sandbox/podman/container/owner.ts';
import { openStream } from '../../../../src/sandbox/podman/host/open-stream.ts';
import { openStreamDoor, type StreamDoor } from '../../../../src/sandbox/podman/host/stream-door.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const gid = 65_534;

async function atDoor(does: (door: StreamDoor, socket: string) => Promise<void>): Promise<void> {
	await using dir = await tempDir();
	const socket = join(dir.path, 'bot', createOwner().nameSlot());
	await using door = await openStreamDoor({ socket, gid, most: 4 });
	await does(door, socket);
}

describe.skipIf(process.getuid?.() !== 0)('The streams of sandboxes', () => {
	it('are behind a way that others can pass, and lie beside none that dead processes have left', async () => {
		await using dir = await tempDir();
		await chmod(dir.path, 0o700);
		const folder = join(dir.path, 'bot');
		await mkdir(folder);
		await writeFile(join(folder, '4194305-1-ab.cd'), '');
		const socket = join(folder, createOwner().nameSlot());
		await using _door = await openStreamDoor({ socket, gid, most: 4 });
		expect((await stat(dir.path)).mode & 0o777).toBe(0o711);
		expect(await readdir(folder)).toEqual([basename(socket)]);
	});

	it('are behind a folder that only the group of the bot can enter, and list no more', () =>
		atDoor(async (_door, socket) => {
			expect(await stat(dirname(socket))).toMatchObject({ uid: 0, gid, mode: 0o40710 });
			expect(await stat(socket)).toMatchObject({ uid: 0, gid, mode: 0o140660 });
		}));

	it('pass on what is said either way, whole, and end with either side', () =>
		atDoor(async (door) => {
			const [host, guest] = duplexPair();
			const stream = await openStream(door.offer(host, 'whole'));
			const long = 'x'.repeat(2 ** 20);
			stream.write(long);
			let heard = 0;
			for await (const chunk of guest.iterator({ destroyOnReturn: false })) {
				heard += chunk.length;
				if (heard === long.length) break;
			}
			guest.write('answer');
			expect(String((await once(stream, 'data'))[0])).toBe('answer');
			stream.destroy();
			await once(host, 'close');
		}));

	it('of a relay may end on one side first', () =>
		atDoor(async (door) => {
			const [host, guest] = duplexPair();
			const stream = await openStream(door.offer(host, 'half'));
			const [asked, closed] = [once(guest, 'end'), Promise.all([once(stream, 'close'), once(host, 'close')])];
			stream.end('question');
			expect(String((await once(guest, 'data'))[0])).toBe('question');
			await asked;
			guest.end('answer');
			expect(String((await once(stream, 'data'))[0])).toBe('answer');
			stream.resume();
			await closed;
		}));

	it('end for whoever comes for one that has ended meanwhile, and others are passed on', () =>
		atDoor(async (door) => {
			const [gone] = duplexPair();
			const offer = door.offer(gone, 'whole');
			gone.destroy();
			await once((await openStream(offer)).resume(), 'close');
			const [host, guest] = duplexPair();
			const stream = await openStream(door.offer(host, 'whole'));
			guest.write('answer');
			expect(String((await once(stream, 'data'))[0])).toBe('answer');
			stream.destroy();
		}));

	it('are given to nobody without a ticket, and to nobody twice', () =>
		atDoor(async (door, socket) => {
			const [host, guest] = duplexPair();
			const offer = door.offer(host, 'whole');
			for (const line of [`${'0'.repeat(32)}\n`, 'GET / HTTP/1.1\r\nHost: x\r\nA: bcdefghijkl\r\n\r\n']) {
				const stranger = connect(socket);
				stranger.on('error', () => undefined).write(line);
				await once(stranger.resume(), 'close');
			}
			const stream = await openStream(offer);
			guest.write('for one');
			expect(String((await once(stream, 'data'))[0])).toBe('for one');
			const second = (await openStream(offer)).resume();
			await once(second, 'close');
			stream.destroy();
		}));
});
