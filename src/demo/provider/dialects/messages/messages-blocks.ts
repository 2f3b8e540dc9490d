import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Refusal } from '../dialect.ts';
import { wrong } from './messages-error.ts';

/** By the package @anthropic-ai/sdk 0.129.0, MessageParam. */
export type Role = 'user' | 'assistant' | 'system';

/** Blocks by the role that may send them; what the vendor ran itself comes back with the assistant's. By the same package, ContentBlockParam. */
const blocks: Readonly<Record<Role, RegExp>> = {
	user: /^(?:text|image|document|search_result|tool_result|container_upload|tool_reference)$/,
	assistant: /^(?:text|thinking|redacted_thinking|tool_use|server_tool_use|mcp_tool_use|compaction|\w+_tool_result)$/,
	system: /^(?:text|tool_addition|tool_removal)$/,
};

export function isRole(role: unknown): role is Role {
	return typeof role === 'string' && Object.hasOwn(blocks, role);
}

/** The fault of one block of a message's content. */
export function checkBlock(block: unknown, param: string, role: Role): Refusal | undefined {
	if (!isFields(block)) return wrong(`${param}: Input should be a valid dictionary`);
	const { type } = block;
	if (typeof type !== 'string') return wrong(`${param}.type: Field required`);
	if (blocks[role].test(type)) return checks[type]?.(block, param);
	return wrong(`${param}: Input tag '${type}' found using 'type' does not match any of the expected tags`);
}

/** Those that have rules of their own. */
const checks: Readonly<Record<string, (block: Fields, param: string) => Refusal | undefined>> = {
	text: checkText,
	tool_use: checkUse,
	thinking: checkThought,
};

function checkText({ text }: Fields, param: string): Refusal | undefined {
	if (typeof text !== 'string') return wrong(`${param}.text.text: Field required`);
	return text.trim() === '' ? wrong('messages: text content blocks must contain non-whitespace text') : undefined;
}

function checkUse({ id, name, input }: Fields, param: string): Refusal | undefined {
	if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id)) {
		return wrong(`${param}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
	}
	if (typeof name !== 'string' || name === '') return wrong(`${param}.tool_use.name: Field required`);
	return isFields(input) ? undefined : wrong(`${param}.tool_use.input: Input should be a valid dictionary`);
}

function checkThought({ thinking, signature }: Fields, param: string): Refusal | undefined {
	if (typeof signature !== 'string') return wrong(`${param}.thinking.signature: Field required`);
	if (signature === sign(String(thinking))) return undefined;
	return wrong(`${param}: Invalid \`signature\` in \`thinking\` block`);
}

/** Stands for the vendor's signature of its own thinking: it fits no other text. */
export function sign(thinking: string): string {
	return Buffer.from(`signed ${thinking.length} ${thinking}`).toString('base64');
}
