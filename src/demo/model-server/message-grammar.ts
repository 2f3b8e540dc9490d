import { checkParts } from './content-parts.ts';
import { type Fields, type GrammarProblem, isFields, namePattern } from './grammar-problem.ts';

/**
 * Whose grammar it is: the strictest one that any server has, or OpenAI's, which takes a system message anywhere, `developer`, and text that is
 * empty. Both want each call answered.
 */
export type MessageRules = 'strictest' | 'openai';

/** The history, as far as it has been read. */
interface Reading {
	readonly rules: MessageRules;
	/** Every call id, so that none comes again. */
	readonly seen: Set<string>;
	/** Calls of the last model message that still lack their answers. */
	readonly open: Set<string>;
}

/** The grammar of a history: system first and once, each call answered at once and exactly once, nothing empty. */
export function checkMessages(messages: unknown, rules: MessageRules = 'strictest'): GrammarProblem | undefined {
	if (!Array.isArray(messages) || messages.length === 0) {
		return { message: "Invalid 'messages': expected a non-empty array", param: 'messages' };
	}
	const reading: Reading = { rules, seen: new Set(), open: new Set() };
	for (const [at, message] of messages.entries()) {
		const param = `messages[${at}]`;
		const problem = isFields(message)
			? checkMessage(rules === 'openai' ? asStrictest(message) : message, at, param, reading)
			: { message: `Invalid '${param}': expected an object`, param };
		if (problem !== undefined) return problem;
	}
	return unanswered(reading, `messages[${messages.length - 1}]`);
}

/** A message as the strictest would want it, of one that OpenAI takes. */
function asStrictest(message: Fields): Fields {
	const { role, content } = message;
	return { ...message, role: role === 'developer' ? 'system' : role, ...(content === '' && { content: ' ' }) };
}

function checkMessage(message: Fields, at: number, param: string, reading: Reading): GrammarProblem | undefined {
	const { role } = message;
	if (role !== 'tool') {
		const open = unanswered(reading, param);
		if (open !== undefined) return open;
	}
	switch (role) {
		case 'system':
			if (at > 0 && reading.rules === 'strictest') return { message: 'System message must be at the beginning', param };
			return checkContent(message, param);
		case 'user':
			return checkContent(message, param, true);
		case 'assistant':
			return checkAssistant(message, param, reading);
		case 'tool':
			return checkAnswer(message, param, reading);
		default:
			return {
				message: `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'tool'`,
				param: `${param}.role`,
			};
	}
}

function unanswered({ open }: Reading, param: string): GrammarProblem | undefined {
	if (open.size === 0) return undefined;
	const ids = [...open].join(', ');
	return {
		message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. These did not have response messages: ${ids}`,
		param,
	};
}

function checkContent({ content }: Fields, param: string, pictures = false): GrammarProblem | undefined {
	if (typeof content === 'string' && content !== '') return undefined;
	if (Array.isArray(content) && content.length > 0) return checkParts(content, `${param}.content`, pictures);
	const found = content === null ? 'null' : typeof content;
	return { message: `Invalid value for 'content': expected a filled string, got ${found}`, param: `${param}.content` };
}

function checkAssistant(message: Fields, param: string, reading: Reading): GrammarProblem | undefined {
	const { tool_calls: calls, content } = message;
	if (calls === undefined) return checkContent(message, param);
	if (content !== null && content !== undefined && typeof content !== 'string') return checkContent(message, param);
	if (!Array.isArray(calls) || calls.length === 0) {
		return { message: `Invalid '${param}.tool_calls': empty array`, param: `${param}.tool_calls` };
	}
	for (const [at, call] of calls.entries()) {
		const problem = checkCall(call, `${param}.tool_calls[${at}]`, reading);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function checkCall(call: unknown, param: string, { seen, open }: Reading): GrammarProblem | undefined {
	const made = isFields(call) && call['type'] === 'function' ? call['function'] : undefined;
	if (!isFields(call) || !isFields(made)) return { message: `Invalid '${param}': expected a function call`, param };
	const { id } = call;
	if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]{1,40}$/.test(id)) {
		return { message: `Invalid '${param}.id': 1 to 40 of a-z, A-Z, 0-9, _ and -`, param: `${param}.id` };
	}
	if (seen.has(id)) return { message: `Duplicate value for 'tool_call_id': ${id}`, param: `${param}.id` };
	seen.add(id);
	open.add(id);
	if (typeof made['name'] !== 'string' || !namePattern.test(made['name'])) {
		return {
			message: `Invalid '${param}.function.name': string does not match pattern`,
			param: `${param}.function.name`,
		};
	}
	if (isJsonObject(made['arguments'])) return undefined;
	return { message: `Invalid '${param}.function.arguments': not a JSON object`, param: `${param}.function.arguments` };
}

function isJsonObject(text: unknown): boolean {
	if (typeof text !== 'string') return false;
	try {
		return isFields(JSON.parse(text));
	} catch {
		return false;
	}
}

function checkAnswer(message: Fields, param: string, { open }: Reading): GrammarProblem | undefined {
	const id = message['tool_call_id'];
	if (typeof id !== 'string' || !open.delete(id)) {
		return { message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'", param };
	}
	return checkContent(message, param);
}
