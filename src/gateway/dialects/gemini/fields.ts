import { type Allow, asksFor, type Fields, list, number, oneOf, text, truth } from '../read/allow.ts';
import { schema } from '../read/schema.ts';
import { contents, systemInstruction, toolConfig, tools } from './contents.ts';
import { message } from './spelling.ts';

const numbers = ['temperature', 'topP', 'topK', 'maxOutputTokens', 'candidateCount', 'seed', 'logprobs'];
const penalties = ['presencePenalty', 'frequencyPenalty'];

const generationConfig = message({
	...Object.fromEntries([...numbers, ...penalties].map((name) => [name, number])),
	stopSequences: list(text),
	responseLogprobs: truth,
	responseMimeType: text,
	responseSchema: schema,
	responseJsonSchema: schema,
	responseModalities: list(oneOf('TEXT')),
	mediaResolution: text,
	thinkingConfig: message({ includeThoughts: truth, thinkingBudget: number, thinkingLevel: text }),
});

/** A conversation that the provider keeps: without it the rest means another thing. */
const cachedContent: Allow = (value, notes) => {
	if (asksFor(value))
		notes.refuse(
			'Nothing of an earlier request is kept at the provider: send the whole conversation, without cachedContent.',
		);
	return undefined;
};

/** The members of a request, without the model, in Google's spelling with capitals. */
export const geminiFields: Fields = {
	contents,
	systemInstruction,
	tools,
	toolConfig,
	generationConfig,
	safetySettings: list(message({ category: text, threshold: text, method: text })),
	cachedContent,
};
