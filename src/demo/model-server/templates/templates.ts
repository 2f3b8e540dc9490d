import type { Fields, GrammarProblem } from '../grammar-problem.ts';
import {
	allOf,
	alternate,
	callsOf,
	first,
	isFilled,
	last,
	none,
	type TemplateRule,
	userAfter,
} from './template-rules.ts';

/** The refusals of one chat template, or of one provider's compatible route, and the version that was read. */
interface Template {
	readonly rule: TemplateRule;
	readonly source: string;
}

const isCall = (message: Fields): boolean => callsOf(message).length > 0;
const isNineLong = (id: unknown): boolean => typeof id === 'string' && /^[a-zA-Z0-9]{9}$/.test(id);
const hasOddId = (message: Fields): boolean =>
	message['role'] === 'tool'
		? !isNineLong(message['tool_call_id'])
		: callsOf(message).some(({ id }) => !isNineLong(id));
const isEmptyModel = (message: Fields): boolean =>
	message['role'] === 'assistant' && !isCall(message) && !isFilled(message);
/** Mistral's templates count neither results nor messages with calls. */
const isTalk = (message: Fields): boolean => message['role'] !== 'tool' && !isCall(message);

const mistralAlternates =
	'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';
const alternates = 'Conversation roles must alternate user/assistant/user/assistant/...';
const nineLong = 'Tool call IDs should be alphanumeric strings with length 9!';

/** Those that take histories in the form in which they are sent everywhere, from the first request on. */
export const templates = {
	'Mistral Tekken (v7)': {
		source:
			'tests/data/chat_templates/v7.jinja and validator.py of mistralai/mistral-common bc022b9; chat_template of mistralai/Mistral-Nemo-Instruct-2407',
		rule: allOf(
			alternate(isTalk, mistralAlternates),
			none(userAfter('tool'), "Unexpected role 'user' after role 'tool'"),
			none(hasOddId, nineLong),
			none(
				isEmptyModel,
				'Assistant message must have a string or a list of chunks in content or a list of tool calls.',
			),
			last(['user', 'tool'], 'Expected last role User or Tool (or Assistant with prefix True) for serving'),
		),
	},
	Qwen: {
		source:
			'chat_template of Qwen/Qwen3.5 (QwenLM/Qwen3.8 issue 244 quotes it), models/templates of ggml-org/llama.cpp',
		rule: allOf(
			none(
				(message, before) => message['role'] === 'system' && before !== undefined,
				'System message must be at the beginning.',
			),
			(messages) => (messages.some(({ role }) => role === 'user') ? undefined : 'No user query found in messages.'),
		),
	},
	ChatML: {
		source:
			'transformers/tokenization_utils_base.py, default_chat_template of 4.43: it joins role and content of each message',
		rule: none(
			(message) => !isCall(message) && typeof message['content'] !== 'string' && !Array.isArray(message['content']),
			'can only concatenate str (not "NoneType") to str',
		),
	},
	Anthropic: {
		source: 'https://docs.claude.com/en/api/openai-sdk and /en/api/errors, as of 2026-11; BerriAI/litellm issue 7541',
		rule: allOf(
			first(['user'], 'messages: first message must use the "user" role'),
			none(
				(message) => message['role'] === 'user' && !isFilled(message),
				'messages: text content blocks must be non-empty',
			),
			none(isEmptyModel, 'messages: text content blocks must contain non-whitespace text'),
			last(
				['user', 'tool'],
				'This model does not support assistant message prefill. The conversation must end with a user message.',
			),
		),
	},
	Gemini: {
		source: 'microsoft/vscode issue 299295, google-gemini/gemini-cli issue 26486',
		rule: allOf(
			none(
				(message, before) => isCall(message) && before?.['role'] !== 'user' && before?.['role'] !== 'tool',
				'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
			),
			(messages) =>
				messages.some(isUnevenAt)
					? 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
					: undefined,
			last(['user', 'tool'], 'Please ensure that multiturn requests end with a user turn or a function response.'),
		),
	},
} as const satisfies Readonly<Record<string, Template>>;

/** Those that refuse a role, or a form that others do without: what they refuse is learned from their words. */
export const narrowTemplates = {
	'Mistral (v3)': {
		source:
			'tests/data/chat_templates/v3.jinja and validator.py of mistralai/mistral-common bc022b9; chat_template of mistralai/Mistral-7B-Instruct-v0.3',
		rule: allOf(
			templates['Mistral Tekken (v7)'].rule,
			none(
				(message) => isCall(message) && isFilled(message),
				'Assistant message must have either content or tool_calls, but not both.',
			),
		),
	},
	'Mistral (v1)': {
		source:
			'tests/data/chat_templates/v1.jinja of mistralai/mistral-common bc022b9; chat_template of mistralai/Mistral-7B-Instruct-v0.2',
		rule: allOf(
			none((message) => message['role'] === 'tool' || isCall(message), 'Only user and assistant roles are supported!'),
			alternate(() => true, mistralAlternates),
			last(['user'], 'Expected last role User for serving'),
		),
	},
	'Gemma 2': {
		source: 'chat_template of google/gemma-2-9b-it',
		rule: allOf(
			none(({ role }) => role === 'system', 'System role not supported'),
			alternate(() => true, alternates),
		),
	},
	'Gemma 3': {
		source: 'chat_template of google/gemma-3-27b-it; Ollama refuses its tools (ollama/ollama issue 13522)',
		rule: alternate(() => true, alternates),
	},
	'Llama 3.1': {
		source: 'chat_template of meta-llama/Llama-3.1-8B-Instruct',
		rule: none((message) => callsOf(message).length > 1, 'This model only supports single tool-calls at once!'),
	},
	'Llama 2': {
		source: 'chat_template of meta-llama/Llama-2-7b-chat-hf',
		rule: alternate(() => true, alternates),
	},
} as const satisfies Readonly<Record<string, Template>>;

export type NarrowTemplate = keyof typeof narrowTemplates;

/** The first objection of all templates that take what is sent everywhere; `narrow`: and that of one which does not. Pure. */
export function checkTemplates(messages: readonly Fields[], narrow?: NarrowTemplate): GrammarProblem | undefined {
	const problem = narrow === undefined ? undefined : narrowTemplates[narrow].rule(messages);
	if (problem !== undefined) return { message: problem, param: 'messages' };
	for (const [name, { rule }] of Object.entries(templates)) {
		const objection = rule(messages);
		if (objection !== undefined) return { message: `${objection} (${name})`, param: 'messages' };
	}
	return undefined;
}

/** Whether a message has not as many results right after it as it has calls. */
function isUnevenAt(message: Fields, at: number, messages: readonly Fields[]): boolean {
	if (!isCall(message)) return false;
	const rest = messages.slice(at + 1).findIndex(({ role }) => role !== 'tool');
	return (rest === -1 ? messages.length - at - 1 : rest) !== callsOf(message).length;
}
