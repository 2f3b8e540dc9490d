import type { Dialect, Route } from '../dialect.ts';
import { anthropicError } from '../errors/anthropic.ts';
import { createMeter } from '../meter/meter.ts';
import { isMembers, numberOf } from '../read/allow.ts';
import { outputLimit } from '../read/limits.ts';
import { type Complete, type Plan, type Under, writeAnew } from '../read/rewriting.ts';
import { omit, withoutIdle } from '../read/tools.ts';
import { targetOf } from '../target.ts';
import { countFields, messagesFields } from './fields.ts';
import { readMessages } from './usage.ts';

/** Messages and its `count_tokens` (https://platform.claude.com/docs/en/api/messages). */
export const messages: Dialect = {
	name: 'messages',
	route,
	rewrite: (route, body, rules) => writeAnew(route.call === 'count' ? countPlan : plan, route, body, rules),
	meter: (_, contentType) => createMeter(contentType, readMessages),
	error: anthropicError,
};

/** Their clients add `?beta=true`, and no other query stays. */
function route(method: string, target: string): Route | undefined {
	const { path, query } = targetOf(target);
	if (method !== 'POST') return undefined;
	const suffix = query.get('beta') === 'true' ? '?beta=true' : '';
	if (path === '/v1/messages') return { call: 'generate', path: `/v1/messages${suffix}` };
	if (path === '/v1/messages/count_tokens') return { call: 'count', path: `/v1/messages/count_tokens${suffix}` };
	return undefined;
}

const plan: Plan = { dialect: 'messages', fields: messagesFields, complete };
const countPlan: Plan = {
	dialect: 'messages',
	fields: countFields,
	complete: (kept) => ({ body: withTools(kept), streams: false, maxOutput: 0 }),
};

function complete(kept: Record<string, unknown>, { rules }: Under): Complete {
	const tokens = outputLimit(kept['max_tokens'], rules);
	const body = withThinking(withTools(omit(kept, 'max_tokens')), tokens);
	return { body: { ...body, max_tokens: tokens }, streams: kept['stream'] === true, maxOutput: tokens };
}

/** Without a choice of a tool that was left out. */
function withTools(kept: Record<string, unknown>): Record<string, unknown> {
	const choice = kept['tool_choice'];
	const wanted = isMembers(choice) ? choice['name'] : undefined;
	const given = Array.isArray(kept['tools']) ? kept['tools'] : [];
	const isThere = wanted === undefined || given.some((tool) => isMembers(tool) && tool['name'] === wanted);
	return withoutIdle(isThere ? kept : omit(kept, 'tool_choice'), 'tool_choice');
}

/** The least that thinking may take (https://platform.claude.com/docs/en/build-with-claude/extended-thinking). */
const leastThinking = 1024;

/** Thinking must end below the output limit: where that was lowered, so is the other, and there is none where too little would be left. */
function withThinking(kept: Record<string, unknown>, tokens: number): Record<string, unknown> {
	const thinking = kept['thinking'];
	const budget = isMembers(thinking) ? numberOf(thinking['budget_tokens']) : undefined;
	if (budget === undefined || budget < tokens) return kept;
	const lower = tokens - leastThinking;
	if (lower < leastThinking) return omit(kept, 'thinking');
	return { ...kept, thinking: { ...(thinking as object), budget_tokens: lower } };
}
