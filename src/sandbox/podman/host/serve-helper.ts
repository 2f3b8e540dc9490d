import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import { messageOf } from '../../../base/errors.ts';
import { createSerial, type Serial } from '../../../base/serial.ts';
import { foldersBelow } from '../../files/folder.ts';
import type { HostOptions } from '../container/options.ts';
import { createOwner } from '../container/owner.ts';
import { type Answered, serveLine } from '../line/serve-line.ts';
import { createWalks, type Walks } from '../line/serve-walks.ts';
import { createKinds, type KindOptions, type Kinds, kindOfName, type MostSandboxes } from './kinds.ts';
import { type HostOrder, hostOrders } from './orders.ts';
import { openStreamDoor, type StreamDoor } from './stream-door.ts';

/** Of what the helper was told by the operator, and never by the bot. */
export interface ServedHelper extends HostOptions {
	/**
	 * The folder, absolute, that the bot's user has: all that `pathsOf` and `pool` name lies below it. The way to it must be such that only root can
	 * change it; of the way from it on no link is followed.
	 */
	readonly data: string;
	readonly most: MostSandboxes;
	/** The sandboxes of coding agents' runs; default: there are none. */
	readonly agents?: KindOptions;
	/** The bot's, by their numbers. Folders of others but root are refused. */
	readonly user: { readonly uid: number; readonly gid: number };
	/** The other end is the bot's. */
	readonly line: Duplex;
}

interface Served extends Pick<ServedHelper, 'line'> {
	readonly kinds: Kinds;
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
	const { data, user, line, log, stateDir, agents } = given;
	await using held = new AsyncDisposableStack();
	const most = given.most.sandboxes + (agents?.most.sandboxes ?? 0);
	const socket = `${stateDir}.bot/${createOwner().nameSlot()}`;
	const door = held.use(await openStreamDoor({ socket, gid: user.gid, most: most * 8 }));
	const sessions = { options: given, most: given.most };
	const kinds = held.use(createKinds(sessions, agents, foldersBelow(data, [0, user.uid])));
	const walks = createWalks(most * 2);
	held.defer(walks.end);
	const served: Served = { kinds, walks, door, line, inTurn: createSerial() };
	const hangUp = (): void => void line.destroy();
	signal.addEventListener('abort', hangUp, { once: true });
	line.on('error', hangUp);
	if (signal.aborted) hangUp();
	const limits = { orders: 64 + most * 8, orderBytes };
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

async function answer(served: Served, order: HostOrder, signal: AbortSignal): Promise<Answered> {
	switch (order.verb) {
		case 'ready':
			return { done: await served.kinds.of(order.of).host.ready(signal) };
		case 'pass-over':
			return { done: { passed: await served.kinds.of(order.of).host.passOver(order.runtime, order.why) } };
		case 'boot':
		case 'boot-waiting':
			return { done: await boot(served, order, signal) };
		case 'step':
		case 'leave':
			return served.walks.answer(order);
		case 'read':
			return inTurn(served, signal, () => served.walks.answer(order));
		case 'clear':
			await served.kinds.clear();
			break;
		case 'close':
			await close(served.kinds.of(order.of));
			break;
		default:
			return { done: await ofBox(served, order, signal) };
	}
	return { done: {} };
}

/** Rejects where one cannot be removed. */
async function close({ boxes, host }: ReturnType<Kinds['of']>): Promise<void> {
	await boxes[Symbol.asyncDispose]();
	await host[Symbol.asyncDispose]();
}

type Booting = Extract<HostOrder, { verb: 'boot' | 'boot-waiting' }>;

async function boot({ kinds, door }: Served, order: Booting, signal: AbortSignal): Promise<object> {
	const { diskBytes } = order;
	const { boxes, most } = kinds.of(order.verb === 'boot' ? kindOfName(order.session) : undefined);
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
	const { box, kind } = served.kinds.find(order.box);
	switch (order.verb) {
		case 'give':
			refuseAbove(kind.most.diskBytes, order.diskBytes);
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
			if (!kind.errands.includes(order.errand)) throw new Error(`no relay runs "${order.errand}" in that sandbox`);
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
	const { processes, disk } = served.kinds.find(order.box).box.held();
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
