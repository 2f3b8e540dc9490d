import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import { messageOf } from '../../../base/errors.ts';
import { createSerial, type Serial } from '../../../base/serial.ts';
import { foldersBelow } from '../../files/folder.ts';
import type { HostOptions } from '../container/options.ts';
import { createOwner } from '../container/owner.ts';
import { type Answered, serveLine } from '../line/serve-line.ts';
import { createWalks, type Walks } from '../line/serve-walks.ts';
import type { Host } from './host.ts';
import { createNearHost } from './near-host.ts';
import { type HostOrder, hostOrders } from './orders.ts';
import { type ServedBoxes, serveBoxes } from './served-boxes.ts';
import { openStreamDoor, type StreamDoor } from './stream-door.ts';

/** Of what the helper was told by the operator, and never by the bot. */
export interface ServedHelper extends HostOptions {
	/**
	 * The folder, absolute, that the bot's user has: all that `pathsOf` and `pool` name lies below it. The way to it must be such that only root can
	 * change it; of the way from it on no link is followed.
	 */
	readonly data: string;
	/** The most that the bot may ask for: containers at once, waiting ones too, and bytes of one disk. */
	readonly most: { readonly sandboxes: number; readonly diskBytes: number };
	/** The bot's, by their numbers. Folders of others but root are refused. */
	readonly user: { readonly uid: number; readonly gid: number };
	/** The other end is the bot's. */
	readonly line: Duplex;
}

interface Served extends Pick<ServedHelper, 'most' | 'line'> {
	readonly host: Host;
	readonly boxes: ServedBoxes;
	readonly walks: Walks;
	readonly door: StreamDoor;
	/** Long answers are made one after another, when the one before was read. */
	readonly inTurn: Serial;
}

/** Orders of at most so many bytes: the longest tells why a runtime is passed over. */
const orderBytes = 8_192;

/**
 * Does for the bot at the other end of the line what takes root's rights: containers, their mounts, disks and streams, by session ids and handles
 * alone. Resolves when the line has ended, or the signal has been aborted, and nothing of its sandboxes is left; also where the bot broke the
 * protocol, which is logged. Rejects where the streams' socket cannot be made.
 */
export async function serveHelper(given: ServedHelper, signal: AbortSignal): Promise<void> {
	const { data, most, user, line, log, stateDir } = given;
	await using held = new AsyncDisposableStack();
	const host = held.use(createNearHost(given, foldersBelow(data, [0, user.uid])));
	const socket = `${stateDir}.bot/${createOwner().nameSlot()}`;
	const connections = most.sandboxes * 8;
	const door = held.use(await openStreamDoor({ socket, gid: user.gid, most: connections }));
	const boxes = serveBoxes(host, most.sandboxes);
	held.defer(() => endAll(boxes, log));
	const walks = createWalks(most.sandboxes * 2);
	held.defer(walks.end);
	const served: Served = { host, boxes, walks, door, most, line, inTurn: createSerial() };
	const hangUp = (): void => void line.destroy();
	signal.addEventListener('abort', hangUp, { once: true });
	line.on('error', hangUp);
	if (signal.aborted) hangUp();
	const limits = { orders: 64 + most.sandboxes * 8, orderBytes };
	try {
		await serveLine({
			input: line,
			output: line,
			requests: hostOrders,
			answer: (order, within) => answer(served, order, within),
			most: limits,
		});
	} catch (error) {
		// All that was under way is called off. A bot that was killed leaves an end in the middle, too
		if (!signal.aborted) log.warn('The line of the bot is ended', { why: messageOf(error).slice(0, 500) });
	} finally {
		signal.removeEventListener('abort', hangUp);
		line.destroy();
	}
}

/** One that cannot be removed is a left-over, which the next start removes. */
async function endAll(boxes: ServedBoxes, log: HostOptions['log']): Promise<void> {
	await boxes[Symbol.asyncDispose]().catch((error: unknown) => log.error('Sandbox cannot be removed', { err: error }));
}

async function answer(served: Served, order: HostOrder, signal: AbortSignal): Promise<Answered> {
	switch (order.verb) {
		case 'ready':
			return { done: await served.host.ready(signal) };
		case 'pass-over':
			return { done: { passed: await served.host.passOver(order.runtime, order.why) } };
		case 'boot':
		case 'boot-waiting':
			return { done: await boot(served, order, signal) };
		case 'step':
		case 'leave':
			return served.walks.answer(order);
		case 'read':
			return inTurn(served, signal, () => served.walks.answer(order));
		case 'clear':
			await served.host.clear();
			break;
		case 'close':
			await served.boxes[Symbol.asyncDispose]();
			await served.host[Symbol.asyncDispose]();
			break;
		default:
			return { done: await ofBox(served, order, signal) };
	}
	return { done: {} };
}

type Booting = Extract<HostOrder, { verb: 'boot' | 'boot-waiting' }>;

async function boot({ boxes, door, most }: Served, order: Booting, signal: AbortSignal): Promise<object> {
	const { diskBytes } = order;
	refuseAbove(most.diskBytes, diskBytes);
	const wanted = order.verb === 'boot' ? { session: order.session, diskBytes } : { pool: true as const, diskBytes };
	const { handle, stream } = await boxes.boot(wanted, signal);
	return { box: handle, stream: door.offer(stream, 'whole') };
}

function refuseAbove(most: number, bytes: number): void {
	if (bytes > most) throw new Error(`a disk of ${bytes} bytes is larger than the settings allow`);
}

type OfBox = Exclude<Extract<HostOrder, { box: string }>, Booting>;

async function ofBox(served: Served, order: OfBox, signal: AbortSignal): Promise<object> {
	const box = served.boxes.of(order.box);
	switch (order.verb) {
		case 'give':
			refuseAbove(served.most.diskBytes, order.diskBytes);
			await box.give({ session: order.session, diskBytes: order.diskBytes }, signal);
			return {};
		case 'hold': {
			const { runtime, unenforced } = await box.hold(signal);
			return { runtime, unenforced };
		}
		case 'end':
			await box[Symbol.asyncDispose]();
			return {};
		case 'relay': {
			const { relay, raw } = await box.relays.start(order.errand, signal);
			return { relay, stream: served.door.offer(raw, 'half') };
		}
		case 'end-relay':
			await box.relays.end(order.relay);
			return {};
		case 'walk':
			return served.walks.open((ending) => box.held().disk.walkOutputs(order.hostDevice, ending)).done;
		default:
			return await looked(served, order, signal);
	}
}

type Look = Extract<OfBox, { verb: 'kill' | 'any' | 'users' | 'exit-code' | 'oom' | 'disk-lost' }>;

async function looked(served: Served, order: Look, signal: AbortSignal): Promise<object> {
	const { processes, disk } = served.boxes.of(order.box).held();
	switch (order.verb) {
		case 'kill':
			await processes.kill();
			return {};
		case 'any':
			return { yes: await processes.any() };
		case 'users':
			return inTurn(served, signal, async () => ({ users: await processes.users() }));
		case 'exit-code':
			return { code: await processes.exitCode() };
		case 'oom':
			return { sign: await processes.oom.look() };
		case 'disk-lost':
			return { yes: await disk.isLost() };
	}
}

function inTurn<T>({ inTurn: serial, line }: Served, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	return serial(async () => {
		await roomIn(line, signal);
		return await work();
	});
}

/** So many bytes of answers may wait to be read, beside the last one. */
const waitingBytes = 2 ** 20;

/** Resolves when few bytes wait in a stream, or none will ever be read. Rejects with the signal's reason. */
async function roomIn(stream: Writable, signal: AbortSignal): Promise<void> {
	while (stream.writableLength > waitingBytes && !stream.destroyed) {
		const over = new AbortController();
		const within = AbortSignal.any([signal, over.signal]);
		await Promise.race([once(stream, 'drain', { signal: within }), once(stream, 'close', { signal: within })]).finally(
			() => over.abort(),
		);
	}
}
