import type { FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { messageOf, ProblemError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { encodeFrame, readFrames } from '../../sandbox/podman/line/frames.ts';
import type { NamedInput } from './named-input.ts';
import type { Failure, Hello, Opened, Question, Said } from './words.ts';

/** The answers to the bot's questions. Each rejects with `ProblemError` where a person must mend something. */
export interface DeskWork {
	/** Answers the folder that was made. */
	makeDemo(): Promise<string>;
	/** Whoever sits at the terminal is asked for settings once the bot is gone. */
	setUp(): void;
	/** Answers where the bot is to write what the command line has exported to this path. */
	stageExport(target: string): Promise<string>;
	/** Answers the folder for artifacts. */
	makeArtifacts(): Promise<string>;
	/** Rejects where nobody sits at a terminal. */
	openInput(path: string): Promise<NamedInput>;
}

export interface ServedDesk {
	readonly line: Duplex;
	readonly hello: Hello;
	readonly work: DeskWork;
}

/** Root's end of the desk. Disposing closes what the bot has left open. */
export interface ServingDesk extends AsyncDisposable {
	/** Puts lines into the bot's log. */
	readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** Bytes that are read at once. */
const chunkBytes = 2 ** 20;
/** A message names a few files, and they are read one after the other. */
const mostOpen = 16;
/** Answers that the bot does not take, bytes: then no question is read any more until it does. */
const mostWaiting = 2 ** 22;

/** Answers the bot's questions one after the other until its line ends. What is no question ends the line. */
export function serveDesk({ line, hello, work }: ServedDesk): ServingDesk {
	const inputs = new Map<number, FileHandle>();
	let count = 0;
	const say = (said: Said, body?: Uint8Array): void => {
		if (line.writable) line.write(encodeFrame(said, body));
	};

	async function opened(path: string): Promise<Opened> {
		if (inputs.size >= mostOpen) return { refused: 'too many files are being read already' };
		const found = await work.openInput(path);
		if (!('file' in found)) return found;
		count += 1;
		inputs.set(count, found.file);
		return { input: count, size: found.size };
	}
	async function close(input: number): Promise<void> {
		const file = inputs.get(input);
		inputs.delete(input);
		await file?.close();
	}
	async function nextOf(input: number): Promise<Uint8Array> {
		const file = inputs.get(input);
		if (!file) throw new Error(`input ${input} is not open`);
		const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes);
		if (bytesRead === 0) await close(input);
		return buffer.subarray(0, bytesRead);
	}
	async function answer(id: number, question: Question): Promise<void> {
		switch (question.verb) {
			case 'demo':
				return say({ id, done: { folder: await work.makeDemo() } });
			case 'export':
				return say({ id, done: { folder: await work.stageExport(question.target) } });
			case 'artifacts':
				return say({ id, done: { folder: await work.makeArtifacts() } });
			case 'open-input':
				return say({ id, done: { opened: await opened(question.path) } });
			case 'next-input':
				return say({ id, done: {} }, await nextOf(question.input));
			case 'close-input':
				await close(question.input);
				break;
			case 'set-up':
				work.setUp();
		}
		say({ id, done: {} });
	}
	async function hear(): Promise<void> {
		for await (const { head } of readFrames(line)) {
			// Not loaded where nothing is asked: a service asks for nothing here, and its checks take 10 MB.
			const { orderSchema } = await import('./words.ts');
			const { id, question } = orderSchema.parse(head);
			await answer(id, question).catch((error: unknown) => say({ id, failed: failureOf(error) }));
			if (line.writableLength > mostWaiting) await drained(line);
		}
	}

	line.on('error', () => undefined);
	say({ hello });
	const hearing = hear().catch(() => void line.destroy());
	const logAs =
		(level: 'debug' | 'info' | 'warn' | 'error') =>
		(message: string, fields: object = {}) => {
			// A line that nobody takes is worth nothing.
			if (line.writableLength < mostWaiting) say({ log: { level, message, fields: plain(fields) } });
		};
	return {
		log: { debug: logAs('debug'), info: logAs('info'), warn: logAs('warn'), error: logAs('error') },
		async [Symbol.asyncDispose]() {
			line.destroy();
			await hearing;
			for (const input of inputs.keys()) await close(input);
		},
	};
}

/** A failure as it is said. Pure. */
export function failureOf(error: unknown): Failure {
	return { message: messageOf(error), ...(error instanceof ProblemError && { mend: error.mend }) };
}

/** An error has nothing that JSON would keep. */
function plain(fields: object): Record<string, unknown> {
	const entries = Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? value.message : value]);
	return Object.fromEntries(entries);
}

function drained(line: Duplex): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	line.once('drain', resolve).once('close', resolve);
	return promise;
}
