import { type Fields, type GrammarProblem, isFields } from './grammar-problem.ts';

/** An embedding model of the stand-in: a vector for each text, or the status with which the request is refused. */
export type Embeds = (texts: readonly string[]) => readonly (readonly number[])[] | number;

/** Texts of one request and tokens of each, by https://platform.openai.com/docs/api-reference/embeddings/create. */
const mostTexts = 2_048;
const mostTokens = 8_191;
const known = new Set(['model', 'input', 'encoding_format', 'dimensions', 'user']);

/** The fault of a request for embeddings, in OpenAI's terms. A token has four characters. */
export function checkEmbeddings(body: unknown): GrammarProblem | undefined {
	if (!isFields(body)) return { message: 'We could not parse the JSON body of your request', param: 'body' };
	const stray = Object.keys(body).find((key) => !known.has(key));
	if (stray !== undefined) return { message: `Unrecognized request argument supplied: ${stray}`, param: stray };
	if (typeof body['model'] !== 'string') return { message: 'you must provide a model parameter', param: 'model' };
	const { encoding_format: format = 'float', dimensions } = body;
	if (format !== 'float' && format !== 'base64')
		return { message: "Invalid value for 'encoding_format'", param: 'encoding_format' };
	if (dimensions !== undefined)
		return { message: 'This model does not support specifying dimensions', param: 'dimensions' };
	return checkInput(body['input']);
}

function checkInput(input: unknown): GrammarProblem | undefined {
	const wrong = (message: string): GrammarProblem => ({ message, param: 'input' });
	const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
	if (texts.length === 0 || texts.length > mostTexts) return wrong(`'input' must have 1 to ${mostTexts} items`);
	for (const text of texts) {
		if (typeof text !== 'string' || text === '')
			return wrong("'$.input' is invalid: each item must be a filled string");
		if (text.length > mostTokens * 4) return wrong(`maximum context length is ${mostTokens} tokens`);
	}
	return undefined;
}

/** The texts of a request that has passed. */
export function textsOf({ input }: Fields): readonly string[] {
	return [input].flat().map(String);
}

/** The answer, with the items in no order of their own: each says which text it is of. */
export function toEmbeddings(
	{ model, encoding_format: format }: Fields,
	vectors: readonly (readonly number[])[],
	texts: readonly string[],
) {
	const shown = (numbers: readonly number[]) => (format === 'base64' ? base64(numbers) : numbers);
	const data = vectors
		.map((numbers, index) => ({ object: 'embedding', index, embedding: shown(numbers) }))
		.toReversed();
	const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
	return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

function base64(numbers: readonly number[]): string {
	return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
}
