import { type Duplex, duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/base/log.ts';
import { defaultLimits } from '../../../../src/sandbox/podman/container/sandbox-limits.ts';
import type { BootOrder, Box, Host } from '../../../../src/sandbox/podman/host/host.ts';
import { hostOrders } from '../../../../src/sandbox/podman/host/orders.ts';
import { serveHelper } from '../../../../src/sandbox/podman/host/serve-helper.ts';
import { serveBoxes } from '../../../../src/sandbox/podman/host/served-boxes.ts';
import { encodeFrame, readFrames } from '../../../../src/sandbox/podman/line/frames.ts';
import { pathsIn } from '../../../support/session-home.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const never = new AbortController().signal;
const [own, foreign] = ['0123456789abcdef', 'fedcba9876543210'];

/** The bot's end of a line, with a helper at the other that has no Podman; it ends with the line. */
async function helped(does: (line: Duplex, ended: Promise<void>) => Promise<void>): Promise<void> {
	await using dir = await tempDir();
	const [line, bots] = duplexPair();
	bots.on('error', () => undefined);
	const ended = serveHelper(
		{
			homeId: 'test-protocol',
			stateDir: `${dir.path}/state`,
			image: 'none',
			runtime: 'runc',
			pathsOf: (session) => pathsIn(`${dir.path}/data/${session}`),
			limits: defaultLimits,
			timezone: 'UTC',
			log: silentLogger,
			seams: { path: '/nowhere' },
			data: `${dir.path}/data`,
			most: { sandboxes: 2, diskBytes: 1_000 },
			user: { uid: 65_534, gid: 65_534 },
			line,
		},
		never,
	);
	await does(bots, ended);
	bots.destroy();
	await ended;
}

const orderOf = (request: unknown, id = 0) => encodeFrame({ id, request });

/** The answer to one order. */
async function answerTo(line: Duplex, request: unknown): Promise<unknown> {
	const frames = readFrames(line.iterator({ destroyOnReturn: false }));
	line.write(orderOf(request));
	return (await frames.next()).value?.head;
}

describe.skipIf(process.getuid?.() !== 0)("Root's helper", () => {
	it.each([
		['a verb that it does not know', orderOf({ verb: 'exec', command: ['id'] })],
		['a session that is a way up', orderOf({ verb: 'boot', session: '../../etc', diskBytes: 1 })],
		['a lab that is a way up', orderOf({ verb: 'boot', session: 'lab ../x', diskBytes: 1 })],
		['a run that is a way up', orderOf({ verb: 'boot', session: 'agent ../x~1', diskBytes: 1 })],
		['a waiting sandbox for a run', orderOf({ verb: 'give', box: own, session: 'agent a~1', diskBytes: 1 })],
		['a path for a handle', orderOf({ verb: 'hold', box: '/proc/1/root' })],
		['a way to run something else', orderOf({ verb: 'relay', box: own, errand: 'sh' })],
		['a disk without an end', orderOf({ verb: 'boot', session: 's', diskBytes: Number.MAX_VALUE })],
		['a reason of a megabyte', orderOf({ verb: 'pass-over', runtime: 'runc', why: 'x'.repeat(2 ** 20) })],
		['four gigabytes', Buffer.from([255, 255, 255, 255, 0, 0, 0, 1])],
		['what is no JSON', Buffer.concat([Buffer.from([0, 0, 0, 3, 0, 0, 0, 3]), Buffer.from('{x}')])],
		['brackets, as deep as they go', Buffer.from(`\0\0\x1f\x40\0\0\x1f\x40${'['.repeat(8_000)}`, 'latin1')],
		['orders of one number', Buffer.concat([0, 0].map((id) => orderOf({ verb: 'ready' }, id)))],
		['a flood', Buffer.concat(Array.from({ length: 500 }, (_, id) => orderOf({ verb: 'ready' }, id)))],
	])('hangs up on %s', (_, bytes) =>
		helped(async (line, ended) => {
			line.resume().write(bytes);
			await ended;
		}),
	);

	it.each([
		['a sandbox that is another line’s, or nobody’s', { verb: 'hold', box: foreign }, /no such sandbox/],
		['a walk that is not open', { verb: 'read', walk: 7, from: 'start' }, /not open/],
		['a disk larger than the settings allow', { verb: 'boot', session: 's', diskBytes: 1_001 }, /larger than/],
		[
			'a box of an agent where there are none',
			{ verb: 'boot', session: 'agent a~1', diskBytes: 1 },
			/no sandboxes of coding/,
		],
		['what takes Podman where there is none', { verb: 'ready' }, /podman is not installed/],
	])('refuses %s, and goes on', (_, request, why) =>
		helped(async (line) => {
			const refused = { id: 0, outcome: { failed: { message: expect.stringMatching(why) } } };
			expect(await answerTo(line, request)).toMatchObject(refused);
			expect(await answerTo(line, request)).toMatchObject(refused);
		}),
	);

	it('takes no path, image, command, label or specification: whatever else is said is not heard', () => {
		const said = { verb: 'boot', session: 's', diskBytes: 1 };
		const more = {
			image: 'evil',
			binds: ['/:/host'],
			spec: { Privileged: true },
			labels: { home: 'x' },
			disk: '/dev/sda',
		};
		expect(hostOrders.parse({ ...said, ...more })).toEqual(said);
	});

	it('does not wait for a bot that reads no answer', () =>
		helped(async (line, ended) => {
			for (let id = 0; id < 40; id += 1) line.write(orderOf({ verb: 'any', box: own }, id));
			line.destroy();
			await ended;
		}));
});

describe('The containers of a line', () => {
	const session = (name: string): BootOrder => ({ session: name, diskBytes: 1 });

	it('are so many at most, those that begin and that end too', async () => {
		const fake = fakeHost();
		await using boxes = serveBoxes(fake.host, 2);
		const { handle } = await boxes.boot(session('a'), never);
		const second = boxes.boot(session('b'), never);
		await expect(boxes.boot(session('c'), never)).rejects.toThrow('there are 2 already');
		await second;
		const ending = boxes.of(handle)[Symbol.asyncDispose]();
		await expect(boxes.boot(session('c'), never)).rejects.toThrow('there are 2 already');
		fake.release();
		await ending;
		await boxes.boot(session('c'), never);
		fake.failNext();
		await expect(boxes.boot(session('d'), never)).rejects.toThrow();
	});

	it('are looked at once they were read back, and given to one session', async () => {
		const fake = fakeHost();
		fake.release();
		await using boxes = serveBoxes(fake.host, 2);
		const { handle } = await boxes.boot({ pool: true, diskBytes: 1 }, never);
		const box = boxes.of(handle);
		expect(box.held).toThrow('not read back');
		await box.give({ session: 'a', diskBytes: 1 }, never);
		await expect(box.give({ session: 'b', diskBytes: 1 }, never)).rejects.toThrow('given away already');
		await box[Symbol.asyncDispose]();
		expect(() => boxes.of(handle)).toThrow('no such sandbox');
	});
});

/** A host whose containers end when they are released. */
function fakeHost() {
	const release = Promise.withResolvers<void>();
	const fails = { next: false };
	const box = (): Box => ({
		stream: duplexPair()[0],
		give: async () => {},
		hold: () => Promise.reject(new Error('not here')),
		[Symbol.asyncDispose]: () => release.promise,
	});
	const host: Host = {
		ready: async () => ({ runtime: 'fake', passedOver: [], bindsLate: true }),
		passOver: async () => false,
		async boot() {
			if (fails.next) throw new Error('no');
			return box();
		},
		clear: async () => {},
		async [Symbol.asyncDispose]() {},
	};
	const failNext = () => {
		fails.next = true;
	};
	return { host, release: release.resolve, failNext };
}
