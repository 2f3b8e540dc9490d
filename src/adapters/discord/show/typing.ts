import { Routes } from 'discord-api-types/v10';
import type { ShowEventsDeps } from './show-parts.ts';

export interface TypingScene {
	readonly channel: string;
	/** Resolves when the thread is there. */
	readonly ready: () => Promise<void>;
	/** When something else has shown that the turn runs, ms since 1970. */
	readonly shownAt: () => number;
}

/** It lasts ten seconds: https://docs.discord.com/developers/resources/channel#trigger-typing-indicator */
const everyMs = 8000;

/** Shows the bot as typing while nothing else shows that a turn runs, until the answer is disposed of. Never more than help. */
export function beginTyping(
	{ calls, clock, signal }: Pick<ShowEventsDeps, 'calls' | 'clock' | 'signal'>,
	{ channel, ready, shownAt }: TypingScene,
): Disposable {
	const stopped = new AbortController();
	const over = AbortSignal.any([signal, stopped.signal]);
	let callOff = () => {};
	let isSending = false;

	async function type(): Promise<void> {
		if (isSending || clock.now() - shownAt() < everyMs) return;
		isSending = true;
		try {
			await ready();
			await calls.run({ method: 'POST', route: Routes.channelTyping(channel) }, over);
		} catch {
			// The turn is shown without it.
		} finally {
			isSending = false;
		}
	}

	function again(): void {
		if (over.aborted) return;
		void type();
		callOff = clock.after(everyMs, again);
	}

	again();
	return {
		[Symbol.dispose]() {
			stopped.abort(new Error('Nothing more is typed'));
			callOff();
		},
	};
}
