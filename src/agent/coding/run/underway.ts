import { type Clock, raceClock, systemClock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { answerOf } from '../ask.ts';
import type { Driver, PromptEnd } from '../driver.ts';
import type { PermissionAnswer, PermissionAsk } from '../permission.ts';
import type { AgentUpdate } from '../update.ts';

/** Why nobody need wait for a prompt now. */
export type News =
	| { readonly kind: 'ended'; readonly end: PromptEnd }
	/** It has ended because there are other words for the agent. */
	| { readonly kind: 'called-off' }
	/** The agent waits for an answer. The same until it was given. */
	| { readonly kind: 'asks'; readonly ask: PermissionAsk };

/** A prompt that goes on while nobody may be watching: people take their time to answer what the agent asks. */
export interface Underway {
	/** Resolves when it has ended or asks. Rejects with the signal's reason, and goes on then. */
	next(signal: AbortSignal): Promise<News>;
	/** Answers what it asks now, as people did; undefined: nobody has. Nothing where it asks nothing. */
	answer(value: unknown): void;
	/** From now on `watcher` is told of updates, in the place of whoever was; of those that came while nobody was, too. Undefined: nobody is. */
	watch(watcher: ((update: AgentUpdate) => void) | undefined): void;
	/** Stops it for other words, as soon as the agent has been heard of, or 5 s have gone: it knows then what it had been told. Nothing where it has ended. */
	callOff(): void;
	/** Stops it; resolves when the agent has heard of it, or 3 s have gone. */
	stop(): Promise<void>;
}

/** An agent that does not answer is not waited for longer, ms. */
const heardMs = 5_000;

/** Updates that are kept while nobody watches, the newest ones. */
const mostHeld = 200;

interface Asked {
	readonly ask: PermissionAsk;
	readonly answer: (answer: PermissionAnswer) => void;
}

/** Begins a prompt. The agent's requests for permission wait for whoever asks for news. */
export function begin(driver: Driver, text: string, clock: Clock = systemClock): Underway {
	const stopping = new AbortController();
	const heard = Promise.withResolvers<void>();
	let isCalledOff = false;
	const asked: Asked[] = [];
	let held: AgentUpdate[] = [];
	let told: ((update: AgentUpdate) => void) | undefined;
	let end: PromptEnd | undefined;
	let changed = Promise.withResolvers<void>();
	const change = () => {
		changed.resolve();
		changed = Promise.withResolvers();
	};
	const over = driver
		.prompt(text, {
			signal: stopping.signal,
			onUpdate(update) {
				heard.resolve();
				if (told) told(update);
				else held = [...held, update].slice(-mostHeld);
			},
			onPermission(ask) {
				heard.resolve();
				const { promise, resolve } = Promise.withResolvers<PermissionAnswer>();
				asked.push({ ask, answer: resolve });
				change();
				return promise;
			},
		})
		.catch(
			(error: unknown): PromptEnd =>
				stopping.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', why: messageOf(error) },
		)
		.then((ended) => {
			end = ended;
			heard.resolve();
			for (const { answer } of asked.splice(0)) answer({ kind: 'cancelled' });
			change();
		});

	function newsNow(): News | undefined {
		if (end) return end.kind === 'cancelled' && isCalledOff ? { kind: 'called-off' } : { kind: 'ended', end };
		const [first] = asked;
		return first && !isCalledOff ? { kind: 'asks', ask: first.ask } : undefined;
	}

	async function stop(): Promise<void> {
		for (const { answer } of asked.splice(0)) answer({ kind: 'cancelled' });
		stopping.abort(new Error('The prompt was stopped'));
		await over;
	}

	return {
		async next(signal) {
			for (;;) {
				const news = newsNow();
				if (news) return news;
				await raceAbort(changed.promise, signal);
			}
		},
		answer(value) {
			const first = asked.shift();
			first?.answer(answerOf(first.ask, value));
		},
		watch(watcher) {
			told = watcher;
			if (watcher) for (const update of held.splice(0)) watcher(update);
		},
		callOff() {
			if (end || isCalledOff) return;
			isCalledOff = true;
			void raceClock(clock, heard.promise, heardMs).then(stop);
		},
		stop,
	};
}
