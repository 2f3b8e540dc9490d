import { z } from 'zod';
import { formatBytes } from '../../base/text/format-bytes.ts';
import { openAiUrl } from './endpoint/endpoint-url.ts';
import { withinOrigin } from './endpoint/same-origin.ts';
import { readProblem } from './wire/read-problem.ts';
import { headOfBody } from './wire/watch-body.ts';

export interface ListModelsOptions {
	/** Default: OpenAI's own. */
	readonly baseUrl?: string | undefined;
	readonly apiKey?: string | undefined;
	/** Milliseconds after which a server counts as not well, default 10,000: a list is short work. */
	readonly limitMs?: number;
}

/** An endpoint's answer about its models. `reason` completes a sentence and holds no address and no key. */
export type ModelList =
	| {
			readonly kind: 'listed';
			readonly names: readonly string[];
			/** Tokens of their windows, of those whose server tells them. */
			readonly windows: ReadonlyMap<string, number>;
	  }
	/** There is a server, but it keeps no such list. */
	| { readonly kind: 'no-list'; readonly reason: string }
	| { readonly kind: 'unauthorized'; readonly reason: string }
	| { readonly kind: 'failed'; readonly reason: string };

// The longest known list, of a router with hundreds of models, has about a megabyte.
const mostNames = 10_000;
const longestName = 300;
const mostBytes = 16 * 2 ** 20;

const tokens = z.number().int().positive().optional().catch(undefined);

/**
 * How servers tell the windows of their models: vLLM and SGLang, OpenRouter and Together, Groq, Mistral and LM Studio, Anthropic, llama.cpp (its
 * `n_ctx`; the other number beside it is what the model was trained with).
 */
const listSchema = z.object({
	data: z.array(
		z.object({
			id: z.string().min(1),
			max_model_len: tokens,
			context_length: tokens,
			context_window: tokens,
			max_context_length: tokens,
			loaded_context_length: tokens,
			max_input_tokens: tokens,
			meta: z.object({ n_ctx: tokens }).optional().catch(undefined),
		}),
	),
});
type Listed = z.infer<typeof listSchema>['data'][number];

/** One that is loaded with less than it can have holds what it is loaded with. */
function windowOf(model: Listed): number | undefined {
	const { max_model_len, context_length, context_window, max_context_length, max_input_tokens, meta } = model;
	return (
		max_model_len ??
		meta?.n_ctx ??
		model.loaded_context_length ??
		context_length ??
		context_window ??
		max_context_length ??
		max_input_tokens
	);
}

/**
 * Asks an endpoint for its models. Rejects only with the signal's reason when aborted. Uses `fetch` alone: at a start
 * the `openai` package would cost more time than the question.
 */
export async function listModels(options: ListModelsOptions, signal: AbortSignal): Promise<ModelList> {
	const { baseUrl = openAiUrl, apiKey, limitMs = 10_000 } = options;
	try {
		const response = await withinOrigin(fetch)(`${baseUrl.replace(/\/$/, '')}/models`, {
			headers: apiKey === undefined ? {} : keyHeaders(baseUrl, apiKey),
			signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
		});
		if (response.ok) return await readList(response.body);
		await response.body?.cancel();
		return refusal(response.status);
	} catch (error) {
		signal.throwIfAborted();
		return { kind: 'failed', reason: reasonOf(error, limitMs) };
	}
}

/**
 * The key as the server wants it. Anthropic takes it for completions as others do, but its list of models knows its own way alone:
 * https://platform.claude.com/docs/en/api/models-list
 */
export function keyHeaders(baseUrl: string, apiKey: string): Readonly<Record<string, string>> {
	if (URL.parse(baseUrl)?.hostname === 'api.anthropic.com')
		return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
	return { authorization: `Bearer ${apiKey}` };
}

async function readList(body: ReadableStream<Uint8Array> | null): Promise<ModelList> {
	const start = body === null ? '' : await new Response(headOfBody(body, mostBytes)).text();
	if (Buffer.byteLength(start) >= mostBytes) {
		return { kind: 'failed', reason: `the answer is longer than ${formatBytes(mostBytes)}` };
	}
	const list = listSchema.safeParse(JSON.parse(start));
	if (!list.success) return { kind: 'no-list', reason: 'the answer is not a list of models' };
	const models = list.data.data.slice(0, mostNames).map((model) => ({ ...model, id: model.id.slice(0, longestName) }));
	const windows = models.flatMap((model) => {
		const window = windowOf(model);
		return window === undefined ? [] : [[model.id, window] as const];
	});
	return { kind: 'listed', names: models.map(({ id }) => id), windows: new Map(windows) };
}

function refusal(status: number): ModelList {
	const reason = `status ${status}`;
	if (status === 401 || status === 403) return { kind: 'unauthorized', reason };
	// Not found, not allowed, not implemented: the server is well, and knows no such address.
	return { kind: [404, 405, 501].includes(status) ? 'no-list' : 'failed', reason };
}

/** Never the message of `fetch`, which quotes an address with credentials. */
function reasonOf(error: unknown, limitMs: number): string {
	if (error instanceof SyntaxError) return 'the answer is not JSON';
	if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`;
	const problem = readProblem(error, 0);
	if (problem?.kind === 'redirected') return `it sends requests on to another server, ${problem.to}`;
	return (problem?.kind === 'connection' && problem.code) || 'no connection';
}
