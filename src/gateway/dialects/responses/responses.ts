import type { Dialect } from '../dialect.ts';
import { openAiError } from '../errors/open-ai.ts';
import { createMeter } from '../meter/meter.ts';
import {
	type Allow,
	asksFor,
	type Fields,
	isMembers,
	list,
	nullOr,
	number,
	object,
	oneOf,
	text,
	truth,
} from '../read/allow.ts';
import { outputLimit } from '../read/limits.ts';
import { type Complete, type Plan, type Under, writeAnew } from '../read/rewriting.ts';
import { omit, withoutIdle } from '../read/tools.ts';
import { targetOf } from '../target.ts';
import { input, noReferences, textOptions } from './items.ts';
import { toolChoice, tools } from './tools.ts';
import { readResponses } from './usage.ts';

/** Responses (https://platform.openai.com/docs/api-reference/responses/create): everything in the request, nothing kept at the provider. */
export const responses: Dialect = {
	name: 'responses',
	route: (method, target) =>
		method === 'POST' && targetOf(target).path === '/v1/responses'
			? { call: 'generate', path: '/responses' }
			: undefined,
	rewrite: (route, body, rules) => writeAnew(plan, route, body, rules),
	meter: (_, contentType) => createMeter(contentType, readResponses),
	error: (status, sentence) => openAiError(status, sentence, 'responses'),
};

/** Without what it refers to, a request means another thing. */
const reference: Allow = (value, notes) => {
	if (asksFor(value)) notes.refuse(noReferences);
	return undefined;
};

const fields: Fields = {
	instructions: nullOr(text),
	input,
	tools,
	tool_choice: toolChoice,
	parallel_tool_calls: truth,
	max_output_tokens: number,
	max_tool_calls: number,
	reasoning: object({
		effort: text,
		summary: oneOf('auto', 'concise', 'detailed'),
		generate_summary: oneOf('auto', 'concise', 'detailed'),
		context: oneOf('auto', 'current_turn', 'all_turns'),
	}),
	include: list(oneOf('reasoning.encrypted_content', 'message.output_text.logprobs')),
	text: textOptions,
	stream: truth,
	temperature: number,
	top_p: number,
	top_logprobs: number,
	truncation: oneOf('auto', 'disabled'),
	prompt_cache_key: text,
	prompt_cache_retention: oneOf('in_memory', '24h'),
	previous_response_id: reference,
	conversation: reference,
};

const plan: Plan = { dialect: 'responses', fields, complete };

/** `store` is true where it is not set. */
function complete(kept: Record<string, unknown>, { rules }: Under): Complete {
	const tokens = outputLimit(kept['max_output_tokens'], rules);
	const choice = withoutLostChoice(omit(kept, 'max_output_tokens'));
	const body = withoutIdle(choice, 'tool_choice', 'parallel_tool_calls', 'max_tool_calls');
	return {
		body: { ...body, max_output_tokens: tokens, store: false },
		streams: kept['stream'] === true,
		maxOutput: tokens,
	};
}

/** Without a choice of tools that were left out. */
function withoutLostChoice(kept: Record<string, unknown>): Record<string, unknown> {
	const choice = kept['tool_choice'];
	if (!isMembers(choice)) return kept;
	const given = Array.isArray(kept['tools']) ? kept['tools'] : [];
	const among = choice['type'] === 'allowed_tools' ? choice['tools'] : [choice];
	const isThere = Array.isArray(among) && among.some((one) => given.some((tool) => isSame(tool, one)));
	return isThere ? kept : omit(kept, 'tool_choice');
}

function isSame(tool: unknown, other: unknown): boolean {
	return isMembers(tool) && isMembers(other) && tool['type'] === other['type'] && tool['name'] === other['name'];
}
