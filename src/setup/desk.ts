import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Nobody answers any more: the end of the input, Ctrl-C. */
export class NobodyThereError extends Error {
	override readonly name = 'NobodyThereError';

	constructor() {
		super('Nobody answers any more');
	}
}

/** Where a person is asked. Questions reject with `NobodyThereError`. */
export interface Desk {
	say(text: string): void;
	ask(question: string): Promise<string>;
	/** As `ask`, but what is typed is not shown. */
	askSecret(question: string): Promise<string>;
}

export interface DeskStreams {
	readonly input: NodeJS.ReadableStream;
	readonly output: NodeJS.WritableStream;
	/** Whether a terminal is typed at: it must not show what is secret, wherever the questions are written. */
	readonly isTty: boolean;
}

export interface OpenDesk extends Desk, Disposable {
	/** Fires when the person has had enough (Ctrl-C), or the process is asked to leave: also while nothing is asked. */
	readonly left: AbortSignal;
}

/** Lines that come while nothing is asked answer the next questions. The signal ends it, as Ctrl-C does. */
export function openDesk({ input, output, isTty }: DeskStreams, signal: AbortSignal): OpenDesk {
	let isHidden = false;
	const screen = new Writable({
		write(chunk: Uint8Array, _encoding, done) {
			if (!isHidden) output.write(chunk);
			done();
		},
	});
	const lines = createInterface({ input, output: screen, terminal: isTty, signal });
	const answers = queueOf(lines);
	// A terminal that is read key by key sends no signal.
	const pressed = new AbortController();
	lines.once('SIGINT', () => {
		pressed.abort(new NobodyThereError());
		lines.close();
	});
	const ask = async (given: string, hidden: boolean): Promise<string> => {
		const question = harmless(given);
		if (isTty && !answers.isOver()) {
			lines.setPrompt(question);
			lines.prompt();
		} else output.write(question);
		isHidden = hidden;
		const answer = await answers.next();
		isHidden = false;
		if (answer === undefined) throw new NobodyThereError();
		if (hidden || !isTty) output.write('\n');
		return answer.trim();
	};
	return {
		left: AbortSignal.any([signal, pressed.signal]),
		say: (text) => void output.write(`${harmless(text)}\n`),
		ask: (question) => ask(question, false),
		askSecret: (question) => ask(question, isTty),
		[Symbol.dispose]: () => lines.close(),
	};
}

/** Servers and platforms say what stands in these texts: it must not steer the terminal. */
function harmless(text: string): string {
	return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '');
}

interface Answers {
	next(): Promise<string | undefined>;
	isOver(): boolean;
}

function queueOf(lines: ReturnType<typeof createInterface>): Answers {
	const waiting: string[] = [];
	let heard: ((line: string | undefined) => void) | undefined;
	let isOver = false;
	const take = (line: string | undefined) => {
		const hear = heard;
		heard = undefined;
		if (hear) hear(line);
		else if (line !== undefined) waiting.push(line);
	};
	lines.on('line', take);
	lines.once('close', () => {
		isOver = true;
		take(undefined);
	});
	return {
		isOver: () => isOver,
		next() {
			const line = waiting.shift();
			if (line !== undefined || isOver) return Promise.resolve(line);
			return new Promise((resolve) => {
				heard = resolve;
			});
		},
	};
}
