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
	| { readonly kind: 'listed'; readonly names: readonly string[] }
	/** There is a server, but it keeps no such list. */
	| { readonly kind: 'no-list'; readonly reason: string }
	| { readonly kind: 'unauthorized'; readonly reason: string }
	| { readonly kind: 'failed'; readonly reason: string };

// The longest known list, of a router with hundreds of models, has about a megabyte.
const mostNames = 10_000;
const longestName = 300;
const mostBytes = 16 * 2 ** 20;

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

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
	return { kind: 'listed', names: list.data.data.slice(0, mostNames).map(({ id }) => id.slice(0, longestName)) };
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
