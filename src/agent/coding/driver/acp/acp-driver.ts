import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../../base/log.ts';
import type { SandboxProcess } from '../../../../sandbox/opened-process.ts';
import type { Driver, PromptEnd, PromptWatch } from '../../driver.ts';
import { lastWordsOf, spanWords } from '../sentences.ts';
import { type AcpLine, openAcpLine } from './acp-line.ts';
import type { AcpLimits, AcpOptions } from './acp-options.ts';
import { createPrompt, type Prompt } from './acp-prompt.ts';
import type { Oddity } from './gate.ts';
import { type AcpSession, startSession } from './start-session.ts';
import { failureSentence } from './stop-reasons.ts';
import { readUpdate } from './wire.ts';

/** Odd messages of one agent that are logged; the rest is counted. */
const loggedOdd = 20;

/**
 * A coding agent that speaks the Agent Client Protocol over its process, which is the driver's from now on: it is ended when the driver is
 * disposed, or could not be opened. Rejects with an error whose message is a sentence for people, and with the signal's reason.
 */
export async function openAcpDriver(
	process: SandboxProcess,
	options: AcpOptions,
	signal: AbortSignal,
): Promise<Driver> {
	const watched: Watched = { prompt: undefined, session: '' };
	const onOdd = oddLogger(options.logger);
	const line = await openAcpLine(
		process,
		{
			onOdd(oddity) {
				onOdd(oddity);
				if (oddity === 'long line')
					watched.prompt?.flow.notice('A message of the agent was too long and was left out.');
			},
			onUpdate(params) {
				const read = readUpdate(params, watched.session);
				if (read.kind === 'update') watched.prompt?.flow.push(read.update);
				if (read.kind === 'bad') onOdd('bad update');
			},
			onPermission: async (request) => (await watched.prompt?.permit(request)) ?? { outcome: { outcome: 'cancelled' } },
		},
		options.title,
	);
	try {
		const session = await started(line, process, options, signal);
		watched.session = session.id;
		return createDriver(line, session, watched, options);
	} catch (error) {
		await line[Symbol.asyncDispose]();
		throw error;
	}
}

/** Whom the line's messages are for at the moment. */
interface Watched {
	prompt: Prompt | undefined;
	session: string;
}

async function started(
	line: AcpLine,
	process: SandboxProcess,
	options: AcpOptions,
	signal: AbortSignal,
): Promise<AcpSession> {
	const { title, limits, session } = options;
	const over = new AbortController();
	const either = AbortSignal.any([signal, over.signal]);
	const starting = startSession(line, title, session).catch((error: unknown) => {
		throw new Error(failureSentence(title, 'could not start', error), { cause: error });
	});
	const late = untilLate(line, limits, either).then((ms) => {
		signal.throwIfAborted();
		throw new Error(`${title} was not ready within ${spanWords(ms)}.${lastWordsOf(process.lastWords())}`);
	});
	return Promise.race([starting, late]).finally(() => over.abort());
}

/** Resolves when the line has been silent for too long, or it has all taken too long, with how long that was, ms; and when the signal fires. */
async function untilLate(line: AcpLine, { startMs, startMostMs }: AcpLimits, signal: AbortSignal): Promise<number> {
	const began = Date.now();
	for (;;) {
		const now = Date.now();
		const left = Math.min(Math.max(began, line.lastActive()) + startMs, began + startMostMs) - now;
		if (left <= 0 || signal.aborted) return now - began;
		await delay(left, undefined, { signal }).catch(() => undefined);
	}
}

function createDriver(line: AcpLine, session: AcpSession, watched: Watched, options: AcpOptions): Driver {
	let broken: string | undefined;
	let notices = session.notices;

	async function run(text: string, watch: PromptWatch): Promise<PromptEnd> {
		const prompt = createPrompt({ line, session: session.id, watch, options });
		watched.prompt = prompt;
		for (const notice of notices) prompt.flow.notice(notice);
		notices = [];
		try {
			const outcome = await prompt.run(text);
			broken = outcome.broken;
			return outcome.end;
		} finally {
			watched.prompt = undefined;
		}
	}

	return {
		async prompt(text, watch) {
			watch.signal.throwIfAborted();
			if (watched.prompt) throw new Error('A prompt of this agent is under way');
			if (broken !== undefined) return { kind: 'failed', why: broken };
			const end = await run(text, watch);
			watch.signal.throwIfAborted();
			return end;
		},
		broken: () => broken ?? (line.isOpen() ? undefined : `${options.title} has ended.`),
		[Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
	};
}

function oddLogger(logger: Logger): (oddity: Oddity) => void {
	let count = 0;
	return (oddity) => {
		count += 1;
		if (count <= loggedOdd) logger.warn('A coding agent sent something odd', { oddity, count });
	};
}
