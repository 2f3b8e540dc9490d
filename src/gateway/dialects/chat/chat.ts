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

function complete(given: Record<string, unknown>, { rules, notes }: Under): Complete {
	oneAnswer(given['n'], 'n', notes);
	const streams = given['stream'] === true;
	const { name, tokens } = limitOf(given, rules);
	const rest = omit(given, 'n', 'max_tokens', 'max_completion_tokens', 'stream', 'modalities');
	const body = withThinking(withoutIdle(withoutLostChoice(rest), 'tool_choice', 'parallel_tool_calls'), tokens);
	const streamed = streams && { stream: true, stream_options: { include_usage: true } };
	const unkept = rules.keepsUnlessTold && { store: false };
	const maxOutput = tokens + thoughtBeside(body, rules);
	return { body: { ...body, [name]: tokens, ...streamed, ...unkept }, streams, maxOutput };
}

/** Tokens that are thought beside the output limit, at most. Models think that were not told to. */
function thoughtBeside(body: Record<string, unknown>, { thoughtBeside: most = 0 }: RewriteRules): number {
	const options = isMembers(body['chat_template_kwargs']) ? body['chat_template_kwargs'] : {};
	const isOff = body['enable_thinking'] === false || options['enable_thinking'] === false;
	return numberOf(body['thinking_budget']) ?? (isOff ? 0 : most);
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

/** The output limit under the name that it has at this upstream, or that the client used. */
function limitOf(kept: Record<string, unknown>, rules: RewriteRules) {
	const names = ['max_completion_tokens', 'max_tokens'] as const;
	const used = names.find((one) => kept[one] !== undefined) ?? 'max_tokens';
	return { name: rules.chatLimit ?? used, tokens: outputLimit(kept[used], rules) };
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
