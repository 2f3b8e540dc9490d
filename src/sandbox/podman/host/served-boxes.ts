import { randomBytes } from 'node:crypto';
import { settleAll } from '../../../base/settle.ts';
import type { Piped } from '../guest-link/exec.ts';
import type { Errand } from '../guest-link/relay.ts';
import type { BootOrder, Box, ForSession, HeldBox, Host } from './host.ts';

/** The containers of one line, by the handles that it was answered with. No other handle opens anything. */
export interface ServedBoxes {
	/** Rejects where there are as many as there may be, and as `Host.boot` does. Answers the handle. */
	boot(order: BootOrder, signal: AbortSignal): Promise<{ readonly handle: string; readonly stream: Box['stream'] }>;
	/** Throws where there is none. */
	of(handle: string): ServedBox;
	has(handle: string): boolean;
	/** Ends all. Rejects, when it has, where one could not be removed. */
	[Symbol.asyncDispose](): Promise<void>;
}

export interface ServedBox extends AsyncDisposable {
	/** As `Box.give`, once. */
	give(to: ForSession, signal: AbortSignal): Promise<void>;
	hold(signal: AbortSignal): Promise<HeldBox>;
	/** As it was read back; throws where it was not. */
	readonly held: () => HeldBox;
	readonly relays: Relays;
}

/** The relays that run in a container. */
export interface Relays {
	start(errand: Errand, signal: AbortSignal): Promise<{ readonly relay: string; readonly raw: Piped['raw'] }>;
	/** Resolves when it is gone. */
	end(relay: string): Promise<void>;
}

/** One at a time is what packages take; more are what somebody else does. */
const mostRelays = 4;

export function serveBoxes(host: Host, most: number): ServedBoxes {
	const boxes = new Map<string, ServedBox>();
	const ending = new Map<string, Promise<void>>();
	/** Those that begin, run or end: each holds what it holds until it is gone. */
	let count = 0;

	function end(box: Box, handle: string): Promise<void> {
		const ended = dispose(box, handle);
		ending.set(handle, ended);
		return ended;
	}

	async function dispose(box: Box, handle: string): Promise<void> {
		try {
			await box[Symbol.asyncDispose]();
		} finally {
			boxes.delete(handle);
			ending.delete(handle);
			count -= 1;
		}
	}

	return {
		async boot(order, signal) {
			if (count >= most) throw new Error(`Cannot start the sandbox: there are ${most} already`);
			count += 1;
			const box = await host.boot(order, signal).catch((error: unknown) => {
				count -= 1;
				throw error;
			});
			const handle = newHandle();
			boxes.set(
				handle,
				servedBox(box, () => ending.get(handle) ?? end(box, handle)),
			);
			return { handle, stream: box.stream };
		},
		of(handle) {
			const box = boxes.get(handle);
			if (box === undefined) throw new Error('there is no such sandbox');
			return box;
		},
		has: (handle) => boxes.has(handle),
		async [Symbol.asyncDispose]() {
			await settleAll([...boxes.values()].map(async (box) => box[Symbol.asyncDispose]()));
		},
	};
}

function newHandle(): string {
	return randomBytes(8).toString('hex');
}

function servedBox(box: Box, end: () => Promise<void>): ServedBox {
	let held: HeldBox | undefined;
	let isGiven = false;
	const heldNow = (): HeldBox => {
		if (held === undefined) throw new Error('the sandbox was not read back');
		return held;
	};
	const relays = relaysOf(heldNow);
	return {
		async give(to, signal) {
			if (isGiven) throw new Error('the sandbox is given away already');
			isGiven = true;
			await box.give(to, signal);
		},
		async hold(signal) {
			held ??= await box.hold(signal);
			return held;
		},
		held: heldNow,
		relays,
		[Symbol.asyncDispose]: end,
	};
}

function relaysOf(held: () => HeldBox): Relays {
	const running = new Map<string, Piped>();
	let starting = 0;
	return {
		async start(errand, signal) {
			if (running.size + starting >= mostRelays) throw new Error('too many relays run in the sandbox');
			starting += 1;
			try {
				const piped = await held().relay(errand, signal);
				const relay = newHandle();
				running.set(relay, piped);
				return { relay, raw: piped.raw };
			} finally {
				starting -= 1;
			}
		},
		async end(relay) {
			const piped = running.get(relay);
			await piped?.kill();
			piped?.raw.destroy();
			running.delete(relay);
		},
	};
}
