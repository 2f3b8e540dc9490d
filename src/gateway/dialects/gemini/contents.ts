import { featureOf, unknownTool } from '../hosted/hosted.ts';
import { type Allow, type Fields, free, isMembers, list, oneOf, pick, text, truth } from '../read/allow.ts';
import { base64 } from '../read/inline.ts';
import type { Notes } from '../read/notes.ts';
import { schema } from '../read/schema.ts';
import { inOneSpelling, message } from './spelling.ts';

const inlineData: Allow = (value, notes) => {
	const { mimeType, data, displayName } = isMembers(value) ? inOneSpelling(value) : {};
	const type = typeof mimeType === 'string' && /^[a-z]+\/[\w.+-]{1,80}$/i.test(mimeType) ? mimeType : undefined;
	const kept = type === undefined ? undefined : base64(data, type, notes);
	if (kept === undefined) return undefined;
	return { mimeType: type, data: kept, ...(typeof displayName === 'string' && { displayName }) };
};

const thought = { thought: truth, thoughtSignature: text };
const kinds: Fields = {
	text,
	inlineData,
	functionCall: message({ id: text, name: text, args: free }),
	functionResponse: message({ id: text, name: text, response: free, parts: list(message({ inlineData })) }),
};

function leftOut(feature: string, notes: Notes) {
	notes.strip(feature);
	return { text: `(Left out: ${feature}.)` };
}

/** A part of one of these kinds; in place of any other, words. What is thought of it stays beside it. */
const part: Allow = (value, notes) => {
	const members = isMembers(value) ? inOneSpelling(value) : {};
	const hosted = Object.keys(members).map((name) => featureOf('gemini', 'part', name));
	const feature = hosted.find((name) => name !== undefined);
	if (feature !== undefined) return leftOut(feature, notes);
	const kept = pick(members, { ...kinds, ...thought }, notes);
	const isEmpty = Object.keys(kept).every((name) => name in thought);
	return isEmpty && !('thoughtSignature' in kept) ? leftOut('parts of an unknown kind', notes) : kept;
};

const content = message({ role: oneOf('user', 'model', 'function', 'system'), parts: list(part) });

/** The conversation. */
export const contents = list(content);

/** The instructions before it. */
export const systemInstruction: Allow = (value, notes) =>
	typeof value === 'string' ? { parts: [{ text: value }] } : content(value, notes);

const declaration = message({
	name: text,
	description: text,
	behavior: text,
	parameters: schema,
	parametersJsonSchema: schema,
	response: schema,
	responseJsonSchema: schema,
});

/** A tool has a member for each thing that it does; functions are all that the client runs. */
const tool: Allow = (value, notes) => {
	const members = isMembers(value) ? inOneSpelling(value) : {};
	const kept = pick(members, { functionDeclarations: list(declaration) }, notes);
	for (const name of Object.keys(members)) {
		if (!(name in kept)) notes.strip(featureOf('gemini', 'tool', name) ?? unknownTool);
	}
	return 'functionDeclarations' in kept ? kept : undefined;
};

/** Functions that the client runs; all else is left out. */
export const tools = list(tool);

/** Which function is to be called. */
export const toolConfig = message({
	functionCallingConfig: message({
		mode: text,
		allowedFunctionNames: list(text),
		streamFunctionCallArguments: truth,
	}),
});
