import { messageOf } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { ProcessEnd, SandboxProcess } from '../../../sandbox/opened-process.ts';
import type { Driver, PromptEnd, PromptWatch } from '../driver.ts';
import { createHeadAndTail } from './head-and-tail.ts';
import { endWords, lastWordsOf, spanWords } from './sentences.ts';

export interface OneShotOptions {
	/** The agent's name for people. */
	readonly title: string;
	/** Starts it with a prompt; rejects as `Sandbox.open`. */
	readonly open: (prompt: string, signal: AbortSignal) => Promise<SandboxProcess>;
	/** How long one prompt may take, ms. */
	readonly limitMs: number;
	/** Why the gateway holds that a prompt has failed, a sentence. */
	readonly verdict: () => string | undefined;
}

/** A coding agent that knows no protocol: each prompt starts a process, which is ended with it, and what that prints is the answer. */
export function createOneShotDriver(options: OneShotOptions): Driver {
	const { title, open, limitMs, verdict } = options;

	async function run(text: string, watch: PromptWatch, limit: AbortSignal): Promise<PromptEnd> {
		await using process = await open(text, limit);
		process.stream.end();
		const output = createHeadAndTail((told) => watch.onUpdate({ kind: 'text', text: told }));
		const printed = printedBy(process, output.push);
		const ended = await raceAbort(Promise.all([process.ended, printed]), limit);
		output.end();
		return endOf(ended[0], process.lastWords());
	}

	function endOf(end: ProcessEnd, words: string): PromptEnd {
		if (end.kind === 'exit' && end.code === 0) return { kind: 'done' };
		return { kind: 'failed', why: `${title} ${endWords(end)}.${lastWordsOf(words)}` };
	}

	return {
		async prompt(text, watch) {
			watch.signal.throwIfAborted();
			const limit = AbortSignal.timeout(limitMs);
			const end = await run(text, watch, AbortSignal.any([watch.signal, limit])).catch((error: unknown): PromptEnd => {
				watch.signal.throwIfAborted();
				const why = limit.aborted
					? `${title} was not done within ${spanWords(limitMs)} and was ended.`
					: `${title} could not start: ${messageOf(error)}`;
				return { kind: 'failed', why };
			});
			watch.signal.throwIfAborted();
			const why = verdict();
			return why === undefined ? end : { kind: 'failed', why };
		},
		async [Symbol.asyncDispose]() {},
	};
}

/** Reads all that a process prints. A sandbox that dies under it is told by the process' end. */
async function printedBy(process: SandboxProcess, take: (chunk: Uint8Array) => void): Promise<void> {
	try {
		for await (const chunk of process.stream) take(chunk);
	} catch {
		await process.ended;
	}
}
