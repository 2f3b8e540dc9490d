import type { Duplex } from 'node:stream';
import { ProblemError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { encodeFrame, readFrames } from '../../sandbox/podman/line/frames.ts';
import { type Failure, type Hello, type LogLine, type Opened, type Question, type Said, saidSchema } from './words.ts';

/** The bot's end of the desk: what it may ask of root, which has started it. */
export interface Desk {
	readonly hello: Promise<Hello>;
	/** Rejects with root's own `ProblemError`, and with an error where root is gone. */
	ask(question: Question): Promise<DeskAnswer>;
	/** From now on root's lines go into this log, those that came before too. */
	logTo(log: Logger): void;
	/** Resolves when root is gone. */
	readonly gone: Promise<void>;
}

export interface DeskAnswer {
	readonly folder?: string | undefined;
	readonly opened?: Opened | undefined;
	readonly body: Uint8Array;
}

interface Asked {
	readonly resolve: (answer: DeskAnswer) => void;
	readonly reject: (error: unknown) => void;
}

/** Lines that wait for a log, at most. */
const mostKept = 100;

/** The desk over this line. It keeps no process alive but while a question is open. */
export function atDesk(line: Duplex & { ref?(): unknown; unref?(): unknown }): Desk {
	const hello = Promise.withResolvers<Hello>();
	const asked = new Map<number, Asked>();
	const kept: LogLine[] = [];
	let log: Logger | undefined;
	let count = 0;
	let isGone = false;

	function hear(said: Said, body: Uint8Array): void {
		if ('hello' in said) hello.resolve(said.hello);
		else if ('log' in said) note(said.log);
		else settle(said, body);
	}
	function note(entry: LogLine): void {
		if (log) log[entry.level](entry.message, entry.fields);
		else if (kept.length < mostKept) kept.push(entry);
	}
	function settle(said: Exclude<Said, { hello: unknown } | { log: unknown }>, body: Uint8Array): void {
		const one = asked.get(said.id);
		asked.delete(said.id);
		if (asked.size === 0) line.unref?.();
		if ('done' in said) one?.resolve({ ...said.done, body });
		else one?.reject(errorOf(said.failed));
	}
	async function listen(): Promise<void> {
		for await (const { head, body } of readFrames(line)) hear(saidSchema.parse(head), body);
	}
	line.on('error', () => undefined);
	const gone = listen()
		.catch(() => undefined)
		.then(() => {
			isGone = true;
			const error = goneError();
			hello.reject(error);
			for (const { reject } of asked.values()) reject(error);
		});
	hello.promise.then(
		() => asked.size === 0 && line.unref?.(),
		() => undefined,
	);

	return {
		hello: hello.promise,
		gone,
		async ask(question) {
			if (isGone) throw goneError();
			const { promise, resolve, reject } = Promise.withResolvers<DeskAnswer>();
			count += 1;
			asked.set(count, { resolve, reject });
			line.ref?.();
			line.write(encodeFrame({ id: count, question }));
			return await promise;
		},
		logTo(given) {
			log = given;
			for (const entry of kept.splice(0)) note(entry);
		},
	};
}

function goneError(): Error {
	return new Error('the process of root that started this one is gone');
}

/** That failure again, as an error. Pure. */
export function errorOf({ message, mend }: Failure): Error {
	return mend === undefined ? new Error(message) : new ProblemError(message, mend);
}
