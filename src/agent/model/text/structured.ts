import { ModelError } from '../../../base/errors.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { Message } from '../../../store/journal.ts';
import { BudgetError } from '../cost/purse.ts';
import type { ModelReply, StructuredRequest } from '../model.ts';
import type { AnswerFormat } from '../quirks/quirks.ts';
import type { Chat, ChatPlan } from '../run-chat.ts';
import { tellSpent } from '../spending.ts';
import { chatBody } from '../wire/chat-body.ts';
import type { EndpointNames } from '../wire/wire-errors.ts';
import type { ResponseFormat } from '../wire/wire-types.ts';
import type { CodeField } from './fences/code-beside.ts';
import { findAnswer } from './find-answer.ts';
import { isRecord, type JsonRecord } from './json-text.ts';
import { type AnswerSchema, toAnswerSchema } from './strict-schema.ts';

export interface StructuredDeps {
	readonly chat: Chat;
	readonly names: EndpointNames;
}

/** Keeps `Model.ask`'s promise. Asks again once, with what was wrong; usage is that of both answers. `BudgetError` where a budget has cut the answer off. */
export async function askStructured<T>(
	deps: StructuredDeps,
	request: StructuredRequest<T>,
	signal: AbortSignal,
): Promise<{ readonly value: T; readonly usage?: Usage }> {
	const schema = toAnswerSchema(request.schema);
	const first = await answer(deps, request, { schema, again: [] }, signal);
	const sought = { schema: request.schema, wrapped: schema.wrapped, code: request.code };
	const found = findAnswer(first, sought);
	if (found.ok) return result(found.value, [first]);
	checkBudget(first);
	const again = correction(first, found.reason, instruction(schema, request.code));
	const second = await answer(deps, request, { schema, again }, signal);
	const mended = findAnswer(second, sought);
	if (mended.ok) return result(mended.value, [first, second]);
	checkBudget(second);
	throw new ModelError('bad-answer', badAnswer(deps.names, second, request.name));
}

/** Half an answer is none, and the next would be no longer. */
function checkBudget({ cutBy, cutWhy }: ModelReply): void {
	if (cutBy === 'budget') throw new BudgetError(cutWhy);
}

function result<T>(value: T, replies: readonly ModelReply[]): { readonly value: T; readonly usage?: Usage } {
	const usages = replies.map(({ usage }) => usage).filter((usage) => usage !== undefined);
	if (usages.length === 0) return { value };
	const sum = (key: 'inputTokens' | 'outputTokens'): number => usages.reduce((total, usage) => total + usage[key], 0);
	return { value, usage: { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') } };
}

interface Round {
	readonly schema: AnswerSchema;
	readonly again: readonly Message[];
}

async function answer(
	{ chat, names }: StructuredDeps,
	request: StructuredRequest<unknown>,
	{ schema, again }: Round,
	signal: AbortSignal,
): Promise<ModelReply> {
	const plan: ChatPlan = {
		toolNames: new Set(),
		write: (context) => {
			// No grammar of a server lets a fence through.
			const format = request.code ? 'prompt' : context.quirks.format;
			const asked = `${request.prompt}\n\n${instruction(schema, request.code)}`;
			const prompt = format === 'json-schema' ? request.prompt : asked;
			const messages: readonly Message[] = [{ role: 'user', text: prompt }, ...again];
			return chatBody(names.model, { system: request.system, messages, tools: [] }, context, {
				format: responseFormat(format, request.name, schema),
				seed: request.seed,
				temperature: request.temperature,
			});
		},
	};
	const parts = chat.run(plan, signal);
	for (;;) {
		const next = await parts.next();
		if (!next.done) continue;
		await tellSpent(next.value.usage);
		return next.value;
	}
}

function responseFormat(
	format: AnswerFormat,
	name: string,
	{ schema, strict }: AnswerSchema,
): ResponseFormat | undefined {
	switch (format) {
		case 'json-schema':
			return { type: 'json_schema', json_schema: { name, strict, schema } };
		case 'json-object':
			return { type: 'json_object' };
		case 'prompt':
			return undefined;
	}
}

/** Has the word that servers look for before they allow `json_object`. */
function instruction({ schema }: AnswerSchema, code: CodeField | undefined): string {
	if (code) return codeInstruction(schema, code);
	return `Answer with one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(schema)}`;
}

/** Models write worse code inside of JSON, where each line end and quote is escaped: https://aider.chat/2024/08/14/code-in-json.html */
function codeInstruction({ properties, required, ...schema }: JsonRecord, { name }: CodeField): string {
	const { [name]: _code, ...others } = isRecord(properties) ? properties : {};
	const needed = Array.isArray(required) ? required.filter((key) => key !== name) : [];
	const rest = JSON.stringify({ ...schema, properties: others, required: needed });
	return `Answer with the ${name}, whole, in one \`\`\`python block, and behind it one JSON object in a \`\`\`json block, and nothing else. The JSON must match this JSON Schema:\n${rest}`;
}

// Enough of a wrong answer to mend it by.
const shownAnswer = 20_000;

function correction({ text }: ModelReply, reason: string, wanted: string): readonly Message[] {
	return [
		{ role: 'assistant', text: text.slice(0, shownAnswer) || '(no answer)', calls: [] },
		{ role: 'user', text: `That answer cannot be used: ${reason}. ${wanted}` },
	];
}

function badAnswer({ model, url }: EndpointNames, { cut }: ModelReply, name: string): string {
	const why = cut ? 'it was cut at the length limit' : `it twice did not match the schema "${name}"`;
	return `The model "${model}" at ${url} gave no usable answer: ${why}`;
}
