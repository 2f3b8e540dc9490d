import { checkEmbeddings, type Embeds, textsOf, toEmbeddings } from './embeddings.ts';
import type { ScriptedError } from './script.ts';

interface EmbeddingHouse {
	readonly models: Readonly<Record<string, Embeds>>;
	/** Models that complete chats, by name. */
	readonly chats: ReadonlyMap<string, unknown>;
	/** The texts of each request so far. */
	readonly embedded: (readonly string[])[];
}

/** The answer to a request for embeddings. A model that completes chats is refused as OpenAI refuses it. */
export function answerTo(
	body: unknown,
	{ models, chats, embedded }: EmbeddingHouse,
): ScriptedError | ReturnType<typeof toEmbeddings> {
	const problem = checkEmbeddings(body);
	if (problem !== undefined) return { status: 400, message: problem.message };
	const request = body as Readonly<Record<string, unknown>>;
	const model = String(request['model']);
	const embeds = models[model];
	if (!embeds && chats.has(model))
		return { status: 403, message: 'You are not allowed to generate embeddings from this model' };
	if (!embeds) return { status: 404, message: `The model '${model}' does not exist` };
	const texts = textsOf(request);
	embedded.push(texts);
	const vectors = embeds(texts);
	return typeof vectors === 'number' ? { status: vectors } : toEmbeddings(request, vectors, texts);
}
