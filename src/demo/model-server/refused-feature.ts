import { type GrammarProblem, isFields } from './grammar-problem.ts';

/** Something that a server of lesser abilities answers with 400. */
export type RefusedFeature =
	| 'stream'
	| 'stream_options'
	| 'seed'
	| 'temperature'
	| 'json_schema'
	| 'json_object'
	| 'null-content'
	| 'vision';

/** The refusal of the first feature that a request uses although the server does not know it. */
export function refuseFeature(body: unknown, refused: readonly RefusedFeature[]): GrammarProblem | undefined {
	const used = refused.find((feature) => isFields(body) && uses(body, feature));
	if (used === undefined) return undefined;
	const [param, message] = words(used);
	return { param, message };
}

function uses(body: Readonly<Record<string, unknown>>, feature: RefusedFeature): boolean {
	switch (feature) {
		case 'stream':
			return body['stream'] === true;
		case 'json_schema':
		case 'json_object':
			return isFields(body['response_format']) && body['response_format']['type'] === feature;
		case 'null-content':
			return Array.isArray(body['messages']) && body['messages'].some((message) => message?.content === null);
		case 'vision':
			return Array.isArray(body['messages']) && body['messages'].some(hasPicture);
		case 'stream_options':
		case 'seed':
		case 'temperature':
			return body[feature] !== undefined;
	}
}

function hasPicture(message: unknown): boolean {
	const content = isFields(message) ? message['content'] : undefined;
	return Array.isArray(content) && content.some((part) => isFields(part) && part['type'] === 'image_url');
}

/** The place and the sentence, close to what servers are known to say. */
function words(feature: RefusedFeature): readonly [param: string, message: string] {
	switch (feature) {
		case 'stream':
			return ['stream', 'Streaming is not supported by this model'];
		case 'json_schema':
		case 'json_object':
			return ['response_format', 'This response_format type is unavailable now'];
		case 'null-content':
			return ['messages', "Invalid type for 'messages.content': expected a string, got null"];
		case 'vision':
			return ['messages', 'stand-in is not a multimodal model'];
		case 'stream_options':
		case 'seed':
		case 'temperature':
			return [feature, `Extra inputs are not permitted: ${feature}`];
	}
}
