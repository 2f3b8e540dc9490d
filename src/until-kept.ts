import { troubleOf } from './agent/dispatch/trouble/trouble-of.ts';
import { raceClock, systemClock } from './base/clock.ts';
import { ProblemError, userMessage } from './base/errors.ts';
import type { Logger } from './base/log.ts';
import { createSerial } from './base/serial.ts';
import type { Telling } from './chat/events.ts';
import type { Accept, DenialOf, Inbound } from './chat/inbound.ts';
import { places } from './platforms.ts';
import type { OutboxRow } from './store/store.ts';

export interface UntilKeptOptions {
	readonly accept: Accept;
	readonly denialOf: DenialOf;
	/** Tells something in a thread. */
	readonly tell: (thread: Inbound['thread'], telling: Telling, shown: readonly OutboxRow[]) => Promise<void>;
	readonly log: Logger;
	/** Between two tries, milliseconds. */
	readonly everyMs?: number;
}

/**
 * Inbounds that cannot be kept now, and are tried again. Disposing forgets them, and tells the threads that were promised an answer. Never
 * rejects.
 */
export interface UntilKept extends AsyncDisposable {
	readonly accept: Accept;
}

const pauseMs = 5_000;
/** Inbounds that wait in memory, at most. */
const most = 1_000;
/** To tell the threads in when the process leaves, milliseconds. */
const farewellMs = 1_000;

/**
 * An `accept` for a store that is away for a while: full, locked, read-only. What it refuses is not acknowledged, its thread is told once, and it
 * is tried again until it is kept, as platforms deliver again only a few times. What comes in behind it is kept behind it.
 */
export function createUntilKept({ accept, denialOf, tell, log, everyMs = pauseMs }: UntilKeptOptions): UntilKept {
	const waiting = new Map<string, Inbound>();
	/** By thread: the first inbound that its people were told of. */
	const told = new Map<string, Inbound>();
	const serial = createSerial();
	let behind = 0;
	let timer: NodeJS.Timeout | undefined;

	/** Rejects where the store is still away. Resolves with the threads of which nothing can be kept, and why: the others do not wait for them. */
	async function keepWaiting(): Promise<ReadonlyMap<string, ProblemError>> {
		const stuck = new Map<string, ProblemError>();
		for (const [name, inbound] of waiting) {
			const thread = nameOf(inbound.thread);
			if (stuck.has(thread)) continue;
			const problem = await accept(inbound).then(nothing, (error: unknown) => problemOf(inbound, error));
			if (problem) stuck.set(thread, problem);
			else waiting.delete(name);
		}
		for (const thread of told.keys()) if (!stuck.has(thread)) told.delete(thread);
		return stuck;
	}
	/** Undefined: it can never be kept, and is given up. */
	function problemOf({ key, thread, type }: Inbound, error: unknown): ProblemError | undefined {
		if (troubleOf(error).kind === 'machine') throw error;
		if (error instanceof ProblemError) return error;
		const facts = { platform: thread.platform, key, inbound: type };
		log.error('Something that came in can never be kept, and is given up', { err: error, ...facts });
		return undefined;
	}
	async function take(inbound: Inbound): ReturnType<Accept> {
		try {
			const problem = (await keepWaiting()).get(nameOf(inbound.thread));
			if (problem) throw problem;
			return await accept(inbound);
		} catch (error) {
			if (error instanceof ProblemError) keep(inbound, error);
			throw error;
		}
	}
	async function acceptBehind(inbound: Inbound): ReturnType<Accept> {
		behind += 1;
		return await serial(() => take(inbound)).finally(() => {
			behind -= 1;
		});
	}
	function later(): void {
		timer ??= setTimeout(() => {
			timer = undefined;
			serial(keepWaiting).then(({ size }) => size > 0 && later(), later);
		}, everyMs).unref();
	}
	function keep(inbound: Inbound, error: ProblemError): void {
		const { platform } = inbound.thread;
		log.warn('Something that came in cannot be kept now', { err: error, waiting: waiting.size });
		if (isHosts(inbound.thread) || waiting.size >= most) return;
		waiting.set(`${platform} ${inbound.key}`, inbound);
		later();
		// Strangers hear nothing in public, and what is no request begins nothing.
		if (denialOf(inbound) !== undefined || !['message', 'command'].includes(inbound.type)) return;
		const thread = nameOf(inbound.thread);
		if (told.has(thread)) return;
		told.set(thread, inbound);
		void tellThread(inbound, 1, `${userMessage(error)}. I have it in mind, and begin when that is over.`);
	}
	async function tellThread(inbound: Inbound, nth: number, text: string): Promise<void> {
		await tell(inbound.thread, sentence(inbound, nth, text), []).catch((failure: unknown) => {
			log.warn('Thread cannot be told', { err: failure });
		});
	}

	return {
		accept: (inbound) => (waiting.size + behind === 0 ? take(inbound) : acceptBehind(inbound)),
		async [Symbol.asyncDispose]() {
			clearTimeout(timer);
			waiting.clear();
			const farewells = [...told.values()].map((inbound) => tellThread(inbound, 2, farewell));
			await raceClock(systemClock, Promise.all(farewells), farewellMs);
		},
	};
}

const nameOf = ({ platform, id }: Inbound['thread']) => `${platform} ${id}`;
/** Whoever has this machine sees that it failed. */
const isHosts = (thread: Inbound['thread']) => places.conversationOf(thread).kind === 'host';
const nothing = () => undefined;

/** Some platforms deliver again what was not acknowledged, for a while. */
const farewell =
	'I have to leave now, and could not keep what you said. If no answer comes when I am back, please say it again.';

function sentence({ key, thread }: Inbound, nth: number, text: string): Telling {
	const turn = `in-unkept-${key}`;
	const events = [{ type: 'notice', key: `${turn}/${nth}/notice`, text }] as const;
	return { session: `unkept-${thread.id}`, turn, answers: key, events };
}
