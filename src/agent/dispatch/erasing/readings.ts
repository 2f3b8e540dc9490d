import type { Step } from '../../../store/journal.ts';
import { oneLine } from '../../session/said-lines.ts';

/** Shorter words stand in many messages: of them only a message counts that begins so. */
const longEnough = 12;

/** How a message of which this is the beginning is quoted to the Brain. Pure. */
export function quoteOf(words: string): string {
	const [line = ''] = words.split('\n');
	return line.length < longEnough ? ` UTC): ${line}` : line;
}

/** How the messages of somebody are quoted. Pure. */
export function quotesOf(name: string): string {
	return ` ${oneLine(name)} (20`;
}

/** Tells what the Brain has read of its thread and quotes any of these: it may read it again, as it is then. Pure. */
export function isReadingOf(quotes: readonly string[], steps: readonly Step[]): (step: Step) => boolean {
	const calls = new Set(
		steps.flatMap((step) => (step.type === 'tool-started' && step.tool === 'read_thread' ? [step.callId] : [])),
	);
	return (step) =>
		step.type === 'tool-finished' && calls.has(step.callId) && quotes.some((quote) => step.text.includes(quote));
}
