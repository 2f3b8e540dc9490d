import type { PromptEnd, PromptWatch } from '../../driver.ts';
import { spanWords } from '../sentences.ts';
import { type AcpLine, AgentGoneError } from './acp-line.ts';
import type { AcpOptions } from './acp-options.ts';
import { createPermissions, type WireAnswer } from './permissions.ts';
import { endOf, failureSentence } from './stop-reasons.ts';
import { createUpdateFlow, type UpdateFlow } from './update-flow.ts';
import { endedSchema, type WirePermission } from './wire.ts';

export interface PromptOptions {
	readonly line: AcpLine;
	readonly session: string;
	readonly watch: PromptWatch;
	readonly options: AcpOptions;
}

/** One prompt under way. */
export interface Prompt {
	readonly flow: UpdateFlow;
	permit(request: WirePermission): Promise<WireAnswer>;
	/** Never rejects. */
	run(text: string): Promise<Outcome>;
}

export interface Outcome {
	readonly end: PromptEnd;
	/** Why the agent can take no other prompt, a sentence. */
	readonly broken?: string;
}

export function createPrompt({ line, session, watch, options }: PromptOptions): Prompt {
	const { title, verdict, limits, promptMs, logger } = options;
	const over = new AbortController();
	const flow = createUpdateFlow((update) => {
		try {
			watch.onUpdate(update);
		} catch (err) {
			logger.error('An update of a coding agent could not be shown', { err });
		}
	});
	const permissions = createPermissions({
		card: flow.card,
		onPermission(ask) {
			flow.flush();
			return watch.onPermission(ask);
		},
		onTooMany: () => flow.notice(`${title} has asked too often: from now on the answer is no.`),
		signal: AbortSignal.any([over.signal, watch.signal]),
	});

	async function asked(text: string): Promise<Outcome> {
		const prompt = [{ type: 'text', text }];
		try {
			const { stopReason } = await line.ask('session/prompt', { sessionId: session, prompt }, endedSchema);
			return { end: endOf(title, stopReason) };
		} catch (error) {
			const why = failureSentence(title, 'failed', error);
			return { end: { kind: 'failed', why }, ...(error instanceof AgentGoneError && { broken: why }) };
		}
	}

	/** Stops it; whoever stopped it does not learn how it ended. */
	async function cancelled(answer: Promise<Outcome>): Promise<Outcome> {
		line.tell('session/cancel', { sessionId: session });
		const why = `${title} did not stop when it was told to.`;
		const late = { end: { kind: 'failed', why }, broken: why } as const;
		return Promise.race([answer, after(limits.cancelMs, over.signal, late)]);
	}

	async function run(text: string): Promise<Outcome> {
		const answer = asked(text);
		const first = await Promise.race([answer, stopped(watch.signal, over.signal), late()]);
		const outcome = first === 'stopped' ? await cancelled(answer) : first;
		const why = verdict();
		return why === undefined || outcome.end.kind === 'cancelled'
			? outcome
			: { ...outcome, end: { kind: 'failed', why } };
	}

	/** Resolves when it has been silent for too long, or has taken too long in all. */
	async function late(): Promise<Outcome> {
		const began = Date.now();
		let silentSince = began;
		for (;;) {
			const now = Date.now();
			if (permissions.isAsking()) silentSince = now;
			const silence = Math.max(line.lastActive(), silentSince) + limits.stallMs - now;
			const left = began + permissions.askedMs() + promptMs - now;
			if (silence <= 0)
				return givenUp(`${title} has said nothing for ${spanWords(limits.stallMs)} and is taken to be stuck.`);
			if (left <= 0) return givenUp(`${title} was not done within ${spanWords(promptMs)} and was ended.`);
			await after(Math.min(silence, left, limits.stallMs) + 1, over.signal, undefined);
		}
	}

	function givenUp(why: string): Outcome {
		line.tell('session/cancel', { sessionId: session });
		return { end: { kind: 'failed', why }, broken: why };
	}

	return {
		flow,
		permit: (request) => permissions.ask(request),
		async run(text) {
			try {
				return await run(text);
			} finally {
				over.abort();
				flow.end();
			}
		},
	};
}

/** Never resolves when `over` is first. */
function after<T>(ms: number, over: AbortSignal, value: T): Promise<T> {
	const { promise, resolve } = Promise.withResolvers<T>();
	const timer = setTimeout(() => resolve(value), ms);
	over.addEventListener('abort', () => clearTimeout(timer), { once: true });
	return promise;
}

function stopped(signal: AbortSignal, over: AbortSignal): Promise<'stopped'> {
	const { promise, resolve } = Promise.withResolvers<'stopped'>();
	signal.addEventListener('abort', () => resolve('stopped'), { once: true, signal: over });
	return promise;
}
