import { type Fields, type GrammarProblem, isFields, namePattern } from './grammar-problem.ts';
import { checkMessages, type MessageRules } from './message-grammar.ts';
import { checkStrictSchema } from './strict-grammar.ts';
import { checkTemplates, type NarrowTemplate } from './templates/templates.ts';

const known = new Set(
	`audio frequency_penalty logit_bias logprobs max_completion_tokens max_tokens messages metadata modalities model n
	parallel_tool_calls prediction presence_penalty prompt_cache_key reasoning_effort response_format safety_identifier seed
	service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity`.split(
		/\s+/,
	),
);

/**
 * Checks the body of a chat completion as strictly as the strictest server known would: the first problem, or undefined.
 * `template`: one that refuses what others take. Pure; the scripted model server answers it as 400, and tests call it on what other parts send.
 */
export function checkChat(body: unknown, template?: NarrowTemplate): GrammarProblem | undefined {
	if (!isFields(body)) return { message: 'The body must be a JSON object', param: '' };
	return (
		checkChatBy('strictest', body) ?? checkTemplates(Array.isArray(body['messages']) ? body['messages'] : [], template)
	);
}

/** Checks it by the rules of one kind of server for its messages, without any template's. Pure. */
export function checkChatBy(rules: MessageRules, body: Fields): GrammarProblem | undefined {
	return (
		checkKeys(body) ??
		checkText(body, '') ??
		checkModel(body['model']) ??
		checkMessages(body['messages'], rules) ??
		checkTools(body, rules) ??
		checkStream(body) ??
		checkFormat(body)
	);
}

function checkKeys(body: Fields): GrammarProblem | undefined {
	const stray = Object.keys(body).find((key) => !known.has(key));
	return stray === undefined
		? undefined
		: { message: `Unrecognized request argument supplied: ${stray}`, param: stray };
}

/** JSON encoders of many servers fail on half a surrogate pair. */
function checkText(value: unknown, param: string): GrammarProblem | undefined {
	if (typeof value === 'string') {
		return value.isWellFormed() ? undefined : { message: `Invalid text in '${param}': a lone surrogate`, param };
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [key, item] of Object.entries(value)) {
		const problem = checkText(item, param === '' ? key : `${param}.${key}`);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function checkModel(model: unknown): GrammarProblem | undefined {
	if (typeof model === 'string' && model !== '') return undefined;
	return { message: 'You must provide a model parameter', param: 'model' };
}

function checkTools(body: Fields, rules: MessageRules): GrammarProblem | undefined {
	const { tools } = body;
	if (tools === undefined) {
		const stray = ['tool_choice', 'parallel_tool_calls'].find((key) => body[key] !== undefined);
		return stray === undefined ? undefined : { message: `'${stray}' is only allowed with 'tools'`, param: stray };
	}
	if (!Array.isArray(tools) || tools.length === 0) return { message: "[] is too short - 'tools'", param: 'tools' };
	const names = new Set<unknown>();
	for (const [at, tool] of tools.entries()) {
		const problem = checkTool(rules === 'openai' ? withParameters(tool) : tool, `tools[${at}]`, names);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

/** Left out, they are none: https://platform.openai.com/docs/api-reference/chat/create */
function withParameters(tool: unknown): unknown {
	if (!isFields(tool) || !isFields(tool['function'])) return tool;
	return { ...tool, function: { parameters: { type: 'object', properties: {} }, ...tool['function'] } };
}

function checkTool(tool: unknown, param: string, names: Set<unknown>): GrammarProblem | undefined {
	const made = isFields(tool) && tool['type'] === 'function' ? tool['function'] : undefined;
	if (!isFields(made)) return { message: `Invalid tool: '${param}' must be of type function`, param };
	const { name, parameters, strict } = made;
	if (typeof name !== 'string' || !namePattern.test(name)) {
		return {
			message: `Invalid '${param}.function.name': string does not match pattern`,
			param: `${param}.function.name`,
		};
	}
	if (names.has(name)) return { message: `Duplicate tool name '${name}'`, param: `${param}.function.name` };
	names.add(name);
	if (!isFields(parameters) || parameters['type'] !== 'object') {
		return {
			message: `Invalid schema for function '${name}': schema must be of type "object"`,
			param: `${param}.function.parameters`,
		};
	}
	return strict === true ? checkStrictSchema(parameters, `${param}.function.parameters`) : undefined;
}

function checkStream({ stream, stream_options: options }: Fields): GrammarProblem | undefined {
	if (stream !== undefined && typeof stream !== 'boolean')
		return { message: "'stream' must be a boolean", param: 'stream' };
	if (options === undefined || stream === true) return undefined;
	return { message: "'stream_options' is only allowed when 'stream' is enabled", param: 'stream_options' };
}

function checkFormat({ response_format: format, messages }: Fields): GrammarProblem | undefined {
	if (format === undefined) return undefined;
	const param = 'response_format';
	if (!isFields(format)) return { message: `'${param}' must be an object`, param };
	switch (format['type']) {
		case 'text':
			return undefined;
		case 'json_object':
			if (/json/i.test(JSON.stringify(messages))) return undefined;
			return {
				message: "'messages' must contain the word 'json' to use 'response_format' of type 'json_object'",
				param,
			};
		case 'json_schema':
			return checkSchemaFormat(format['json_schema']);
		default:
			return { message: `Invalid value for '${param}.type'`, param: `${param}.type` };
	}
}

function checkSchemaFormat(format: unknown): GrammarProblem | undefined {
	const param = 'response_format.json_schema';
	if (!isFields(format)) return { message: `Missing required parameter: '${param}'`, param };
	const { name, schema, strict } = format;
	if (typeof name !== 'string' || !namePattern.test(name)) {
		return { message: `Invalid '${param}.name': string does not match pattern`, param: `${param}.name` };
	}
	if (!isFields(schema)) return { message: `Missing required parameter: '${param}.schema'`, param: `${param}.schema` };
	return strict === true ? checkStrictSchema(schema, `${param}.schema`) : undefined;
}
