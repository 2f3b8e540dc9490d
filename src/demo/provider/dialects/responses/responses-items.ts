import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Refusal } from '../dialect.ts';
import { invalid } from '../openai-wire.ts';

/** Calls that a client answers itself, each with the item that answers it. By the package `openai` 7.59.0, ResponseInputItem. */
const answers: Readonly<Record<string, string>> = {
	function_call: 'function_call_output',
	custom_tool_call: 'custom_tool_call_output',
	local_shell_call: 'local_shell_call_output',
	apply_patch_call: 'apply_patch_call_output',
	tool_search_call: 'tool_search_output',
};
const outputs = new Set(Object.values(answers));
/** Items that stand for themselves. */
const plain = new Set(
	`additional_tools code_interpreter_call compaction computer_call computer_call_output configuration_update file_search_call
	image_generation_call item_reference mcp_approval_request mcp_approval_response mcp_call mcp_list_tools program
	program_output web_search_call compaction_trigger`.split(/\s+/),
);
const roles = ['assistant', 'system', 'developer', 'user'];

/** Checks the input of a request for a response: each call with its output, each output behind its call, each reasoning before what it led to. */
export function checkItems(input: unknown): Refusal | undefined {
	if (typeof input === 'string') return undefined;
	if (!Array.isArray(input))
		return invalid('input', "Invalid type for 'input': expected a string or an array", 'invalid_type');
	const calls = new Map<string, string>();
	const answered = new Set<string>();
	for (const [at, item] of input.entries()) {
		const problem = checkItem(item, `input[${at}]`, { calls, answered });
		if (problem !== undefined) return problem;
	}
	const open = [...calls.keys()].find((id) => !answered.has(id));
	if (open !== undefined) return invalid('input', `No tool output found for function call ${open}.`, undefined);
	return loneReasoning(input);
}

interface Reading {
	/** The kinds of the calls so far, by id. */
	readonly calls: Map<string, string>;
	readonly answered: Set<string>;
}

function checkItem(item: unknown, param: string, reading: Reading): Refusal | undefined {
	if (!isFields(item)) return invalid(param, `Invalid type for '${param}': expected an object`, 'invalid_type');
	const type = typeof item['type'] === 'string' ? item['type'] : 'message';
	if (type === 'message') return checkMessage(item, param);
	if (type === 'reasoning') return checkReasoning(item, param);
	if (answers[type] !== undefined) return checkCall(item, type, param, reading);
	if (outputs.has(type)) return checkOutput(item, type, param, reading);
	if (plain.has(type)) return undefined;
	return invalid(`${param}.type`, `Invalid value: '${type}'.`);
}

function checkMessage({ role, content }: Fields, param: string): Refusal | undefined {
	if (typeof role !== 'string' || !roles.includes(role)) {
		const known = "Supported values are: 'assistant', 'system', 'developer', and 'user'.";
		return invalid(param, `Invalid value: '${String(role)}'. ${known}`);
	}
	if (typeof content === 'string') return undefined;
	if (!Array.isArray(content)) return missing(`${param}.content`);
	const fits = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file'];
	const at = content.findIndex((part) => !isFields(part) || !fits.includes(String(part['type'])));
	if (at < 0) return undefined;
	const named = fits.map((fit) => `'${fit}'`).join(', ');
	return invalid(
		`${param}.content[${at}]`,
		`Invalid value: '${String(content[at]?.type)}'. Supported values are: ${named}.`,
	);
}

function checkReasoning({ summary, encrypted_content: sealed }: Fields, param: string): Refusal | undefined {
	if (!Array.isArray(summary)) return missing(`${param}.summary`);
	if (sealed === undefined || sealed === null || isOurs(sealed)) return undefined;
	const message =
		'The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.';
	return invalid(param, message, 'invalid_encrypted_content');
}

const sealedBy = 'sealed-';

/** Stands for reasoning that only the vendor can read. */
export function seal(reasoning: string): string {
	return `${sealedBy}${Buffer.from(reasoning).toString('base64url')}`;
}

function isOurs(sealed: unknown): boolean {
	return typeof sealed === 'string' && sealed.startsWith(sealedBy);
}

function checkCall(item: Fields, type: string, param: string, { calls }: Reading): Refusal | undefined {
	const { call_id: id, name } = item;
	if (typeof id !== 'string' || id === '') return missing(`${param}.call_id`);
	if (type.startsWith('function') || type.startsWith('custom')) {
		if (typeof name !== 'string' || name === '') return missing(`${param}.name`);
		const said = type === 'function_call' ? 'arguments' : 'input';
		if (typeof item[said] !== 'string') return missing(`${param}.${said}`);
	}
	calls.set(id, type);
	return undefined;
}

function checkOutput(item: Fields, type: string, param: string, { calls, answered }: Reading): Refusal | undefined {
	const { call_id: id, output } = item;
	if (typeof id !== 'string') return missing(`${param}.call_id`);
	const call = calls.get(id);
	if (call === undefined || answers[call] !== type) {
		return invalid('input', `No tool call found for ${said(type)} with call_id ${id}.`, undefined);
	}
	if (output === undefined && type !== 'tool_search_output') return missing(`${param}.output`);
	answered.add(id);
	return undefined;
}

function said(type: string): string {
	return type.replaceAll('_', ' ');
}

/** As the vendor keeps a response, reasoning belongs to what was said after it. */
function loneReasoning(input: readonly unknown[]): Refusal | undefined {
	const last = input.at(-1);
	if (!isFields(last) || last['type'] !== 'reasoning') return undefined;
	const message = `Item '${String(last['id'])}' of type 'reasoning' was provided without its required following item.`;
	return invalid('input', message, undefined);
}

function missing(param: string): Refusal {
	return invalid(param, `Missing required parameter: '${param}'.`, 'missing_required_parameter');
}
