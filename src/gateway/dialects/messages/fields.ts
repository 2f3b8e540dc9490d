import { byTag, either, type Fields, list, nullOr, number, object, oneOf, text, truth } from '../read/allow.ts';
import { schema } from '../read/schema.ts';
import { messages, system } from './blocks.ts';
import { cacheControl, toolChoice, tools } from './tools.ts';

const jsonFormat = object({ type: oneOf('json_schema'), schema, name: text });

const amount = object({ type: text, value: number });
const thinkingTurns = either(oneOf('all'), object({ type: text, value: number }));

/** Which of a long conversation the provider passes over; a summary by another call of its own is not among it. */
const contextManagement = object({
	edits: list(
		byTag(
			'type',
			{
				clear_tool_uses_20250919: object({
					type: text,
					trigger: amount,
					keep: amount,
					clear_at_least: amount,
					clear_tool_inputs: either(truth, list(text)),
					exclude_tools: list(text),
				}),
				clear_thinking_20251015: object({ type: text, keep: thinkingTurns }),
			},
			() => undefined,
		),
	),
});

/** The members of a request to count tokens, without the model. */
export const countFields: Fields = {
	system,
	messages,
	tools,
	tool_choice: toolChoice,
	thinking: object({ type: text, budget_tokens: number, display: text }),
	output_config: object({
		effort: text,
		format: nullOr(jsonFormat),
		task_budget: object({ type: text, total: number, remaining: number }),
	}),
	output_format: nullOr(jsonFormat),
	context_management: contextManagement,
	cache_control: cacheControl,
};

/** The members of a request, without the model. */
export const messagesFields: Fields = {
	...countFields,
	max_tokens: number,
	stop_sequences: list(text),
	stream: truth,
	temperature: number,
	top_p: number,
	top_k: number,
};
