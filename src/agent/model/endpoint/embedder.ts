import { z } from 'zod';
import { tokensOfText } from '../cost/estimate.ts';
import { BudgetError, holdFor, type Spent } from '../cost/purse.ts';
import { keyHeaders } from '../list-models.ts';
import { tellSpent } from '../spending.ts';
import { readProblem } from '../wire/read-problem.ts';
import { headOfBody } from '../wire/watch-body.ts';
import { openAiUrl, shownUrl } from './endpoint-url.ts';
import { withinOrigin } from './same-origin.ts';

/** One vector for each text, all of one length; or why there is none: `reason` completes a sentence and holds no address and no key. */
export type Embedded =
	| { readonly kind: 'vectors'; readonly vectors: readonly (readonly number[])[] }
	/** These texts, or so many of them, it does not take; it may take fewer. */
	| { readonly kind: 'refused'; readonly reason: string }
	| { readonly kind: 'failed'; readonly reason: string };

/** A model that turns texts into vectors, which lie the closer the closer their meanings are. */
export interface Embedder {
	/** The model and its address: vectors of another one cannot be compared. */
	readonly name: string;
	/** At most `mostTexts`, none of them empty. Rejects only with the signal's reason. */
	embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

export interface EmbedderOptions {
	readonly model: string;
	/** Default: OpenAI's own. */
	readonly baseUrl?: string | undefined;
	readonly apiKey?: string | undefined;
	readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Texts of one request, the smallest bound of the known servers: Text Embeddings Inference takes 32 unless told otherwise
 * (https://huggingface.co/docs/text-embeddings-inference/cli_arguments), OpenAI 2,048.
 */
export const mostTexts = 32;

/** Numbers of one vector, and bytes of one answer, at most: the largest known models have 4,096. */
const mostNumbers = 16_384;
const mostBytes = 32 * 2 ** 20;

const answerSchema = z.object({
	data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(1).max(mostNumbers) })),
	usage: z
		.object({ prompt_tokens: z.number().int().min(1).max(1e9) })
		.optional()
		.catch(undefined),
});

/** By `POST /embeddings` (https://platform.openai.com/docs/api-reference/embeddings/create), with nothing that only some servers take. */
export function createEmbedder({
	model,
	baseUrl = openAiUrl,
	apiKey,
	fetch = globalThis.fetch,
}: EmbedderOptions): Embedder {
	const url = shownUrl(baseUrl);
	const ask = async (texts: readonly string[], signal: AbortSignal): Promise<Counted> => {
		const response = await withinOrigin(fetch)(`${baseUrl.replace(/\/$/, '')}/embeddings`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(apiKey !== undefined && keyHeaders(baseUrl, apiKey)),
			},
			body: JSON.stringify({ model, input: texts.map((text) => text.toWellFormed()) }),
			signal,
		});
		if (response.ok) return await readAnswer(response.body, texts.length);
		await response.body?.cancel();
		const reason = `status ${response.status}`;
		return { embedded: refusals.has(response.status) ? { kind: 'refused', reason } : failed(reason), spent: undefined };
	};
	return {
		name: `${model} at ${url}`,
		async embed(texts, signal) {
			try {
				const promptTokens = () => texts.reduce((sum, text) => sum + tokensOfText(text), 0);
				const hold = await holdFor(() => ({ model, url, promptTokens: promptTokens(), brings: 'vectors' }), signal);
				let spent: Spent | undefined;
				try {
					signal.throwIfAborted();
					spent = estimated;
					const counted = await ask(texts, signal);
					spent = counted.spent;
					if (spent?.counted === 'by-server')
						await tellSpent({ inputTokens: spent.inputTokens, outputTokens: 0, model });
					return counted.embedded;
				} finally {
					await hold.settle(spent);
				}
			} catch (error) {
				signal.throwIfAborted();
				return failed(error instanceof BudgetError ? 'a budget is used up' : reasonOf(error));
			}
		},
	};
}

const estimated: Spent = { counted: 'estimated', outputTokens: 0 };

/** The result of a request, and its use. */
interface Counted {
	readonly embedded: Embedded;
	readonly spent: Spent | undefined;
}

/** Too much, or too long: what servers answer then. */
const refusals = new Set([400, 413, 422]);

function failed(reason: string): Embedded {
	return { kind: 'failed', reason };
}

async function readAnswer(body: ReadableStream<Uint8Array> | null, count: number): Promise<Counted> {
	const text = body === null ? '' : await new Response(headOfBody(body, mostBytes)).text();
	const { data: answer } = answerSchema.safeParse(JSON.parse(text));
	if (!answer) return { embedded: failed('the answer is no list of embeddings'), spent: estimated };
	const { data, usage } = answer;
	const spent: Spent = usage ? { counted: 'by-server', inputTokens: usage.prompt_tokens, outputTokens: 0 } : estimated;
	return { embedded: vectorsIn(data, count), spent };
}

function vectorsIn(data: z.infer<typeof answerSchema>['data'], count: number): Embedded {
	const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
	const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index) ?? []);
	const [first] = vectors;
	if (vectors.some(({ length }) => length === 0)) return failed('the answer lacks some of the embeddings');
	if (vectors.some(({ length }) => length !== first?.length)) return failed('the embeddings differ in length');
	return { kind: 'vectors', vectors };
}

/** Never the message of `fetch`, which quotes an address with credentials. */
function reasonOf(error: unknown): string {
	if (error instanceof SyntaxError) return 'the answer is not JSON';
	const problem = readProblem(error, 0);
	if (problem?.kind === 'redirected') return `it sends requests on to another server, ${problem.to}`;
	return (problem?.kind === 'connection' && problem.code) || 'no connection';
}
