import type { Pipe } from '../adapters/terminal/pipe/pipe.ts';
import type { PipeEnd } from '../adapters/terminal/pipe/pipe-turns.ts';
import { cleanText } from '../adapters/terminal/render/clean-text.ts';
import { raceAbort } from '../base/race-abort.ts';
import { type InputText, readInput } from './read-input.ts';

export type PipeOutput = 'text' | 'json';

/** The streams of a program that is spoken to by another one. */
export interface PipeStreams {
	readonly input: AsyncIterable<Uint8Array | string>;
	/** The answer, and nothing else. */
	readonly write: (text: string) => void;
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

/** Reads one message, all of the input, and answers it. Resolves with the exit code: 0 when there is an answer. */
export async function answerByPipe({ streams, output, pipe, session }: ByPipe, signal: AbortSignal): Promise<number> {
	const said = await untilAborted(readInput(streams.input), signal);
	const end = await endOf(said, pipe, signal);
	const id = await session();
	print(end, id, { streams, output });
	return end.outcome === 'done' ? 0 : 1;
}

/** `left`: the process was asked to leave before there was an end. */
type End = PipeEnd | { readonly outcome: 'left' };

async function endOf(said: InputText | undefined, pipe: ByPipe['pipe'], signal: AbortSignal): Promise<End> {
	if (said === undefined) return { outcome: 'refused', reason: 'Left before all of it was said' };
	if ('problem' in said) return { outcome: 'refused', reason: said.problem };
	return (await untilAborted(pipe.ask(said.text), signal)) ?? { outcome: 'left' };
}

function print(end: End, session: string, { streams, output }: Pick<ByPipe, 'streams' | 'output'>): void {
	const problem = problemOf(end, session);
	if (problem !== undefined) streams.say(problem);
	const answer = 'answer' in end ? end.answer : '';
	if (output === 'json') streams.write(`${JSON.stringify(asJson(end, session))}\n`);
	else if (answer !== '') streams.write(`${answer}\n`);
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
	return answer.kind === 'choices' ? ` (${answer.choices.join(' | ')})` : '';
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
