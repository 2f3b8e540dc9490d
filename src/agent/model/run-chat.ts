import { tellCap, withCap } from './cost/cap.ts';
import { promptTokens } from './cost/estimate.ts';
import { type Hold, holdFor, type PaidCall } from './cost/purse.ts';
import { type Progress, spentOn, type TryEnd } from './cost/spent-on.ts';
import type { ChatEndpoint } from './endpoint/chat-endpoint.ts';
import type { ModelPart, ModelReply } from './model.ts';
import { lessonOf, withoutRequestIn } from './quirks/lesson-of.ts';
import { createLore, type QuirkMemory } from './quirks/lore.ts';
import { withNewestPictures } from './quirks/pictures.ts';
import type { Quirks } from './quirks/quirks.ts';
import { afterRefusal, keepTrial, type Lesson, noTrial, quirksOf } from './quirks/trial.ts';
import { nextWait, type RetryPolicy, wait } from './retry.ts';
import { waitInWords } from './wait-in-words.ts';
import { newCallId } from './wire/call-ids.ts';
import { charactersOf } from './wire/problem/characters-of.ts';
import { readProblem } from './wire/read-problem.ts';
import { createReplyReader, type ReadReply, type ReplyReader } from './wire/read-stream.ts';
import type { WireContext } from './wire/to-wire.ts';
import { usageIn } from './wire/wire-chunk.ts';
import { type EndpointNames, explainProblem, modelError, type Verdict } from './wire/wire-errors.ts';
import type { ChatBody } from './wire/wire-types.ts';

export interface ChatDeps {
	readonly endpoint: ChatEndpoint;
	readonly names: EndpointNames;
	readonly retry: RetryPolicy;
	readonly answerBytes: number;
	readonly random: () => number;
	readonly now: () => number;
	/** Default: quirks are known as long as the process runs. */
	readonly memory?: QuirkMemory | undefined;
}

/** One call, written anew for each try, since a try may teach what the endpoint does not take. */
export interface ChatPlan {
	readonly write: (context: WireContext) => ChatBody;
	readonly toolNames: ReadonlySet<string>;
}

export interface Chat {
	/** Streams the reply to one plan; learns, waits and tries again where that makes sense. */
	run(plan: ChatPlan, signal: AbortSignal): AsyncGenerator<ModelPart, ModelReply>;
}

const thoughtWords = 'Its answers told whether they begin inside a thought';

// Signatures matter only as long as their calls are in the history; a session's worth is kept, in characters too.
const keptExtras = 2_000;
const keptCharacters = 16 * 2 ** 20;

/** Talks to one endpoint and remembers its quirks. */
export function createChat(deps: ChatDeps): Chat {
	const lore = createLore(deps.memory, deps.now);
	const extras = new Map<string, unknown>();
	let characters = 0;

	const keep = (id: string, extra: unknown): void => {
		drop(id);
		extras.set(id, extra);
		characters += JSON.stringify(extra).length;
	};
	const drop = (id: string): void => {
		if (extras.has(id)) characters -= JSON.stringify(extras.get(id)).length;
		extras.delete(id);
	};
	const remember = async (read: ReadReply, { opensInThought }: Quirks): Promise<ModelReply> => {
		for (const [id, extra] of read.extras) keep(id, extra);
		for (const id of extras.keys()) {
			if (extras.size <= keptExtras && characters <= keptCharacters) break;
			drop(id);
		}
		if (read.opensInThought !== undefined && read.opensInThought !== opensInThought)
			await lore.learn({ opensInThought: read.opensInThought }, thoughtWords);
		return read.reply;
	};

	return {
		async *run(plan, signal) {
			let trial = noTrial;
			for (let tried = 1; ; ) {
				const quirks = quirksOf(await lore.quirks(), trial);
				const written = plan.write({ quirks, extras });
				const shown = trial.pictures === undefined ? written : withNewestPictures(written, trial.pictures);
				const { ended, body } = yield* paidAttempt(deps, { body: shown, quirks, plan }, signal);
				if ('read' in ended) {
					await keepTrial(trial, lore);
					return tellCap(await remember(ended.read, quirks), body);
				}
				const next = afterFailure(deps, { ...ended, body, quirks, tried });
				if ('lesson' in next) {
					trial = afterRefusal(trial, next.refusal, next.lesson);
					continue;
				}
				yield next;
				await wait(next.waitMs, signal);
				tried++;
			}
		},
	};
}

/** An attempt for which its cost is held before, and settled however it ends; and what was sent, which asks for no more than is held. */
async function* paidAttempt(
	deps: ChatDeps,
	given: Omit<Attempt, 'progress'>,
	signal: AbortSignal,
): AsyncGenerator<ModelPart, { readonly ended: Ended; readonly body: ChatBody }> {
	const { model, url } = deps.names;
	const sent = () => ({ model, url, promptTokens: promptTokens(given.body), brings: 'words' as const });
	const hold = yield* holding(sent, signal);
	const body = withCap(given.body, hold.outputTokens, given.quirks.cap);
	const progress: TryProgress = { streamed: false, heard: 0, usage: undefined };
	let end: TryEnd = 'left';
	try {
		const ended = yield* attempt(deps, { ...given, body, progress }, signal);
		end = 'read' in ended ? 'whole' : { problem: readProblem(ended.error, deps.now()) };
		return { ended, body };
	} finally {
		await hold.settle(spentOn(progress, end));
	}
}

/** Holds what a request may cost, and tells where that has to wait for others. */
async function* holding(sent: () => PaidCall, signal: AbortSignal): AsyncGenerator<ModelPart, Hold> {
	const waiting = Promise.withResolvers<undefined>();
	const hold = holdFor(sent, signal, () => waiting.resolve(undefined));
	let held: Hold | undefined;
	try {
		held = await Promise.race([hold, waiting.promise]);
		if (!held) yield { type: 'waits' };
		held ??= await hold;
		return held;
	} finally {
		// Whoever has left meanwhile pays nothing.
		if (!held) hold.then((late) => late.settle(undefined)).catch(() => undefined);
	}
}

interface Attempt {
	readonly body: ChatBody;
	readonly quirks: Quirks;
	readonly plan: ChatPlan;
	readonly progress: TryProgress;
}

interface TryProgress extends Progress {
	/** A person may have seen something of it. */
	streamed: boolean;
}

/** How a try ended; `streamed`: a person may have seen something of it. */
type Ended = { readonly read: ReadReply } | { readonly error: unknown; readonly streamed: boolean };

async function* attempt(
	{ endpoint, random, answerBytes }: ChatDeps,
	{ body, quirks, plan, progress }: Attempt,
	signal: AbortSignal,
): AsyncGenerator<ModelPart, Ended> {
	const reader = createReplyReader({
		toolNames: plan.toolNames,
		opensInThought: quirks.opensInThought,
		newId: () => newCallId(random),
		answerBytes,
	});
	try {
		const complete = yield* readChunks(endpoint.open(body, reader, signal), reader, progress, signal);
		const { parts, read } = reader.end(complete);
		yield* parts;
		return { read };
	} catch (error) {
		signal.throwIfAborted();
		return { error, streamed: progress.streamed };
	}
}

async function* readChunks(
	chunks: AsyncGenerator<unknown, boolean>,
	reader: ReplyReader,
	progress: TryProgress,
	signal: AbortSignal,
): AsyncGenerator<ModelPart, boolean> {
	try {
		for (;;) {
			const next = await chunks.next();
			if (next.done) return next.value;
			const parts = reader.take(next.value);
			progress.heard = reader.heard;
			progress.usage = usageIn(next.value) ?? progress.usage;
			progress.streamed ||= parts.some(({ type }) => type === 'text');
			yield* parts;
			if (reader.full) return true;
		}
	} catch (error) {
		signal.throwIfAborted();
		// The reply is whole; only what follows it was lost.
		if (reader.finished) return true;
		throw error;
	} finally {
		await chunks.return(false);
	}
}

interface Failure {
	readonly error: unknown;
	readonly body: ChatBody;
	readonly quirks: Quirks;
	readonly tried: number;
	readonly streamed: boolean;
}

type AfterFailure = { readonly lesson: Lesson; readonly refusal: string } | Extract<ModelPart, { type: 'retry' }>;

/** Decides what to do next; throws when the call has failed. */
function afterFailure(deps: ChatDeps, { error, body, quirks, tried, streamed }: Failure): AfterFailure {
	const read = readProblem(error, deps.now());
	if (read === undefined) throw error;
	const problem = withoutRequestIn(read, body);
	const refusal = problem.kind === 'refusal' ? problem : undefined;
	const explained = explainProblem(problem, deps.names, () => charactersOf(body.messages));
	const verdict = withWait(explained, refusal?.retryAfterMs, deps);
	const failed = modelError(verdict, error);
	if (streamed) throw failed;
	const lesson = refusal && lessonOf(refusal, { body, quirks, failure: verdict.failure, words: verdict.message });
	if (refusal && lesson) return { lesson, refusal: refusal.said || refusal.all };
	const state = { tried, askedMs: refusal?.retryAfterMs, random: deps.random() };
	const waitMs = verdict.retry ? nextWait(deps.retry, state) : undefined;
	if (waitMs === undefined) throw failed;
	return { type: 'retry', reason: verdict.message, waitMs };
}

/** Says when it is worth another try, where the server asks for a longer wait than is waited. */
function withWait(verdict: Verdict, askedMs: number | undefined, { retry, now }: ChatDeps): Verdict {
	if (!verdict.retry || askedMs === undefined || askedMs <= retry.maxAskedMs) return verdict;
	return { ...verdict, message: `${verdict.message}. It asks to wait ${waitInWords(askedMs, now())}` };
}
