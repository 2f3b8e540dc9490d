import type { Dialect } from '../dialects/dialect.ts';
import type { Answering } from '../serve/asked.ts';
import type { Refusal } from './refusal.ts';

/** A short answer of our own. */
export interface OwnAnswer {
	readonly status: number;
	readonly contentType: string;
	readonly body: string;
	readonly retryAfter?: string | undefined;
}

export async function answerWhole(answering: Answering, answer: OwnAnswer): Promise<void> {
	const { status, contentType, body, retryAfter } = answer;
	answering.begin(status, { 'content-type': contentType, ...(retryAfter && { 'retry-after': retryAfter }) });
	if (body !== '') await answering.write(body);
	answering.end();
}

/** Says no in the dialect's own way: as a whole answer, or at the end of a stream of events that has begun. Any other answer is broken off. */
export async function refuse(answering: Answering, dialect: Dialect, refusal: Refusal): Promise<void> {
	const { status, message, more } = refusal;
	const { contentType, body, event } = dialect.error(status, message);
	if (answering.begun === undefined) {
		const own =
			more.words === undefined ? { contentType, body } : { contentType: 'application/json', body: more.words };
		return await answerWhole(answering, { status, ...own, retryAfter: more.retryAfter });
	}
	if (!answering.begun.startsWith('text/event-stream')) return answering.breakOff();
	await answering.write(event);
	answering.end();
}
