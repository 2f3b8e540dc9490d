import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { ProviderCall, Refusal } from '../dialect.ts';
import { checkContents } from './gemini-contents.ts';
import { field, invalidArgument } from './gemini-fields.ts';

/** Of https://ai.google.dev/api/generate-content, each also with underscores, as JSON of protocol buffers goes. */
const known: Readonly<Record<'generate' | 'count' | 'generationConfig', readonly string[]>> = {
	generate: words(
		'cachedContent contents generationConfig labels model safetySettings serviceTier store systemInstruction toolConfig tools',
	),
	count: words('contents generateContentRequest model'),
	generationConfig: words(
		`audioTimestamp candidateCount enableAffectiveDialog enableEnhancedCivicAnswers frequencyPenalty imageConfig logprobs maxOutputTokens
		mediaResolution presencePenalty responseFormat responseJsonSchema responseLogprobs responseMimeType responseModalities
		responseSchema routingConfig seed speechConfig stopSequences temperature thinkingConfig topK topP`,
	),
};

function words(text: string): readonly string[] {
	return text.trim().split(/\s+/);
}

/** The first fault of a request for content, or to count its tokens, in Google's words. Pure. */
export function checkGemini({ kind, model = '' }: ProviderCall, body: Fields): Refusal | undefined {
	if (kind === 'count') return checkCount(body, model);
	return stray(body, 'generate', '') ?? checkGeneration(body) ?? checkTools(body) ?? checkContents(body, model);
}

function checkCount(body: Fields, model: string): Refusal | undefined {
	const problem = stray(body, 'count', '');
	if (problem !== undefined) return problem;
	const inner = field(body, 'generateContentRequest');
	return isFields(inner) ? checkGemini({ kind: 'generate', key: undefined, model }, inner) : checkContents(body, model);
}

function stray(body: Fields, of: keyof typeof known, at: string): Refusal | undefined {
	const key = Object.keys(body).find((name) => !known[of].includes(camel(name)));
	if (key === undefined) return undefined;
	const place = at === '' ? '' : ` at '${at}'`;
	return invalidArgument(`Invalid JSON payload received. Unknown name "${key}"${place}: Cannot find field.`);
}

function camel(name: string): string {
	return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function checkGeneration(body: Fields): Refusal | undefined {
	const config = field(body, 'generationConfig');
	if (config === undefined) return undefined;
	if (!isFields(config))
		return invalidArgument(
			"Invalid value at 'generation_config' (type.googleapis.com/google.ai.generativelanguage.v1beta.GenerationConfig)",
		);
	return stray(config, 'generationConfig', 'generation_config');
}

function checkTools(body: Fields): Refusal | undefined {
	const tools = field(body, 'tools');
	if (tools !== undefined && !Array.isArray(tools)) return invalidArgument("Invalid value at 'tools'");
	const declared = (tools ?? []).filter(isFields).flatMap((tool: Fields) => field(tool, 'functionDeclarations') ?? []);
	const names = new Set<string>();
	for (const [at, declaration] of declared.entries()) {
		const problem = checkDeclaration(declaration, at, names);
		if (problem !== undefined) return problem;
	}
	return checkAllowed(body, names);
}

function checkDeclaration(declaration: unknown, at: number, names: Set<string>): Refusal | undefined {
	const param = `GenerateContentRequest.tools[0].function_declarations[${at}]`;
	const name = isFields(declaration) ? declaration['name'] : undefined;
	if (!isFields(declaration) || typeof name !== 'string' || !/^[a-zA-Z_][\w.:-]{0,127}$/.test(name)) {
		return invalidArgument(
			`* ${param}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.`,
		);
	}
	if (names.has(name)) return invalidArgument(`Duplicate function declaration found: ${name}`);
	names.add(name);
	return emptyObject(declaration['parameters'], `${param}.parameters`);
}

/** Google's own schemas (not those of `parametersJsonSchema`) want an object to say of what. */
function emptyObject(schema: unknown, param: string): Refusal | undefined {
	if (!isFields(schema) || String(schema['type']).toUpperCase() !== 'OBJECT' || schema['properties'] === undefined)
		return undefined;
	if (!isFields(schema['properties']) || Object.keys(schema['properties']).length > 0) return undefined;
	return invalidArgument(`* ${param}.properties: should be non-empty for OBJECT type`);
}

function checkAllowed(body: Fields, names: ReadonlySet<string>): Refusal | undefined {
	const config = field(body, 'toolConfig');
	const calling = isFields(config) ? field(config, 'functionCallingConfig') : undefined;
	if (!isFields(calling)) return undefined;
	const mode = String(calling['mode'] ?? 'AUTO').toUpperCase();
	const allowed = field(calling, 'allowedFunctionNames');
	if (!Array.isArray(allowed) || allowed.length === 0) return undefined;
	if (mode !== 'ANY' && mode !== 'VALIDATED') {
		return invalidArgument(
			'Function calling config is set without function_calling_config.mode being ANY: allowed_function_names should only be set when the mode is ANY.',
		);
	}
	const unknown = allowed.find((name) => !names.has(String(name)));
	if (unknown === undefined) return undefined;
	return invalidArgument(
		`* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names: Function name ${String(unknown)} is not found in function_declarations.`,
	);
}
