import type { Dialect, RewriteRules } from '../dialect.ts';
import { openAiError } from '../errors/open-ai.ts';
import { createMeter } from '../meter/meter.ts';
import { isMembers, numberOf } from '../read/allow.ts';
import { oneAnswer, outputLimit, thinkingLimit, withThinkingLimit } from '../read/limits.ts';
import { type Complete, type Plan, type Under, writeAnew } from '../read/rewriting.ts';
import { omit, withoutIdle } from '../read/tools.ts';
import { openAiLists, targetOf } from '../target.ts';
import { chatFields } from './fields.ts';
import { readChat } from './usage.ts';

/** Chat Completions (https://platform.openai.com/docs/api-reference/chat), and the list of models that OpenAI's and Anthropic's clients ask for. */
export const chat: Dialect = {
	name: 'chat',
	route: (method, target) => {
		const { path } = targetOf(target);
		if (method === 'POST' && path === '/v1/chat/completions') return { call: 'generate', path: '/chat/completions' };
		return openAiLists(method, path);
	},
	rewrite: (route, body, rules) => writeAnew(plan, route, body, rules),
	meter: (_, contentType) => createMeter(contentType, readChat),
	error: (status, sentence) => openAiError(status, sentence, 'chat'),
};

const plan: Plan = { dialect: 'chat', fields: chatFields, complete };

function complete(kept: Record<string, unknown>, { rules, notes }: Under): Complete {
	oneAnswer(kept['n'], 'n', notes);
	const streams = kept['stream'] === true;
	const { name, tokens } = limitOf(kept, rules);
	const rest = omit(kept, 'n', 'max_tokens', 'max_completion_tokens', 'stream', 'modalities');
	const body = withThinking(withoutIdle(withoutLostChoice(rest), 'tool_choice', 'parallel_tool_calls'), tokens);
	const streamed = streams && { stream: true, stream_options: { include_usage: true } };
	const maxOutput = tokens + (numberOf(body['thinking_budget']) ?? 0);
	return { body: { ...body, [name]: tokens, ...streamed }, streams, maxOutput };
}

/** Members of a request that have a budget of thinking, and its name there. */
const budgets = { thinking: 'budget_tokens', reasoning: 'max_tokens', chat_template_kwargs: 'thinking_budget' };

/**
 * Thinking has no more tokens than the answer may have, under whichever name. `thinking_budget` is a ceiling of its own beside the output limit
 * (https://www.alibabacloud.com/help/en/model-studio/deep-thinking).
 */
function withThinking(kept: Record<string, unknown>, tokens: number): Record<string, unknown> {
	const bounded = Object.entries(budgets).flatMap(([outer, inner]) =>
		kept[outer] === undefined ? [] : [[outer, withThinkingLimit(kept[outer], inner, tokens)] as const],
	);
	const budget = thinkingLimit(kept['thinking_budget'], tokens);
	return { ...kept, ...Object.fromEntries(bounded), ...(budget !== undefined && { thinking_budget: budget }) };
}

/** The output limit under the name that the client used; under that of this upstream where it used none. */
function limitOf(kept: Record<string, unknown>, rules: RewriteRules) {
	const names = ['max_completion_tokens', 'max_tokens'] as const;
	const name = names.find((one) => kept[one] !== undefined) ?? rules.chatLimit ?? 'max_tokens';
	return { name, tokens: outputLimit(kept[name], rules) };
}

/** Without a choice of a tool that was left out, or that never was there. */
function withoutLostChoice(kept: Record<string, unknown>): Record<string, unknown> {
	const wanted = nameIn(kept['tool_choice']);
	const tools = Array.isArray(kept['tools']) ? kept['tools'] : [];
	return wanted === undefined || tools.some((tool) => nameIn(tool) === wanted) ? kept : omit(kept, 'tool_choice');
}

function nameIn(value: unknown): unknown {
	const { function: called, custom } = isMembers(value) ? value : {};
	const inner = called ?? custom;
	return isMembers(inner) ? inner['name'] : undefined;
}
