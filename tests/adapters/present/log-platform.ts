import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSerial } from '../../../src/base/serial.ts';

/** A message in the log. */
export interface LogLine {
	readonly id: string;
	readonly keys: readonly string[];
	readonly text: string;
}

/** What somebody writes. */
export interface SaidLine {
	readonly delivery: string;
	readonly text: string;
	/** It is kept under `source`. */
	readonly file: { readonly name: string; readonly size: number; readonly source: string } | undefined;
}

/** A platform that is a text file: one line a message, which can be rewritten and taken out; and a folder for files beside it. */
export interface LogPlatform {
	readonly dir: string;
	lines(): Promise<readonly LogLine[]>;
	/** Changes the log, one change after another; a new line has no id yet. */
	write(change: (lines: readonly LogLine[]) => readonly LogLine[]): Promise<void>;
	/** Hands what people write to `hear`, which acknowledges it by resolving, until the answer is called. */
	listen(hear: (line: SaidLine) => Promise<unknown>): () => void;
	say(text: string, delivery?: string, file?: SaidLine['file']): void;
	acknowledged(): number;
}

export function openLog(dir: string): LogPlatform {
	const path = join(dir, 'log.txt');
	const serial = createSerial();
	const people = new EventEmitter<{ said: [SaidLine] }>();
	let acknowledged = 0;
	const lines = async () => {
		const text = await readFile(path, 'utf8').catch(() => '');
		return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LogLine]));
	};
	return {
		dir,
		lines,
		write: (change) =>
			serial(async () => {
				const changed = change(await lines());
				await writeFile(path, changed.map((line) => `${JSON.stringify(line)}\n`).join(''));
			}),
		listen(hear) {
			const heard = (line: SaidLine) =>
				void hear(line).then(() => {
					acknowledged += 1;
				});
			people.on('said', heard);
			return () => void people.off('said', heard);
		},
		say: (text, delivery = randomUUID(), file = undefined) => void people.emit('said', { text, delivery, file }),
		acknowledged: () => acknowledged,
	};
}
