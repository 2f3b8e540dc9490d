import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { createFarBorder } from '../../../../src/sandbox/podman/border/far-border.ts';
import type { Request } from '../../../../src/sandbox/podman/border/messages.ts';
import { encodeFrame, readFrames } from '../../../../src/sandbox/podman/line/frames.ts';
import { createHelperLine } from '../../../../src/sandbox/podman/line/helper-line.ts';
import { borderOn, borderThroughHelper } from '../../files/through-helper.ts';

const never = new AbortController().signal;
const trees = { inputs: '/data/s/inputs', tools: '/data/s/tools', memories: '/data/s/memories' };

it('frames come out as they went in, wherever the stream is cut', async () => {
	const frame = fc.record({ head: fc.jsonValue(), body: fc.uint8Array({ maxLength: 60 }) });
	await fc.assert(
		fc.asyncProperty(fc.array(frame, { maxLength: 6 }), fc.nat({ max: 20 }), async (frames, size) => {
			const all = Buffer.concat(frames.map(({ head, body }) => encodeFrame(head, body)));
			const found = await Array.fromAsync(readFrames(piecesOf(all, size + 1)));
			expect(found.map(({ body }) => [...body])).toEqual(frames.map(({ body }) => [...body]));
			expect(found.map(({ head }) => head)).toEqual(frames.map(({ head }) => JSON.parse(JSON.stringify(head))));
		}),
	);
});

it.each([
	['one that is too long', Buffer.from([255, 255, 255, 255, 0, 0, 0, 1]), /4294967295 bytes/],
	['one whose head is longer than itself', Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]), /cannot be read/],
	['half of one', encodeFrame('x').subarray(0, 9), /ended within/],
])('frames are not made of %s', async (_, bytes, why) => {
	await expect(Array.fromAsync(readFrames(piecesOf(bytes, 100)))).rejects.toThrow(why);
});

it('what the helper is asked for is done below its data folder, and nowhere else', async () => {
	const done: unknown[] = [];
	const direct = borderOn('/none', {
		makeSlot: async (slot) => void done.push([slot]),
		async bindTrees({ slot, stage }, given) {
			done.push([slot, stage, given]);
			return { cleared: Promise.resolve() };
		},
		mountDisk: async (slot, image, idBase) => void done.push([slot, image, idBase]),
		removeSlot: async (slot) => void done.push([slot]),
	});
	await using border = borderThroughHelper(direct, '/data');
	await border.makeSlot('1-2-ab.cd', never);
	await border.bindTrees({ slot: '1-2-ab.cd', stage: '1-2-ab.ef' }, trees, never);
	await border.mountDisk('1-2-ab.cd', '/data/s/disk.img', 4097, never);
	await border.removeSlot('1-2-ab.cd');
	expect(done).toEqual([
		['1-2-ab.cd'],
		['1-2-ab.cd', '1-2-ab.ef', trees],
		['1-2-ab.cd', '/data/s/disk.img', 4097],
		['1-2-ab.cd'],
	]);
	await expect(border.mountDisk('a', '/etc/passwd', 1, never)).rejects.toThrow('is not below the data folder');
	await expect(border.mountDisk('a', '/data2/disk.img', 1, never)).rejects.toThrow('is not below the data folder');
});

it.each(['..', '../x', 'a/b', '.', ''])('a slot is not called %j', async (slot) => {
	await using border = borderThroughHelper(borderOn('/none', { removeSlot: async () => {} }), '/data');
	await expect(border.removeSlot(slot)).rejects.toThrow();
});

it('errors come back as they were: problems with what to do, others with their code', async () => {
	const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
	const direct = borderOn('/none', {
		makeSlot: () => Promise.reject(full),
		removeSlot: () => Promise.reject(new ProblemError('Cannot do it', 'Do that')),
	});
	await using border = borderThroughHelper(direct, '/data');
	await expect(border.makeSlot('a', never)).rejects.toMatchObject({ message: 'write failed', code: 'ENOSPC' });
	await expect(border.removeSlot('a')).rejects.toMatchObject({ name: 'ProblemError', mend: 'Do that' });
});

it('what is called off ends in the helper first, then rejects with the reason', async () => {
	const order: string[] = [];
	const direct = borderOn('/none', {
		async makeSlot(_slot, signal) {
			began.abort();
			await once(signal, 'abort');
			order.push('undone');
			throw signal.reason;
		},
	});
	await using border = borderThroughHelper(direct, '/data');
	const [began, off] = [new AbortController(), new AbortController()];
	const reason = new Error('not any more');
	const making = border.makeSlot('a', off.signal).finally(() => order.push('answered'));
	await once(began.signal, 'abort');
	off.abort(reason);
	await expect(making).rejects.toBe(reason);
	expect(order).toEqual(['undone', 'answered']);
});

it('a helper that dies fails what was asked of it, and the next question starts another one', async () => {
	let started = 0;
	await using line = createHelperLine<Request>('the helper for mounts', async () => {
		started += 1;
		const [input, output] = [new PassThrough(), new PassThrough()];
		const dies = started === 1;
		input.on('data', () => (dies ? output.end() : output.write(encodeFrame({ id: 1, outcome: { done: {} } }))));
		const end = async () => {
			output.end();
			return dies ? 'cannot set up a namespace' : '';
		};
		return { input, output, end };
	});
	const border = createFarBorder(line, '/data');
	await expect(border.removeSlot('a')).rejects.toThrow('the helper for mounts ended: cannot set up a namespace');
	await border.removeSlot('a');
	expect(started).toBe(2);
});

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
