import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Refusal } from '../dialect.ts';
import { checkBlock, isRole, type Role } from './messages-blocks.ts';
import { wrong } from './messages-error.ts';

/** Checks the messages: roles, blocks, each tool use with its result at once, thinking as it was signed. */
export function checkTurns({ messages, thinking }: Fields): Refusal | undefined {
	if (messages === undefined) return wrong('messages: Field required');
	if (!Array.isArray(messages)) return wrong('messages: Input should be a valid list');
	if (messages.length === 0) return wrong('messages: at least one message is required');
	let open: readonly string[] = [];
	for (const [at, message] of messages.entries()) {
		const problem = checkTurn(message, at, at === messages.length - 1);
		if (problem !== undefined) return problem;
		// A word of the operator between them parts no use from its result
		if (message['role'] === 'system') continue;
		const unpaired = checkPairs(message, at, open);
		if (unpaired !== undefined) return unpaired;
		open = usesOf(message);
	}
	return unanswered(open, messages.length - 1) ?? lostThinking(messages, thinking);
}

function checkTurn(message: unknown, at: number, isLast: boolean): Refusal | undefined {
	if (!isFields(message)) return wrong(`messages.${at}: Input should be a valid dictionary`);
	const { role, content } = message;
	const stray = Object.keys(message).find((key) => key !== 'role' && key !== 'content');
	if (stray !== undefined) return wrong(`messages.${at}.${stray}: Extra inputs are not permitted`);
	if (!isRole(role)) return wrong(`messages.${at}.role: Input should be 'user', 'assistant' or 'system'`);
	if (role === 'system' && at === 0) return wrong('messages.0.role: the first message must use the "user" role');
	return checkContent(content, `messages.${at}`, { role, isLast });
}

interface Place {
	readonly role: Role;
	/** Of all messages. */
	readonly isLast: boolean;
}

function checkContent(content: unknown, param: string, { role, isLast }: Place): Refusal | undefined {
	if (content === undefined) return wrong(`${param}.content: Field required`);
	const isEmpty = content === '' || (Array.isArray(content) && content.length === 0);
	if (isEmpty && !(isLast && role === 'assistant')) {
		return wrong(`${param}: all messages must have non-empty content except for the optional final assistant message`);
	}
	if (typeof content === 'string') return undefined;
	if (!Array.isArray(content)) return wrong(`${param}.content: Input should be a valid string or list`);
	return first(content, (block, nth) => checkBlock(block, `${param}.content.${nth}`, role));
}

/** Results come first in the message behind their uses, all of them and no others. */
function checkPairs(message: unknown, at: number, open: readonly string[]): Refusal | undefined {
	const content = contentOf(message);
	const results = content.flatMap((block, nth) =>
		block['type'] === 'tool_result' ? [{ id: block['tool_use_id'], nth }] : [],
	);
	const stray = results.find(({ id }) => !open.includes(String(id)));
	if (stray !== undefined) {
		return wrong(
			`messages.${at}.content.${stray.nth}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(stray.id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
		);
	}
	const twice = results.find(({ id }, nth) => results.findIndex((one) => one.id === id) < nth);
	if (twice !== undefined) {
		return wrong(
			`messages.${at}.content.${twice.nth}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(twice.id)}`,
		);
	}
	const left = open.filter((id) => !results.some((result) => result.id === id));
	const isLate = open.length > 0 && results.some(({ nth }, position) => nth !== position);
	return unanswered(isLate ? open : left, at - 1);
}

function unanswered(ids: readonly string[], at: number): Refusal | undefined {
	if (ids.length === 0) return undefined;
	return wrong(
		`messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
	);
}

function usesOf(message: unknown): readonly string[] {
	return contentOf(message).flatMap((block) => (block['type'] === 'tool_use' ? [String(block['id'])] : []));
}

/** Where thinking is on, the last message of the assistant that goes on with results begins with its thinking. */
function lostThinking(messages: readonly unknown[], thinking: unknown): Refusal | undefined {
	if (!isFields(thinking) || thinking['type'] !== 'enabled') return undefined;
	const at = messages.findLastIndex((message) => usesOf(message).length > 0);
	if (at < 0 || at !== messages.length - 2) return undefined;
	const type = String(contentOf(messages[at])[0]?.['type']);
	if (type === 'thinking' || type === 'redacted_thinking') return undefined;
	return wrong(
		`messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
	);
}

function contentOf(message: unknown): readonly Fields[] {
	const content = isFields(message) ? message['content'] : undefined;
	return Array.isArray(content) ? content.filter(isFields) : [];
}

function first<Item>(
	items: readonly Item[],
	check: (item: Item, at: number) => Refusal | undefined,
): Refusal | undefined {
	for (const [at, item] of items.entries()) {
		const problem = check(item, at);
		if (problem !== undefined) return problem;
	}
	return undefined;
}
