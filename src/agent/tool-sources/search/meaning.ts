import { createHash } from 'node:crypto';
import { codeOf } from '../../../base/errors.ts';
import { inTurn } from '../../../base/in-turn.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { type Embedder, mostTexts } from '../../model/endpoint/embedder.ts';
import type { SearchableTool } from '../tool-source.ts';
import { asText, fromText, similarity, toVector, type Vector, vectorsSchema } from './vectors.ts';

type Scene = { readonly folder: SessionFolder; readonly signal: AbortSignal };

/**
 * How like the query each tool is by its meaning, in the order of the tools; undefined for those of which it is not known, and nothing where it
 * is of none. Words do without it: whatever goes wrong stands in the session's log. Rejects only with the signal's reason.
 */
export type Meaning = (
	query: string,
	tools: readonly SearchableTool[],
	scene: Scene,
) => Promise<readonly (number | undefined)[]>;

export interface MeaningOptions {
	/** Milliseconds that a search waits for the endpoint; what is not there by then is asked for by the next one. */
	readonly limitMs?: number;
	/** Milliseconds for which an endpoint that has failed is not asked again. */
	readonly pauseMs?: number;
	readonly now?: () => number;
}

/** Characters of a text: the smallest models read 512 tokens, and some servers refuse what is longer. */
const longest = 700;

/** Asks the model for what is not kept, query first; vectors are kept with the session, by the text of a tool and the model. */
export function createMeaning(embedder: Embedder, options: MeaningOptions = {}): Meaning {
	const { limitMs = 6_000, pauseMs = 60_000, now = Date.now } = options;
	let restUntil = 0;
	return async (query, tools, { folder, signal }) => {
		signal.throwIfAborted();
		if (query.trim() === '' || tools.length === 0 || now() < restUntil) return [];
		const texts = tools.map(textOf);
		const asking = { embedder, folder, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) };
		const rest = (error: unknown) => {
			signal.throwIfAborted();
			restUntil = now() + pauseMs;
			const reason = asking.signal.aborted ? `no answer within ${limitMs / 1000} s` : reasonOf(error);
			folder.log({ event: 'tool-meaning-unknown', model: embedder.name, reason });
		};
		try {
			const [asked] = await vectorsOf([query.slice(0, longest)], asking);
			if (!asked) throw new EmbeddingError('it does not take what is looked for');
			const all = await readKept(asking, asked.length);
			await addMissing(all, texts, asking).catch(rest);
			return texts.map((text) => likenessOf(asked, all.get(keyOf(text))));
		} catch (error) {
			rest(error);
			return [];
		}
	};
}

/** The endpoint has said no; its reason is for the log. */
class EmbeddingError extends Error {
	override readonly name = 'EmbeddingError';
}

/** Others may quote what a request held. */
function reasonOf(error: unknown): string {
	return error instanceof EmbeddingError
		? error.message
		: `vectors cannot be read or kept: ${codeOf(error) ?? 'unknown'}`;
}

function likenessOf(asked: Vector, vector: Vector | undefined): number | undefined {
	return vector && similarity(asked, vector);
}

function textOf({ name, purpose, found }: SearchableTool): string {
	const phrases = (found?.phrases ?? []).join('; ');
	return `${name.replaceAll('_', ' ')}. ${purpose} ${phrases}`.slice(0, longest);
}

function keyOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

interface Asking {
	readonly embedder: Embedder;
	readonly folder: SessionFolder;
	readonly signal: AbortSignal;
}

/** One for each text; undefined for one that the model does not take. What it does not take together it is asked for in halves. */
async function vectorsOf(texts: readonly string[], asking: Asking): Promise<readonly (Vector | undefined)[]> {
	const embedded = await asking.embedder.embed(texts, asking.signal);
	if (embedded.kind === 'vectors') return embedded.vectors.map(toVector);
	if (embedded.kind === 'failed') throw new EmbeddingError(embedded.reason);
	if (texts.length === 1) return [undefined];
	const half = Math.ceil(texts.length / 2);
	return [...(await vectorsOf(texts.slice(0, half), asking)), ...(await vectorsOf(texts.slice(half), asking))];
}

/** Of another model, or of one that gives another number of numbers now, none is of use. */
async function readKept({ embedder, folder }: Asking, length: number): Promise<Map<string, Vector>> {
	const stored = await folder.documents.read('tool_vectors', vectorsSchema, async () => undefined);
	if (stored?.model !== embedder.name) return new Map();
	const all = Object.entries(stored.vectors).map(([key, text]) => [key, fromText(text)] as const);
	return new Map(all.filter(([, vector]) => vector.length === length));
}

/** Batch by batch: each is kept before the next one is asked for, and with it no vector of a tool that is there no more. */
async function addMissing(all: Map<string, Vector>, texts: readonly string[], asking: Asking): Promise<void> {
	const byKey = new Map(texts.map((text) => [keyOf(text), text]));
	const missing = [...byKey].filter(([key]) => !all.has(key));
	for (let at = 0; at < missing.length; at += mostTexts) {
		const batch = missing.slice(at, at + mostTexts);
		const vectors = await vectorsOf(
			batch.map(([, text]) => text),
			asking,
		);
		for (const [index, [key]] of batch.entries()) {
			const vector = vectors[index];
			if (vector) all.set(key, vector);
		}
		await keep(
			[...all].filter(([key]) => byKey.has(key)),
			asking,
		);
	}
}

function keep(all: readonly (readonly [string, Vector])[], { embedder, folder }: Asking): Promise<void> {
	const vectors = Object.fromEntries(all.map(([key, vector]) => [key, asText(vector)]));
	const kept = { version: 1, model: embedder.name, vectors };
	return inTurn(folder.documents, () => folder.documents.write('tool_vectors', kept));
}
