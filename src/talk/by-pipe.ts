import { reasonOf } from '../adapters/terminal/hand-in.ts';
import type { Pipe } from '../adapters/terminal/pipe/pipe.ts';
import type { PipeEnd } from '../adapters/terminal/pipe/pipe-turns.ts';
import { cleanText } from '../adapters/terminal/render/clean-text.ts';
import { codeOf } from '../base/errors.ts';
import { raceAbort } from '../base/race-abort.ts';
import { type InputText, readInput } from './read-input.ts';

export type PipeOutput = 'text' | 'json';

/** The streams of a program that is spoken to by another one. */
export interface PipeStreams {
	readonly input: AsyncIterable<Uint8Array | string>;
	/** The answer, and nothing else. Resolves when it is written; rejects when it cannot be. */
	readonly write: (text: string) => Promise<void>;
	/** Whatever else is to be said. */
	readonly say: (line: string) => void;
}

export interface ByPipe {
	readonly streams: PipeStreams;
	readonly output: PipeOutput;
	readonly pipe: Pick<Pipe, 'ask'>;
	/** The session's id, once the answer is there. */
	readonly session: () => Promise<string>;
}

/** Reads one message, all of the input, and answers it. Resolves with the exit code. */
export async function answerByPipe({ streams, output, pipe, session }: ByPipe, signal: AbortSignal): Promise<number> {
	const said = await untilAborted(readInput(streams.input), signal);
	const end = await endOf(said, pipe, signal);
	const lost = await print(end, await session(), { streams, output });
	if (lost !== undefined) streams.say(lost);
	return lost === undefined ? exitCodeOf(end) : 1;
}

/** A question is neither an answer nor a failure: a script may want to know. */
export const askedCode = 2;

function exitCodeOf({ outcome }: End): number {
	if (outcome === 'waiting') return askedCode;
	return outcome === 'done' ? 0 : 1;
}

/** `left`: the process was asked to leave before there was an end. */
type End = PipeEnd | { readonly outcome: 'left' };

async function endOf(said: InputText | undefined, pipe: ByPipe['pipe'], signal: AbortSignal): Promise<End> {
	if (said === undefined) return { outcome: 'refused', reason: 'Left before all of it was said' };
	if ('problem' in said) return { outcome: 'refused', reason: said.problem };
	return (await untilAborted(pipe.ask(said.text), signal)) ?? { outcome: 'left' };
}

/** A sentence where what is to be read could not be written. */
async function print(
	end: End,
	session: string,
	{ streams, output }: Pick<ByPipe, 'streams' | 'output'>,
): Promise<string | undefined> {
	const problem = problemOf(end, session);
	if (problem !== undefined) streams.say(problem);
	const answer = 'answer' in end && end.answer !== '' ? `${end.answer}\n` : '';
	const text = output === 'json' ? `${JSON.stringify(asJson(end, session))}\n` : answer;
	try {
		if (text !== '') await streams.write(text);
	} catch (error) {
		// Whoever read it has had enough, as `head` has: that is no failure.
		if (codeOf(error) === 'EPIPE') return undefined;
		return `Cannot write the answer to standard output: ${reasonOf(error)}. It is kept: ${goOnIn(session)}`;
	}
	return undefined;
}

/** One sentence where there is no answer. */
function problemOf(end: End, session: string): string | undefined {
	switch (end.outcome) {
		case 'done':
			return undefined;
		case 'waiting':
			return `It asks: ${cleanText(end.question.text)}${choicesOf(end)}\nPipe the answer into: ${goOnIn(session)}`;
		case 'left':
			return `${leftText}: ${goOnIn(session)}`;
		case 'refused':
			return `${end.reason}. The message was not sent`;
		case 'failed':
		case 'stopped':
			return end.reason;
	}
}

function choicesOf({ question: { answer } }: Extract<PipeEnd, { readonly outcome: 'waiting' }>): string {
	if (answer.kind !== 'choices') return '';
	const others = answer.besides === 'words' ? ['other words'] : [];
	return ` (${[...answer.choices, ...others].join(' | ')})`;
}

function goOnIn(session: string): string {
	return `./threadsmith --load ${session}`;
}

const leftText = 'Left before the answer was there; what was said is kept';

/** Nothing was sent. */
export function refusedJson(reason: string): Readonly<Record<string, unknown>> {
	return { outcome: 'refused', reason };
}

/** Programs read it: the names stay. */
function asJson(end: End, session: string): Readonly<Record<string, unknown>> {
	if (end.outcome === 'refused') return refusedJson(end.reason);
	if (end.outcome === 'left') return { session, outcome: end.outcome, reason: leftText };
	const { outcome, answer, files, usage } = end;
	const facts = { session, outcome, answer, files, ...(usage && { usage }) };
	if (end.outcome === 'waiting')
		return { ...facts, question: { text: end.question.text, answer: end.question.answer } };
	return end.outcome === 'done' ? facts : { ...facts, reason: end.reason };
}

/** Undefined once the signal fires. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	try {
		return await raceAbort(promise, signal);
	} catch (error) {
		if (signal.aborted) return undefined;
		throw error;
	}
}
