import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Refusal } from '../dialect.ts';
import { invalid } from '../openai-wire.ts';
import { checkItems } from './responses-items.ts';

/** Of the package `openai` 7.59.0, ResponseCreateParams; and what codex 0.171.0 sends besides. */
const known = new Set(
	`access_programs background background_options client_metadata context_management conversation image include input instructions max_output_tokens
	max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options
	prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools
	top_logprobs top_p truncation user`.split(/\s+/),
);

/** Tools that the client runs, and those that the vendor runs or fetches itself. By the same package, Tool. */
const ownTools = new Set(['function', 'custom', 'namespace', 'local_shell', 'apply_patch', 'tool_search']);
const hostedTools = new Set(
	`code_interpreter computer computer_use_preview file_search image_generation mcp programmatic_tool_calling web_search
	web_search_2025_08_26 web_search_preview web_search_preview_2025_03_11`.split(/\s+/),
);

/** The first fault of a request for a response, in OpenAI's words. Pure. */
export function checkResponse(body: Fields): Refusal | undefined {
	const stray = Object.keys(body).find((key) => !known.has(key));
	if (stray !== undefined) return invalid(stray, `Unknown parameter: '${stray}'.`, 'unknown_parameter');
	const { model, input, previous_response_id: previous } = body;
	if (typeof model !== 'string' || model === '') return missing('model');
	if (input === undefined && previous === undefined) return missing('input');
	if (typeof previous === 'string') {
		const message = `Previous response with id '${previous}' not found.`;
		return invalid('previous_response_id', message, 'previous_response_not_found');
	}
	return checkTools(body) ?? checkItems(input) ?? checkStream(body);
}

function checkTools({ tools = [], tool_choice: choice }: Fields): Refusal | undefined {
	if (!Array.isArray(tools)) return invalid('tools', "Invalid type for 'tools': expected an array", 'invalid_type');
	for (const [at, tool] of tools.entries()) {
		const problem = checkTool(tool, `tools[${at}]`);
		if (problem !== undefined) return problem;
	}
	if (!isFields(choice) || (choice['type'] !== 'function' && choice['type'] !== 'custom')) return undefined;
	if (tools.some((tool) => isFields(tool) && tool['name'] === choice['name'])) return undefined;
	return invalid('tool_choice', `Tool choice '${String(choice['name'])}' not found in 'tools' parameter.`);
}

function checkTool(tool: unknown, param: string): Refusal | undefined {
	if (!isFields(tool)) return invalid(param, `Invalid type for '${param}': expected an object`, 'invalid_type');
	const { type, name, tools } = tool;
	if (typeof type !== 'string') return missing(`${param}.type`);
	if (hostedTools.has(type)) return undefined;
	if (!ownTools.has(type)) return invalid(`${param}.type`, `Invalid value: '${type}'.`);
	if (type !== 'function' && type !== 'custom' && type !== 'namespace') return undefined;
	if (typeof name !== 'string') return missing(`${param}.name`);
	if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
		const message = `Invalid '${param}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
		return invalid(`${param}.name`, message);
	}
	return type === 'namespace' ? checkTools({ tools }) : checkParameters(tool, param);
}

function checkParameters({ type, name, parameters }: Fields, param: string): Refusal | undefined {
	if (type === 'custom' || parameters === null || parameters === undefined) return undefined;
	if (isFields(parameters) && parameters['type'] === 'object') return undefined;
	const message = `Invalid schema for function '${String(name)}': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`;
	return invalid(`${param}.parameters`, message, 'invalid_function_parameters');
}

function checkStream({ stream, stream_options: options }: Fields): Refusal | undefined {
	if (options === undefined || options === null || stream === true) return undefined;
	return invalid('stream_options', "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
}

function missing(param: string): Refusal {
	return invalid(param, `Missing required parameter: '${param}'.`, 'missing_required_parameter');
}
