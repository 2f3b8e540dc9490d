import { PassThrough, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { TerminalStreams } from '../../adapters/terminal/terminal.ts';

/** A terminal whose keys are pressed by the demo. */
export interface PlayedStreams extends TerminalStreams {
	/** Types a line, at a person's pace where somebody watches, and presses Enter. */
	type(line: string): Promise<void>;
}

/** Milliseconds between two keys. */
const pace = 18;

/** On this process's own screen, or nowhere when the output is for programs. */
export function createPlayedStreams({
	json,
	color,
	term,
}: {
	readonly json: boolean;
	readonly color: boolean;
	readonly term?: string | undefined;
}): PlayedStreams {
	const input = new PassThrough();
	const { stdout } = process;
	const isTty = !json && stdout.isTTY === true && term !== 'dumb';
	return {
		input,
		output: json ? nowhere() : stdout,
		isTty,
		color: isTty && color,
		size: () => ({ columns: stdout.columns ?? 80, rows: stdout.rows ?? 24 }),
		type: async (line) => {
			if (!isTty) return void input.write(`${line}\n`);
			for (const key of line) {
				input.write(key);
				await delay(pace);
			}
			input.write('\r');
		},
	};
}

function nowhere(): Writable {
	return new Writable({ write: (_chunk, _encoding, done) => done() });
}
