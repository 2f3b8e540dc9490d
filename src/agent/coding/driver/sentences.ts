import type { ProcessEnd } from '../../../sandbox/opened-process.ts';
import { bounds } from './bounds.ts';
import { line } from './safe-text.ts';

/** Another's words in a sentence of ours: the end of them, on one line. Pure. */
export function quoted(words: string): string {
	const tail = words.trim().slice(-bounds.words).replaceAll(/\s+/g, ' ');
	return line(tail, bounds.words);
}

/** How a process ended, as the end of a sentence about it. Pure. */
export function endWords(end: ProcessEnd): string {
	if (end.kind === 'exit') return `ended (exit code ${end.code})`;
	return end.kind === 'signal'
		? `was ended by ${line(end.signal, 20)}`
		: `was lost with its sandbox: ${quoted(end.why)}`;
}

/** Its last words, as a sentence of their own, where it has said any. Pure. */
export function lastWordsOf(words: string): string {
	return words.trim() === '' ? '' : ` It last said: ${quoted(words)}`;
}

/** Milliseconds in words. Pure. */
export function spanWords(ms: number): string {
	const [seconds, minutes] = [Math.round(ms / 1000), Math.round(ms / 60_000)];
	if (ms < 60_000) return seconds === 1 ? 'a second' : `${seconds} seconds`;
	return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
