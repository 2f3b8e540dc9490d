import type { Message, ToolCall } from '../../../store/journal.ts';
import type { ModelRequest, ToolSpec } from '../model.ts';
import type { Quirks } from '../quirks.ts';
import { createWireIds } from './call-ids.ts';
import { picturesOfAnswers, unseenOf, withPictures } from './picture-parts.ts';
import type { WireCall, WireMessage, WireTool } from './wire-types.ts';

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
	return [{ role: 'system', content: request.system.toWellFormed() }, ...alternating(wire)];
}

const lines = {
	/** Between words of a person and whatever they follow that no answer was given to: a stop, a failure, or more words. */
	unanswered: { role: 'assistant', content: '(no answer: interrupted, or more was said)' },
	missing: { role: 'user', content: '(earlier messages are left out)' },
	goOn: { role: 'user', content: '(go on)' },
} as const satisfies Readonly<Record<string, WireMessage>>;

/**
 * Mistral's templates refuse words of a person after a result or after others of theirs, and Gemma's all that does not
 * alternate; none of them takes a history that begins or ends with the model's words.
 * https://github.com/mistralai/mistral-common (tests/data/chat_templates, validator.py, bc022b9); Gemma's and Mistral's
 * `raise_exception('… conversation roles must alternate user/assistant/…')`.
 */
function alternating(wire: readonly WireMessage[]): readonly WireMessage[] {
	const whole = wire.flatMap((message, at) => [...lineBefore(message, wire[at - 1]), message]);
	return whole.length === 0 || isLastWord(whole.at(-1))
		? [...whole, whole.length === 0 ? lines.missing : lines.goOn]
		: whole;
}

function lineBefore({ role }: WireMessage, before: WireMessage | undefined): readonly WireMessage[] {
	if (before === undefined) return role === 'user' ? [] : [lines.missing];
	if (role === 'user') return before.role === 'assistant' ? [] : [lines.unanswered];
	return role === 'assistant' && before.role === 'assistant' ? [lines.goOn] : [];
}

function isLastWord(message: WireMessage | undefined): boolean {
	return message?.role === 'assistant';
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
	if (message.calls.length === 0 && message.text === '') return [];
	const ids = message.calls.map((call) => context.toWireId(call.id));
	return [
		assistantMessage(message, ids, context),
		...message.calls.map((call, at): WireMessage => {
			const answer = answerTo(call, message.calls.slice(0, at), answers);
			const unseen = unseenOf(answer?.pictures ?? [], context.shown, context.quirks);
			return {
				role: 'tool',
				tool_call_id: ids[at] ?? '',
				content: filled(answer?.text ?? 'Interrupted: no result', '(no output)') + unseen,
			};
		}),
		...picturesOfAnswers(answers, context.shown, context.quirks),
	];
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
): WireMessage {
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
		...contentOf(message.text, quirks),
		...(quirks.echoReasoning ? { reasoning_content: (message.reasoning ?? '').toWellFormed() } : {}),
		...(calls.length > 0 ? { tool_calls: calls } : {}),
	};
}

function contentOf(text: string, { callContent }: Quirks): { readonly content?: string | null } {
	if (text !== '') return { content: text.toWellFormed() };
	if (callContent === 'absent') return {};
	return { content: callContent === 'null' ? null : '' };
}

function filled(text: string, whenEmpty: string): string {
	return text === '' ? whenEmpty : text.toWellFormed();
}

/** A model may call what does not exist, by a name that no server takes back. */
function safeName(name: string): string {
	return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}

/** The tools as the server is told of them; where it insists on some, stand-ins for those that the history calls. */
export function toWireTools({ tools, messages }: ModelRequest, { stubTools }: Quirks): readonly WireTool[] {
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
