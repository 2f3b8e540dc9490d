import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Refusal } from '../dialect.ts';
import { field, invalidArgument } from './gemini-fields.ts';

/** A part holds one of these. */
const data = words(
	'text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse',
);
const besides = words('thought thoughtSignature videoMetadata partMetadata mediaResolution');

function words(text: string): readonly string[] {
	return text.split(' ');
}

/** Checks the conversation: roles, parts, calls behind a user's turn or results, as many results as calls, signatures where the model wants them. */
export function checkContents(body: Fields, model: string): Refusal | undefined {
	const contents = field(body, 'contents');
	if (!Array.isArray(contents) || contents.length === 0) {
		return invalidArgument('* GenerateContentRequest.contents: contents is not specified\n');
	}
	for (const [at, content] of contents.entries()) {
		const problem = checkContent(content, at);
		if (problem !== undefined) return problem;
	}
	const turns = contents.map(turnOf);
	for (const at of turns.keys()) {
		const problem = checkPair(turns, at) ?? unsigned(turns, at, model);
		if (problem !== undefined) return problem;
	}
	return openCalls(turns);
}

interface Turn {
	readonly role: string;
	readonly calls: readonly Fields[];
	readonly results: number;
}

function checkContent(content: unknown, at: number): Refusal | undefined {
	const place = `GenerateContentRequest.contents[${at}]`;
	if (!isFields(content)) return invalidArgument(`Invalid value at 'contents[${at}]'`);
	const { role, parts } = content;
	if (role !== undefined && !['user', 'model', 'function'].includes(String(role))) {
		return invalidArgument('Please use a valid role: user, model.');
	}
	if (!Array.isArray(parts) || parts.length === 0) {
		return invalidArgument(`* ${place}.parts: contents.parts must not be empty.\n`);
	}
	for (const [nth, part] of parts.entries()) {
		const problem = checkPart(part, `contents[${at}].parts[${nth}]`);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function checkPart(part: unknown, place: string): Refusal | undefined {
	if (!isFields(part)) return invalidArgument(`Invalid value at '${place}'`);
	const held = data.filter((name) => field(part, name) !== undefined);
	if (held.length > 1)
		return invalidArgument(
			`Invalid value at '${place}' (oneof), oneof field 'data' is already set. Cannot set '${held[1]}'`,
		);
	if (held.length === 0) {
		return invalidArgument(
			`* GenerateContentRequest.${place}.data: required oneof field 'data' must have one initialized field\n`,
		);
	}
	const names = [...data, ...besides];
	const stray = Object.keys(part).find(
		(key) => !names.some((name) => name.toLowerCase() === key.replaceAll('_', '').toLowerCase()),
	);
	return stray === undefined
		? undefined
		: invalidArgument(`Invalid JSON payload received. Unknown name "${stray}" at '${place}': Cannot find field.`);
}

function turnOf(content: unknown): Turn {
	const parts = isFields(content) && Array.isArray(content['parts']) ? content['parts'].filter(isFields) : [];
	return {
		role: isFields(content) ? String(content['role'] ?? 'user') : 'user',
		calls: parts.filter((part) => field(part, 'functionCall') !== undefined),
		results: parts.filter((part) => field(part, 'functionResponse') !== undefined).length,
	};
}

function checkPair(turns: readonly Turn[], at: number): Refusal | undefined {
	const before = turns[at - 1];
	const { role, calls, results } = turns[at] ?? { role: 'user', calls: [], results: 0 };
	if (calls.length > 0 && (before === undefined || before.role === 'model')) {
		return invalidArgument(
			'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
		);
	}
	const asked = before?.calls.length ?? 0;
	if (results > 0 && (asked === 0 || role === 'model')) {
		return invalidArgument('Please ensure that function response turn comes immediately after a function call turn.');
	}
	return asked > 0 && results !== asked ? unequal : undefined;
}

const unequal = invalidArgument(
	'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
);

function openCalls(turns: readonly Turn[]): Refusal | undefined {
	return (turns.at(-1)?.calls.length ?? 0) > 0 ? unequal : undefined;
}

/** By https://ai.google.dev/gemini-api/docs/thought-signatures: models from 3 on want them back on the first call of each step. */
function unsigned(turns: readonly Turn[], at: number, model: string): Refusal | undefined {
	if (!/^(?:models\/)?gemini-(?:[3-9]|\d\d)/.test(model)) return undefined;
	const [call] = turns[at]?.calls ?? [];
	if (call === undefined) return undefined;
	const signature = field(call, 'thoughtSignature');
	if (signature === undefined) {
		return invalidArgument(
			'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.',
		);
	}
	const isOurs = signature === thoughtSignature || excused.has(String(signature));
	return isOurs ? undefined : invalidArgument('Corrupted thought signature.');
}

/** Stands for the vendor's signature of a thought. */
export const thoughtSignature = Buffer.from('signed thought').toString('base64');
/** By the same page: for calls that the model did not make. */
const excused = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']);
