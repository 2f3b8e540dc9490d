import type { Message, ToolCall } from '../../../store/journal.ts';
import type { ModelRequest, ToolSpec } from '../model.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { createWireIds } from './call-ids.ts';
import { alternating } from './history/alternating.ts';
import { callsAsText, withToolsTold } from './history/as-text.ts';
import { picturesOfAnswers, unseenOf, withPictures } from './history/picture-parts.ts';
import type { WireAssistant, WireCall, WireMessage, WirePart, WireTool } from './wire-types.ts';

type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

/** Facts that a history needs beside itself. `extras` are the servers' attachments to calls, by our call id. */
export interface WireContext {
	readonly quirks: Quirks;
	readonly extras: ReadonlyMap<string, unknown>;
}

// Google's documented stand-in for a signature that is not at hand.
const placeholder = { google: { thought_signature: 'skip_thought_signature_validator' } };

/**
 * The history in the chat grammar that every server accepts: one system message, first; each call answered right after
 * its message and once; no answer without a call; no message without content; names and ids in the narrowest patterns;
 * no lone surrogates; roles that alternate, a person's words first and no model's last. Lines that this wants are put
 * between messages and never into them, so that what was sent once is sent alike ever after.
 */
export function toWireMessages(request: ModelRequest, context: WireContext): readonly WireMessage[] {
	const toWireId = createWireIds();
	const group = { ...context, toWireId, shown: request };
	const wire = request.messages.flatMap((message, at): readonly WireMessage[] => {
		// Tool messages are written after their calls, so that none stands alone.
		if (message.role === 'tool') return [];
		if (message.role === 'user') return [userMessage(message, request, context)];
		return assistantGroup(message, laterAnswers(request.messages, at), group);
	});
	return withSystem(systemOf(request, context), alternating(asTaken(wire, context)), context);
}

function asTaken(wire: readonly WireMessage[], { quirks }: WireContext): readonly WireMessage[] {
	return quirks.toolsAs === 'text' ? callsAsText(wire) : wire;
}

function systemOf({ system, tools }: ModelRequest, { quirks }: WireContext): string {
	return (quirks.toolsAs === 'text' ? withToolsTold(system, tools) : system).toWellFormed();
}

/** Templates without such a role (Gemma's first) are told the same at the start of the first words of a person. */
function withSystem(
	system: string,
	[first, ...rest]: readonly WireMessage[],
	{ quirks }: WireContext,
): readonly WireMessage[] {
	const told: WireMessage = { role: 'system', content: system };
	if (quirks.systemAs === 'system' || first?.role !== 'user') return [told, ...(first ? [first] : []), ...rest];
	return [{ ...first, content: behind(system, first.content) }, ...rest];
}

function behind(system: string, content: string | readonly WirePart[]): string | readonly WirePart[] {
	return typeof content === 'string' ? `${system}\n\n${content}` : [{ type: 'text', text: system }, ...content];
}

function userMessage(
	{ text, pictures = [] }: Extract<Message, { role: 'user' }>,
	request: ModelRequest,
	{ quirks }: WireContext,
): WireMessage {
	return { role: 'user', content: withPictures(filled(text, '(empty message)'), pictures, request, quirks) };
}

/** The tool messages after `from`, up to the next model message that makes calls: ids may repeat beyond it. */
function laterAnswers(messages: readonly Message[], from: number): readonly ToolMessage[] {
	const rest = messages.slice(from + 1);
	const next = rest.findIndex((message) => message.role === 'assistant' && message.calls.length > 0);
	return rest.slice(0, next === -1 ? undefined : next).filter((message) => message.role === 'tool');
}

function assistantGroup(
	message: AssistantMessage,
	answers: readonly ToolMessage[],
	context: WireContext & { readonly toWireId: (id: string) => string; readonly shown: ModelRequest },
): readonly WireMessage[] {
	if (message.calls.length === 0 && isBlank(message.text)) return [];
	const ids = message.calls.map((call) => context.toWireId(call.id));
	const results = message.calls.map((call, at) => resultOf(call, ids[at] ?? '', { message, at, answers, ...context }));
	const whole = assistantMessage(message, ids, context);
	const calls = whole.tool_calls ?? [];
	const shown = picturesOfAnswers(answers, context.shown, context.quirks);
	if (!context.quirks.oneCallEach || calls.length < 2) return [whole, ...results, ...shown];
	// Llama 3's template: "This model only supports single tool-calls at once!"
	const single = results.map((result, at) => [at === 0 ? withCall(whole, calls[0]) : bare(calls[at], context), result]);
	return [...single.flat(), ...shown];
}

function withCall(message: WireAssistant, call: WireCall | undefined): WireAssistant {
	return { ...message, ...(call && { tool_calls: [call] }) };
}

function bare(call: WireCall | undefined, { quirks }: WireContext): WireAssistant {
	return withCall({ role: 'assistant', ...contentOf('', quirks) }, call);
}

interface Answering {
	readonly message: AssistantMessage;
	readonly at: number;
	readonly answers: readonly ToolMessage[];
	readonly shown: ModelRequest;
	readonly quirks: Quirks;
}

function resultOf(call: ToolCall, id: string, { message, at, answers, shown, quirks }: Answering): WireMessage {
	const answer = answerTo(call, message.calls.slice(0, at), answers);
	const content = filled(answer?.text ?? 'Interrupted: no result', '(no output)');
	return { role: 'tool', tool_call_id: id, content: content + unseenOf(answer?.pictures ?? [], shown, quirks) };
}

/** The nth call of an id gets the nth answer to it. */
function answerTo(
	call: ToolCall,
	before: readonly ToolCall[],
	answers: readonly ToolMessage[],
): ToolMessage | undefined {
	const nth = before.filter(({ id }) => id === call.id).length;
	return answers.filter(({ callId }) => callId === call.id)[nth];
}

function assistantMessage(
	message: AssistantMessage,
	ids: readonly string[],
	{ quirks, extras }: WireContext,
): WireAssistant {
	const calls = message.calls.map((call, at): WireCall => {
		const extra = extras.get(call.id) ?? (quirks.fillSignatures && at === 0 ? placeholder : undefined);
		return {
			id: ids[at] ?? '',
			type: 'function',
			function: { name: safeName(call.name), arguments: call.arguments.toWellFormed() },
			...(extra === undefined ? {} : { extra_content: extra }),
		};
	});
	return {
		role: 'assistant',
		...contentOf(quirks.callText || calls.length === 0 ? message.text : '', quirks),
		...(quirks.echoReasoning ? { reasoning_content: (message.reasoning ?? '').toWellFormed() } : {}),
		...(calls.length > 0 ? { tool_calls: calls } : {}),
	};
}

function contentOf(text: string, { callContent }: Quirks): { readonly content?: string | null } {
	if (!isBlank(text)) return { content: text.toWellFormed() };
	if (callContent === 'absent') return {};
	return { content: callContent === 'null' ? null : '' };
}

function filled(text: string, whenEmpty: string): string {
	return isBlank(text) ? whenEmpty : text.toWellFormed();
}

/** Anthropic's and Bedrock's routes refuse blank space as they refuse nothing at all. */
function isBlank(text: string): boolean {
	return text.trim() === '';
}

/** A model may call what does not exist, by a name that no server takes back. */
function safeName(name: string): string {
	return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}

/** The tools as the server is told of them; where it insists on some, stand-ins for those that the history calls. */
export function toWireTools({ tools, messages }: ModelRequest, { stubTools, toolsAs }: Quirks): readonly WireTool[] {
	if (toolsAs === 'text') return [];
	if (tools.length > 0) return tools.map(wireTool);
	if (!stubTools) return [];
	const called = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
	const names = new Set(called.map(({ name }) => safeName(name)));
	return [...names].map((name) =>
		wireTool({ name, description: 'Not available now.', parameters: { type: 'object', properties: {} } }),
	);
}

function wireTool({ name, description, parameters }: ToolSpec): WireTool {
	return { type: 'function', function: { name, description, parameters } };
}
