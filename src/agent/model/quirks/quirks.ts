import { z } from 'zod';
import { capOf } from '../cost/cap.ts';
import type { CapField, ChatBody } from '../wire/wire-types.ts';
import { lacksEyes, showsPictures } from './pictures.ts';

/** How structured answers are asked for, best first. */
export type AnswerFormat = 'json-schema' | 'json-object' | 'prompt';

/** An endpoint's lacks and demands, learned from its refusals. */
export interface Quirks {
	readonly stream: boolean;
	readonly streamOptions: boolean;
	readonly seed: boolean;
	readonly temperature: boolean;
	readonly format: AnswerFormat;
	/** The form of `content` on a message that has only calls: every one of the three is refused by some server. */
	readonly callContent: 'null' | 'empty' | 'absent';
	/** Earlier reasoning must be sent back (DeepSeek when thinking with tools). */
	readonly echoReasoning: boolean;
	/** `tools` must be there when the history has calls (Anthropic behind a gateway). */
	readonly stubTools: boolean;
	/** Calls without a thought signature are refused (Gemini): a placeholder is sent where ours was lost. */
	readonly fillSignatures: boolean;
	/** Pictures are taken. */
	readonly vision: boolean;
	/** The content starts inside a thought whose opening tag stands in the server's template. */
	readonly opensInThought: boolean;
	/** Whether the fixed prompt has a role of its own, or stands before the first words of a person. */
	readonly systemAs: 'system' | 'user';
	/** Whether tools, calls and results have fields of their own, or are told as text. */
	readonly toolsAs: 'tools' | 'text';
	/** A message may hold words beside its calls. */
	readonly callText: boolean;
	/** A message may hold one call only. */
	readonly oneCallEach: boolean;
	/** The field that limits an answer, where one is to be limited. */
	readonly cap: CapField | 'none';
}

export const noQuirks: Quirks = {
	stream: true,
	streamOptions: true,
	seed: true,
	temperature: true,
	format: 'json-schema',
	callContent: 'null',
	echoReasoning: false,
	stubTools: false,
	fillSignatures: false,
	vision: true,
	opensInThought: false,
	systemAs: 'system',
	toolsAs: 'tools',
	callText: true,
	oneCallEach: false,
	cap: 'max_tokens',
};

/** Some of them, as they are kept. */
export const quirksSchema = z.object({
	stream: z.boolean().exactOptional(),
	streamOptions: z.boolean().exactOptional(),
	seed: z.boolean().exactOptional(),
	temperature: z.boolean().exactOptional(),
	format: z.enum(['json-schema', 'json-object', 'prompt']).exactOptional(),
	callContent: z.enum(['null', 'empty', 'absent']).exactOptional(),
	echoReasoning: z.boolean().exactOptional(),
	stubTools: z.boolean().exactOptional(),
	fillSignatures: z.boolean().exactOptional(),
	vision: z.boolean().exactOptional(),
	opensInThought: z.boolean().exactOptional(),
	systemAs: z.enum(['system', 'user']).exactOptional(),
	toolsAs: z.enum(['tools', 'text']).exactOptional(),
	callText: z.boolean().exactOptional(),
	oneCallEach: z.boolean().exactOptional(),
	cap: z.enum(['max_tokens', 'max_completion_tokens', 'none']).exactOptional(),
}) satisfies z.ZodType<Partial<Quirks>>;

interface Lesson {
	readonly says: RegExp | ((refusal: string) => boolean);
	/** Words of another fault that is told in the like. */
	readonly unless?: RegExp;
	readonly applies: (body: ChatBody, quirks: Quirks) => unknown;
	readonly change: (quirks: Quirks) => Partial<Quirks>;
}

const lessons: readonly Lesson[] = [
	{
		// Ollama (server/routes.go): "<model> does not support tools"; OpenRouter: "No endpoints found that support tool use"; Google: "Function
		// calling is not enabled for models/gemma-3-27b-it" (BerriAI/litellm#10313); vLLM without a parser: "\"auto\" tool choice requires
		// --enable-auto-tool-choice and --tool-call-parser to be set" (vllm-project/vllm#9986).
		says: /(not|n['’]t) support(ed)? (the )?(tools|tool use|tool calling|function calling)|support tool use|\btools?\b.{0,20}(not supported|unsupported)|(tool|function)[ -]calling (is |are )?(not |un)(enabled|supported|available)|--enable-auto-tool-choice|--tool-call-parser/i,
		unless: /\bparallel|\bstream|\btool (result|message|output|response)s?\b/i,
		applies: usesTools,
		change: () => ({ toolsAs: 'text' }),
	},
	{
		// Templates of Gemma 2 and 3 and of Mistral 7B 0.1 and 0.2, as vLLM and llama.cpp pass them on.
		says: /roles must alternate|only user(,| and) assistant( and system)? roles are supported/i,
		applies: hasCalls,
		change: () => ({ toolsAs: 'text' }),
	},
	{
		// Google: "Developer instruction is not enabled for models/gemma-3-27b-it" (microsoft/vscode#258088).
		says: /(system|developer) (role|message|prompt|instruction)s? (is |are )?not (supported|enabled|allowed)|only user and assistant roles|roles must alternate/i,
		applies: ({ messages }) => messages[0]?.role === 'system',
		change: () => ({ systemAs: 'user' }),
	},
	{
		// mistral-common bc022b9, validator.py and its templates v1 to v3
		says: /either content or tool.?calls, but not both|both content and tool.?calls/i,
		applies: ({ messages }) =>
			messages.some((message) => message.role === 'assistant' && message.tool_calls && message.content),
		change: () => ({ callText: false }),
	},
	{
		// The templates of Llama 3.1 to 3.3
		says: /(single|one) tool.?calls? (at once|at a time)/i,
		applies: ({ messages }) =>
			messages.some((message) => message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 1),
		change: () => ({ oneCallEach: true }),
	},
	{
		says: /stream_options|include_usage/i,
		applies: (body) => body.stream_options !== undefined,
		change: () => ({ streamOptions: false }),
	},
	{
		// OpenAI: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", and of either
		// "max_tokens is too large: 32768. This model supports at most 16384 completion tokens" (openai/openai-python#1677).
		says: /max_(completion_|output_|new_)?tokens/i,
		applies: (body) => capOf(body) !== undefined,
		change: ({ cap }) => ({ cap: cap === 'max_tokens' ? 'max_completion_tokens' : 'none' }),
	},
	{
		says: lacksEyes,
		applies: (body, { vision }) => vision && showsPictures(body),
		change: () => ({ vision: false }),
	},
	{
		says: /\bseed\b/i,
		applies: (body) => body.seed !== undefined,
		change: () => ({ seed: false }),
	},
	{
		says: /\btemperature\b/i,
		applies: (body) => body.temperature !== undefined,
		change: () => ({ temperature: false }),
	},
	{
		// Bedrock: "This model doesn't support tool use in streaming mode."
		says: /cannot use tools with stream|\bstream(ing)?\W.{0,40}(not supported|unsupported|not available)|(\bnot|n['’]t|unsupported)\b.{0,60}\b(in|with|while|when|during) stream/i,
		applies: (body) => body.stream,
		change: () => ({ stream: false }),
	},
	{
		says: /response_format|json_schema|json_object|structured|schema|grammar|guided/i,
		applies: (body) => body.response_format !== undefined,
		change: ({ format }) => ({ format: format === 'json-schema' ? 'json-object' : 'prompt' }),
	},
	{
		says: /thought_signature/i,
		applies: (body, { fillSignatures }) => !fillSignatures && hasCalls(body),
		change: () => ({ fillSignatures: true }),
	},
	{
		says: /reasoning_content/i,
		applies: (body, { echoReasoning }) => !echoReasoning && body.messages.some(({ role }) => role === 'assistant'),
		change: () => ({ echoReasoning: true }),
	},
	{
		says: /\btools\b.{0,40}(must|expect|requir|specified|provided|missing|param)|expects the .{0,3}tools/i,
		applies: (body) => body.tools === undefined && hasCalls(body),
		change: () => ({ stubTools: true }),
	},
	{
		says: /\bcontent\b.{0,80}(null|none|string|empty|missing|required|allowed|valid|expected)|(null|empty|missing|required|invalid|expected).{0,80}\bcontent\b/i,
		applies: (body, { callContent }) => callContent !== 'absent' && hasBareCalls(body),
		change: ({ callContent }) => ({ callContent: callContent === 'null' ? 'empty' : 'absent' }),
	},
];

/**
 * Learns from a refusal: what to change before trying again, or undefined when nothing that was sent explains it. Each
 * change differs from the quirks given, and no chain of them comes back, so trying again always ends.
 */
export function learnQuirk(refusal: string, body: ChatBody, quirks: Quirks): Partial<Quirks> | undefined {
	return lessons.find((lesson) => isTold(lesson, refusal) && lesson.applies(body, quirks))?.change(quirks);
}

function isTold({ says, unless }: Lesson, refusal: string): boolean {
	return (says instanceof RegExp ? says.test(refusal) : says(refusal)) && !unless?.test(refusal);
}

function usesTools(body: ChatBody): boolean {
	return body.tools !== undefined || hasCalls(body);
}

function hasCalls({ messages }: ChatBody): boolean {
	return messages.some((message) => message.role === 'assistant' && message.tool_calls !== undefined);
}

function hasBareCalls({ messages }: ChatBody): boolean {
	return messages.some((message) => message.role === 'assistant' && !message.content);
}
