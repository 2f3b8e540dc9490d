import { appendFileSync } from 'node:fs';
import type { Logger } from '../../base/log.ts';

export interface SessionLogOptions {
	/** Where the lines go, given the time of the first, in milliseconds since 1970. */
	readonly pathAt: (ms: number) => string;
	/** Takes the secrets out of a line. */
	readonly redact: (line: string) => string;
	/** The process's log, told once for each time in which the session's cannot be written. */
	readonly log: Logger;
	/** The clock of the lines, in milliseconds since 1970. */
	readonly now: () => number;
}

/** Characters of one file; the next event begins another. */
const mostBytes = 10 * 2 ** 20;

/** Answers a function that appends an event to the session's log, one JSON line with its time, free of secrets. It never throws. */
export function createSessionLog({ pathAt, redact, log, now }: SessionLogOptions): SessionLogWriter {
	let path: string | undefined;
	let written = 0;
	let told = false;
	return (event) => {
		try {
			const ms = now();
			if (written > mostBytes) path = undefined;
			if (path === undefined) written = 0;
			path ??= pathAt(ms);
			const line = `${lineOf(ms, event, redact)}\n`;
			// At once, not in the background: the last lines before a kill -9 are those that are wanted most.
			appendFileSync(path, line, { mode: 0o600 });
			written += line.length;
			told = false;
		} catch (error) {
			if (!told) log.warn('Cannot write the session log', { path, err: error });
			told = true;
		}
	};
}

export type SessionLogWriter = (event: Readonly<Record<string, unknown>>) => void;

function lineOf(ms: number, event: Readonly<Record<string, unknown>>, redact: (line: string) => string): string {
	const at = new Date(ms).toISOString();
	const line = toJson({ at, ...event });
	const clean = redact(line);
	if (clean === line || isJson(clean)) return clean;
	// A secret was no part of a text, a number for instance: without it the line is not JSON any more.
	return JSON.stringify({ at, problem: 'This event cannot be shown without a secret' });
}

function toJson(event: Readonly<Record<string, unknown>>): string {
	try {
		return JSON.stringify(event, readable);
	} catch (error) {
		return JSON.stringify({ at: event['at'], problem: 'This event is not a JSON value', err: error }, readable);
	}
}

function readable(_key: string, value: unknown): unknown {
	if (typeof value === 'bigint') return value.toString();
	if (!(value instanceof Error)) return value;
	return { ...value, name: value.name, message: value.message, stack: value.stack, cause: value.cause };
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
