import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Mode, measured } from './modes.ts';

/** The rows of a mode, by their names, and why benchmarks of it could not be measured, by theirs. */
export interface ModeRows {
	readonly mode: Mode;
	readonly rows: ReadonlyMap<string, MeasuredRow>;
	readonly whyNot: ReadonlyMap<string, string>;
}

const row = z.object({ name: z.string(), value: z.number(), control: z.number().optional() });
export type MeasuredRow = z.infer<typeof row>;

const scripts = join(import.meta.dirname, '..', '..', 'scripts');

export interface MeasureOptions {
	/** Each measurement is repeated at most so often. */
	readonly runs: number;
	readonly signal: AbortSignal;
	/** Progress, for people. */
	readonly say: (line: string) => void;
}

/** Runs the benchmarks of sandboxes in a process of their own. Rejects with the signal's reason. */
export async function measureMode(mode: Mode, { runs, signal, say }: MeasureOptions): Promise<ModeRows> {
	const only = measured.flatMap((name) => ['--only', name]);
	const words = ['bench/main.ts', '--json', '--runs', String(runs), '--runtime', mode.runtime, ...only];
	const script = join(scripts, mode.as === 'root' ? 'node24.mjs' : 'plain-user.mjs');
	const child = spawn(process.execPath, [script, ...words], {
		cwd: join(scripts, '..'),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const leave = () => child.kill('SIGTERM');
	signal.addEventListener('abort', leave, { once: true });
	const [out, err] = [linesOf(child.stdout), linesOf(child.stderr, say)];
	await once(child, 'close');
	signal.removeEventListener('abort', leave);
	signal.throwIfAborted();
	return { mode, rows: rowsIn(await out), whyNot: whyNotIn(await err) };
}

async function linesOf(stream: NodeJS.ReadableStream, say?: (line: string) => void): Promise<readonly string[]> {
	const lines: string[] = [];
	for await (const line of createInterface({ input: stream })) {
		lines.push(line);
		say?.(line);
	}
	return lines;
}

/** Pure. */
export function rowsIn(lines: readonly string[]): ReadonlyMap<string, MeasuredRow> {
	const rows = lines.filter((line) => line.startsWith('{')).map((line) => row.parse(JSON.parse(line)));
	return new Map(rows.map((one) => [one.name, one]));
}

/** By what the benchmarks say for people: a line that names one, and under it why it could not be measured. Pure. */
export function whyNotIn(lines: readonly string[]): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	let bench: string | undefined;
	for (const line of lines) {
		bench = /^(\S+) … \(load /.exec(line)?.[1] ?? bench;
		const why = /^ {2}could not be measured: (.*)/.exec(line)?.[1] ?? (bench === undefined ? line.trim() : undefined);
		if (why !== undefined && why !== '') found.set(bench ?? 'all', why);
	}
	return found;
}
