import type { PromptEnd } from '../../driver.ts';
import { quoted } from '../sentences.ts';
import { AgentGoneError } from './acp-line.ts';

/** How a prompt ended by the reason that the agent gives. Pure. */
export function endOf(title: string, reason: string): PromptEnd {
	switch (reason) {
		case 'end_turn':
			return { kind: 'done' };
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'refusal':
			return { kind: 'refused', why: `${title} refused: its model does not do what was asked.` };
		case 'max_tokens':
			return { kind: 'failed', why: `${title} stopped: its model's answer was longer than it may be.` };
		case 'max_turn_requests':
			return { kind: 'failed', why: `${title} stopped: it has asked its model as often as it may in one turn.` };
		default:
			return { kind: 'failed', why: `${title} stopped for a reason that is not known here: "${quoted(reason)}".` };
	}
}

const authRequired = -32000;

/** One sentence for people on what the protocol, or the line, threw; `what`: "could not start". Pure. */
export function failureSentence(title: string, what: string, error: unknown): string {
	if (error instanceof AgentGoneError) return error.message;
	if (!isRequestError(error))
		return isPlain(error) ? error.message : `${title} ${what}: it did not answer as the protocol says.`;
	if (error.code === authRequired)
		return `${title} ${what}: it asks for an account of its vendor, and takes no key of ours.`;
	return `${title} ${what}: ${quoted(wordsOf(error))}`;
}

interface RequestFailure {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
}

/** By its shape: its class is loaded with the library. */
function isRequestError(error: unknown): error is RequestFailure {
	return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/** Ours; not what the check of an answer threw. */
function isPlain(error: unknown): error is Error {
	return error instanceof Error && error.name === 'Error';
}

/** "Internal error" tells nothing; agents put what happened beside it. */
function wordsOf({ message, data }: RequestFailure): string {
	const details = typeof data === 'object' && data !== null ? detailsOf(data) : data;
	return typeof details === 'string' && !message.includes(details) ? `${message}: ${details}` : message;
}

function detailsOf(data: object): unknown {
	if ('details' in data) return data.details;
	return 'message' in data ? data.message : undefined;
}
