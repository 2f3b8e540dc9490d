import { troubleOf } from './agent/dispatch/trouble-of.ts';
import type { AgentEvent } from './agent/events.ts';
import { ProblemError, userMessage } from './errors.ts';
import type { Logger } from './log.ts';
import type { Accept, DenialOf, Inbound } from './store/inbound.ts';
import { createSerial } from './store/serial.ts';
import type { OutboxRow } from './store/store.ts';

export interface UntilKeptOptions {
	readonly accept: Accept;
	readonly denialOf: DenialOf;
	/** Shows something in a thread. */
	readonly show: (
		thread: Inbound['thread'],
		events: AsyncIterable<AgentEvent>,
		shown: readonly OutboxRow[],
	) => Promise<void>;
	readonly log: Logger;
	/** Between two tries, milliseconds. */
	readonly everyMs?: number;
}

/** What cannot be kept now, and is tried again. Disposing forgets it: the platform delivers what was not acknowledged. */
export interface UntilKept extends Disposable {
	readonly accept: Accept;
}

const pauseMs = 5_000;
/** Inbounds that wait in memory, at most. */
const most = 1_000;

/**
 * An `accept` for a store that is away for a while: full, locked, read-only. What it refuses is not acknowledged, its thread is told once, and it
 * is tried again until it is kept, as platforms deliver again only a few times. What comes in behind it is kept behind it.
 */
export function createUntilKept({ accept, denialOf, show, log, everyMs = pauseMs }: UntilKeptOptions): UntilKept {
	const waiting = new Map<string, Inbound>();
	const told = new Set<string>();
	const serial = createSerial();
	let behind = 0;
	let timer: NodeJS.Timeout | undefined;

	/** Rejects where the store is still away: that is no fault of the one that was tried. */
	async function keepWaiting(): Promise<void> {
		for (const [name, inbound] of waiting) {
			await accept(inbound).catch((error: unknown) => giveUp(inbound, error));
			waiting.delete(name);
		}
		told.clear();
	}
	function giveUp({ key, thread, type }: Inbound, error: unknown): void {
		if (error instanceof ProblemError || troubleOf(error).kind === 'machine') throw error;
		const facts = { platform: thread.platform, key, inbound: type };
		log.error('Something that came in can never be kept, and is given up', { err: error, ...facts });
	}
	async function take(inbound: Inbound): ReturnType<Accept> {
		try {
			if (waiting.size > 0) await keepWaiting();
			return await accept(inbound);
		} catch (error) {
			if (error instanceof ProblemError) keep(inbound, error);
			throw error;
		}
	}
	async function takeBehind(inbound: Inbound): ReturnType<Accept> {
		behind += 1;
		return await serial(() => take(inbound)).finally(() => {
			behind -= 1;
		});
	}
	function later(): void {
		timer ??= setTimeout(() => {
			timer = undefined;
			serial(keepWaiting).catch(later);
		}, everyMs).unref();
	}
	function keep(inbound: Inbound, error: ProblemError): void {
		const { platform, id } = inbound.thread;
		log.warn('Something that came in cannot be kept now', { err: error, waiting: waiting.size });
		if (platform === 'terminal' || waiting.size >= most) return;
		waiting.set(`${platform} ${inbound.key}`, inbound);
		later();
		// Strangers hear nothing in public, and what is no request begins nothing.
		if (denialOf(inbound) !== undefined || !['message', 'command'].includes(inbound.type)) return;
		if (told.has(`${platform} ${id}`)) return;
		told.add(`${platform} ${id}`);
		show(inbound.thread, sentence(inbound, error), []).catch((failure: unknown) => {
			log.warn('Thread cannot be told', { err: failure });
		});
	}

	return {
		accept: (inbound) => (waiting.size + behind === 0 ? take(inbound) : takeBehind(inbound)),
		[Symbol.dispose]() {
			clearTimeout(timer);
			waiting.clear();
		},
	};
}

async function* sentence({ key, thread }: Inbound, error: ProblemError): AsyncGenerator<AgentEvent> {
	const turn = `in-unkept-${key}`;
	yield { type: 'turn-started', session: `unkept-${thread.id}`, turn, answers: key };
	const text = `${userMessage(error)}. I have it in mind, and begin when that is over.`;
	yield { type: 'notice', key: `${turn}/1/notice`, text };
}
