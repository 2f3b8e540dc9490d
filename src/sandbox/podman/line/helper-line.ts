import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../../../base/errors.ts';
import { errorOf } from './failures.ts';
import { encodeFrame, readFrames } from './frames.ts';
import { answerSchema } from './messages.ts';

/** The helper's process, as this side of it sees it. */
export interface Helper {
	readonly input: Writable;
	readonly output: Readable;
	/** Ends it, and resolves when it is gone with the last line that it complained of, or nothing. */
	end(): Promise<string>;
}

/** The helper is gone, and all that it did. */
export class HelperGone extends Error {}

/** Questions to a helper, each with its answer. Disposing ends it. */
export interface HelperLine<Request> extends AsyncDisposable {
	/**
	 * Starts the helper where none runs. Rejects with the helper's own error (a `ProblemError` stays one), with `HelperGone` where it ends before it has
	 * answered, and with the signal's reason, once it has stopped what it was at.
	 */
	ask(request: Request, signal: AbortSignal): Promise<Answer>;
}

export interface Answer {
	/** As the helper says it; whoever reads it checks it. */
	readonly done: unknown;
	readonly body: Uint8Array;
}

interface Asked {
	readonly resolve: (answer: Answer) => void;
	readonly reject: (error: unknown) => void;
}

interface Running {
	readonly helper: Helper;
	readonly asked: Map<number, Asked>;
}

/** Nothing runs before the first question; one that has died is started anew by the next. `name`: for errors. */
export function createHelperLine<Request>(name: string, start: () => Promise<Helper>): HelperLine<Request> {
	let running: Promise<Running> | undefined;
	let count = 0;

	function ready(): Promise<Running> {
		if (running !== undefined) return running;
		const forget = (): void => {
			if (running === attempt) running = undefined;
		};
		const attempt = start().then((helper) => listen(name, helper, forget));
		attempt.catch(forget);
		running = attempt;
		return attempt;
	}

	return {
		async ask(request, signal) {
			signal.throwIfAborted();
			const { helper, asked } = await ready();
			const id = count;
			count += 1;
			const callOff = (): void => void helper.input.write(encodeFrame({ callOff: id }));
			const { promise, resolve, reject } = Promise.withResolvers<Answer>();
			asked.set(id, { resolve, reject });
			helper.input.write(encodeFrame({ id, request }));
			signal.addEventListener('abort', callOff, { once: true });
			try {
				return await promise;
			} catch (error) {
				signal.throwIfAborted();
				throw error;
			} finally {
				signal.removeEventListener('abort', callOff);
			}
		},
		async [Symbol.asyncDispose]() {
			const last = await running?.catch(() => undefined);
			await last?.helper.end();
		},
	};
}

function listen(name: string, helper: Helper, onEnd: () => void): Running {
	const asked: Running['asked'] = new Map();
	const hangUp = async (why: string): Promise<void> => {
		onEnd();
		const words = await helper.end();
		for (const { reject } of asked.values()) reject(new HelperGone(`${name} ended: ${words || why}`));
		asked.clear();
	};
	// That it takes nothing any more is told by the end of what it says
	helper.input.on('error', () => undefined);
	void hear(helper.output, asked).then(
		() => hangUp('it was ended'),
		(error: unknown) => hangUp(messageOf(error)),
	);
	return { helper, asked };
}

async function hear(output: Readable, asked: Running['asked']): Promise<void> {
	for await (const { head, body } of readFrames(output)) {
		const { id, outcome } = answerSchema.parse(head);
		const one = asked.get(id);
		asked.delete(id);
		if ('done' in outcome) one?.resolve({ done: outcome.done, body });
		else one?.reject(errorOf(outcome.failed));
	}
}
