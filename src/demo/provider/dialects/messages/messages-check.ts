import { type Fields, isFields } from '../../../model-server/grammar-problem.ts';
import type { Refusal, WireRequest } from '../dialect.ts';
import { wrong } from './messages-error.ts';
import { checkTurns } from './messages-turns.ts';

/** Of the package @anthropic-ai/sdk 0.129.0, MessageCreateParams. */
const known = new Set(
	`cache_control container diagnostics inference_geo max_tokens messages metadata model output_config service_tier stop_sequences stream
	system temperature thinking tool_choice tools top_k top_p user_profile_id workspace_id`.split(/\s+/),
);
/** Of the same, MessageCountTokensParams. */
const counted = new Set(
	`cache_control messages model output_config system thinking tool_choice tools user_profile_id workspace_id`.split(
		' ',
	),
);
/** Fields that want a header `anthropic-beta`, by what it has. */
const betas: Readonly<Record<string, RegExp>> = {
	compaction: /compact/,
	context_management: /context-management|compact/,
	fallbacks: /fallback/,
	fallback_credit_token: /fallback/,
	mcp_servers: /mcp-client/,
	output_format: /structured-outputs/,
	speed: /fast-mode/,
};

/** The first fault of a request for a message, or to count its tokens, in Anthropic's words. Pure. */
export function checkMessages(kind: 'generate' | 'count', body: Fields, request: WireRequest): Refusal | undefined {
	const stray = Object.keys(body).find((key) => !isKnown(key, kind, request));
	if (stray !== undefined) return wrong(`${stray}: Extra inputs are not permitted`);
	const { model, max_tokens: most } = body;
	if (typeof model !== 'string' || model === '') return wrong('model: Field required');
	if (kind === 'generate' && most === undefined) return wrong('max_tokens: Field required');
	if (kind === 'generate' && (!Number.isInteger(most) || Number(most) < 1)) {
		return wrong('max_tokens: Input should be greater than or equal to 1');
	}
	return (
		checkSystem(body['system']) ?? checkTools(body) ?? checkThinking(body) ?? checkCaches(body) ?? checkTurns(body)
	);
}

function isKnown(key: string, kind: 'generate' | 'count', { headers }: WireRequest): boolean {
	if ((kind === 'count' ? counted : known).has(key)) return true;
	return betas[key]?.test(headers['anthropic-beta'] ?? '') ?? false;
}

function checkSystem(system: unknown): Refusal | undefined {
	if (system === undefined || typeof system === 'string') return undefined;
	if (!Array.isArray(system)) return wrong('system: Input should be a valid list');
	const at = system.findIndex((part) => !isFields(part) || part['type'] !== 'text' || typeof part['text'] !== 'string');
	if (at >= 0) return wrong(`system.${at}: Input should be a text block`);
	const empty = system.findIndex(({ text }) => text === '');
	return empty < 0 ? undefined : wrong(`system: text content blocks must be non-empty`);
}

function checkTools({ tools, tool_choice: choice }: Fields): Refusal | undefined {
	if (tools === undefined) {
		const isNone = isFields(choice) && choice['type'] === 'none';
		return choice === undefined || isNone
			? undefined
			: wrong('tool_choice: tool_choice may only be specified while providing tools');
	}
	if (!Array.isArray(tools)) return wrong('tools: Input should be a valid list');
	const names = new Set<string>();
	for (const [at, tool] of tools.entries()) {
		const problem = checkTool(tool, `tools.${at}`, names);
		if (problem !== undefined) return problem;
	}
	return checkChoice(choice, names);
}

function checkTool(tool: unknown, param: string, names: Set<string>): Refusal | undefined {
	if (!isFields(tool)) return wrong(`${param}: Input should be a valid dictionary`);
	const { name, type = 'custom', input_schema: schema } = tool;
	if (typeof name !== 'string') return wrong(`${param}.${String(type)}.name: Field required`);
	if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
		return wrong(`${param}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
	}
	if (names.has(name)) return wrong('tools: Tool names must be unique.');
	names.add(name);
	if (type !== 'custom') return undefined;
	if (!isFields(schema)) return wrong(`${param}.custom.input_schema: Field required`);
	if (schema['type'] !== 'object') return wrong(`${param}.custom.input_schema.type: Input should be 'object'`);
	const union = ['oneOf', 'allOf', 'anyOf'].find((key) => schema[key] !== undefined);
	if (union === undefined) return undefined;
	return wrong(`${param}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`);
}

function checkChoice(choice: unknown, names: ReadonlySet<string>): Refusal | undefined {
	if (choice === undefined) return undefined;
	const type = isFields(choice) ? choice['type'] : undefined;
	if (!isFields(choice) || !['auto', 'any', 'none', 'tool'].includes(String(type))) {
		return wrong(
			"tool_choice: Input tag found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'",
		);
	}
	if (type !== 'tool' || names.has(String(choice['name']))) return undefined;
	return wrong(`tool_choice.name: Tool '${String(choice['name'])}' not found in provided tools`);
}

/** By https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking. */
function checkThinking(body: Fields): Refusal | undefined {
	const { thinking, temperature, tool_choice: choice, top_k: k } = body;
	if (thinking === undefined) return undefined;
	if (!isFields(thinking)) return wrong('thinking: Input should be a valid dictionary');
	if (thinking['type'] === 'disabled') return undefined;
	const problem = checkBudget(thinking, body['max_tokens']);
	if (problem !== undefined) return problem;
	if (temperature !== undefined && temperature !== 1) {
		return wrong('`temperature` may only be set to 1 when thinking is enabled.');
	}
	if (k !== undefined) return wrong('`top_k` must be unset when thinking is enabled.');
	const isForced = isFields(choice) && ['any', 'tool'].includes(String(choice['type']));
	return isForced ? wrong('Thinking may not be enabled when tool_choice forces tool use.') : undefined;
}

function checkBudget({ type, budget_tokens: budget }: Fields, most: unknown): Refusal | undefined {
	if (type === 'adaptive') return undefined;
	if (type !== 'enabled') {
		return wrong(
			"thinking: Input tag found using 'type' does not match any of the expected tags: 'enabled', 'disabled', 'adaptive'",
		);
	}
	if (typeof budget !== 'number') return wrong('thinking.enabled.budget_tokens: Field required');
	if (budget < 1_024) return wrong('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
	const isOver = most !== undefined && budget >= Number(most);
	return isOver ? wrong('`max_tokens` must be greater than `thinking.budget_tokens`.') : undefined;
}

/** By https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching: at most four marks. */
function checkCaches(body: Fields): Refusal | undefined {
	const found = marksIn([body['tools'], body['system'], body['messages']]);
	if (found <= 4) return undefined;
	return wrong(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`);
}

function marksIn(value: unknown): number {
	if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + marksIn(item), 0);
	if (!isFields(value)) return 0;
	const own = isFields(value['cache_control']) ? 1 : 0;
	return own + marksIn(value['content']);
}
