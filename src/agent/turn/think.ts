import { isOfMachine } from '../../base/errors.ts';
import { offeredName } from '../../base/text/offered-name.ts';
import { shorten } from '../../base/text/shorten.ts';
import type { AgentEvent } from '../../chat/events.ts';
import type { Usage } from '../../chat/usage.ts';
import type { Message, Step, ToolCall } from '../../store/journal.ts';
import { BudgetError } from '../model/cost/purse.ts';
import type { ModelReply, ModelRequest, ToolSpec } from '../model/model.ts';
import type { Tool } from '../tool.ts';
import { streamReply, withOwnIds } from './call-model.ts';
import { shownPictures } from './look/shown-pictures.ts';
import { errorIn, heedTaken, makeRoom, roomAfter, tellCut } from './make-room.ts';
import { modelCalls, record, stepsOf, type TurnScope } from './scope.ts';
import { isLeaving, TurnLimitError } from './stop.ts';
import { isSilence, mayBeSilent, saysSilence, staySilent } from './talk/stay-silent.ts';
import { tellInstead } from './tell-brain.ts';
import type { TurnEvent } from './turn-events.ts';

type AssistantMessage = Omit<Extract<Message, { role: 'assistant' }>, 'role'>;

/** An empty answer is asked for once more, with this word at the end of the history (not kept). */
const nudge: Message = { role: 'user', text: 'Your last answer was empty. Answer the person now, in words.' };

/** As much of a call that cannot be read as tells the model which one it was. */
const mostQuoted = 1_000;

/** A call that was written as text, and cannot be read, goes back to the model once, likewise. What its template takes for control tokens is none any more. */
function unreadNudge(unread: string): Message {
	const quoted = shorten(unread, mostQuoted).replaceAll(/<(?=[|｜])/g, '< ');
	const text = `Your last answer held a tool call, written as text, that cannot be read or names no tool that there is; nothing was run and nobody saw it. Make the call again as a proper tool call, or answer the person in words. You wrote:\n${quoted}`;
	return { role: 'user', text };
}

/** One model call, streamed and journaled. Rejects with `ModelError`, `TurnLimitError`, or the signal's reason. */
export async function* think(scope: TurnScope): AsyncGenerator<TurnEvent> {
	const step = modelCalls(scope) + 1;
	const { modelCalls: most } = scope.parts.limits;
	if (step > most) throw new TurnLimitError(most);
	const first = yield* ask(scope, step, []);
	if (passes(first) && mayBeSilent(scope.session)) return yield* keep(silent(first), step, scope);
	const again = first.cutBy === 'budget' ? undefined : nudgeFor(first);
	const reply = again ? withUsageOf(first, thoughtsAsAnswer(yield* ask(scope, step, [again]))) : first;
	const why = reply.unread === undefined ? emptyTwice(reply) : unreadTwice;
	if (why === undefined) return yield* keep(reply, step, scope);
	if (reply.usage) {
		yield { type: 'usage', step, ...reply.usage };
		await keepUsage(reply.usage, step, scope);
	}
	throw reply.cutBy === 'budget' ? new BudgetError(reply.cutWhy) : new Error(why);
}

function emptyTwice(reply: ModelReply): string | undefined {
	return isEmpty(reply) ? 'The model gave an empty answer twice' : undefined;
}

/** Whether a reply says no more than that it says nothing. */
function passes(reply: ModelReply): boolean {
	return (isEmpty(reply) && reply.unread === undefined) || (reply.calls.length === 0 && saysSilence(reply.text));
}

/** Such a reply, in the form in which the history can hold it. */
function silent(reply: ModelReply): ModelReply {
	return { ...reply, text: '', calls: [{ id: '', name: staySilent.spec.name, arguments: '{}' }] };
}

const unreadTwice =
	'The model wrote its tool call as text that cannot be read, twice: its server needs the tool parser and chat template of this model, or BRAIN_MODEL another model';

function nudgeFor(reply: ModelReply): Message | undefined {
	if (reply.unread !== undefined) return unreadNudge(reply.unread);
	return isEmpty(reply) ? nudge : undefined;
}

/** Some servers put the whole answer among the thoughts: where it comes so again, it is the answer. */
function thoughtsAsAnswer(reply: ModelReply): ModelReply {
	return isEmpty(reply) && reply.unread === undefined
		? { ...reply, text: reply.reasoning.trim(), reasoning: '' }
		: reply;
}

/** An answer that could not be used was paid for all the same. */
function withUsageOf({ usage: before }: ModelReply, reply: ModelReply): ModelReply {
	if (!before) return reply;
	const { inputTokens = 0, outputTokens = 0, ...rest } = reply.usage ?? {};
	const sum = { inputTokens: before.inputTokens + inputTokens, outputTokens: before.outputTokens + outputTokens };
	return { ...reply, usage: { ...rest, ...sum } };
}

function isEmpty(reply: ModelReply): boolean {
	return reply.text.trim() === '' && reply.calls.length === 0;
}

/** Asked again, shorter, where its server refuses the conversation as too long, whatever was streamed of an answer before that. */
async function* ask(scope: TurnScope, step: number, extra: readonly Message[]): AsyncGenerator<TurnEvent, ModelReply> {
	const { turn, signal } = scope;
	let tools = await specsFor(scope);
	const before = scope.session.history().window;
	yield* makeRoom(scope, tools);
	// With what was done about the window, others are offered.
	if (scope.session.history().window !== before) tools = await specsFor(scope);
	for (let tries = 0; ; tries += 1) {
		const request = await requestOf(scope, extra, tools);
		const streamed = yield* streamReply(scope.brain.model, request, { turn, step, signal });
		if (yield* roomAfter(await errorIn(streamed, extra, scope, tools), tries, scope, tools)) {
			tools = await specsFor(scope);
			continue;
		}
		if (streamed.type === 'whole') {
			await heedTaken(request, streamed.reply, scope);
			yield* tellCut(request, streamed.reply, scope);
			return streamed.reply;
		}
		// After an error that does not end the turn it is asked again, from the start.
		const isLast = !isLeaving(signal) && !isOfMachine(streamed.error);
		if (streamed.text !== '' && isLast) yield* recordMessage(scope, step, { text: streamed.text, calls: [] });
		throw streamed.error;
	}
}

async function requestOf(
	{ session, parts, signal }: TurnScope,
	extra: readonly Message[],
	tools: readonly ToolSpec[],
): Promise<ModelRequest> {
	const messages = [...session.history().messages, ...extra];
	const pictures = await shownPictures(messages, session.folder.files, signal);
	return { system: parts.systemPrompt, messages, tools, ...(pictures && { pictures }) };
}

async function specsFor(scope: TurnScope): Promise<readonly ToolSpec[]> {
	return (await offeredTo(scope)).map((tool) => tool.spec);
}

/**
 * Whoever talks to us alone expects an answer: silence is not offered there. It is the last of those that are always there, so that the others
 * are the same everywhere; behind it stand those that are offered once a session has a use for them.
 */
async function offeredTo({ session, parts }: TurnScope): Promise<readonly Tool[]> {
	const { open } = session.history();
	const thread = open?.thread;
	const isShared = thread !== undefined && parts.places.conversationOf(thread).kind === 'shared';
	const tools = [...parts.tools.values()].filter((tool) => isShared || tool !== staySilent);
	const offered = await Promise.all(
		tools.map(async ({ isOffered }) => !isOffered || (thread !== undefined && isOffered({ session, thread }))),
	);
	return tools.filter((_, index) => offered[index]);
}

async function* keep(reply: ModelReply, step: number, scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { turn, parts } = scope;
	const { text, reasoning, usage } = reply;
	const made = withOwnIds(reply.calls, turn, step).map((call) => withOfferedName(call, parts.tools));
	const { said, calls } = asMeant({ said: text, calls: made }, mayBeSilent(scope.session));
	const model = reply.instead?.model ?? scope.brain.model.name;
	yield { type: 'trace', entry: { event: 'model', turn, step, model, ...besideJournal(reply, { said, calls }) } };
	yield* recordMessage(scope, step, { text: said, calls, ...(reasoning !== '' && { reasoning }) }, usage);
	if (usage) yield { type: 'usage', step, ...usage };
	if (reply.instead) yield* tellInstead(scope, reply.instead);
	if (reply.cut) {
		const { cutWhy = "The answer was cut off at the model's length limit" } = reply;
		yield* record(scope, { turn, type: 'notice', text: cutWhy });
	}
}

/** All of a reply that the journal does not keep: its words stand there, as this turn's model message of that number, but for those that were left out. */
function besideJournal(
	{ text, reasoning, calls: given, ...rest }: ModelReply,
	kept: { said: string; calls: ToolCall[] },
) {
	const isKept = given.every(({ name }, at) => name === kept.calls[at]?.name);
	return {
		...rest,
		characters: { text: text.length, reasoning: reasoning.length },
		...(text !== kept.said && { text }),
		...(isKept ? { calls: kept.calls.map(({ id }) => id) } : { calls: given }),
	};
}

/**
 * Whoever stays silent says and does nothing with it, where that may be. Where somebody was answered, the words count, and what else is called.
 */
function asMeant(reply: { said: string; calls: ToolCall[] }, isAllowed: boolean) {
	const { said, calls } = reply;
	if (!isSilence(calls)) return reply;
	if (isAllowed) return { said: '', calls: calls.filter((call) => isSilence([call])).slice(0, 1) };
	const others = calls.filter((call) => !isSilence([call]));
	return said.trim() === '' && others.length === 0 ? reply : { said, calls: others };
}

/** Models put something before a name, or write it in another case: the call is kept as it was meant. */
function withOfferedName(call: ToolCall, tools: ReadonlyMap<string, Tool>): ToolCall {
	return { ...call, name: offeredName(call.name, tools.keys()) ?? call.name };
}

async function* recordMessage(
	scope: TurnScope,
	at: number,
	message: AssistantMessage,
	usage?: Usage,
): AsyncGenerator<AgentEvent> {
	const step: Step = {
		turn: scope.turn,
		type: 'model',
		message: { role: 'assistant', ...message },
		...(usage && { usage }),
	};
	yield* record(scope, step);
	if (usage) await keepUsage(usage, at, scope);
}

/** A crash may have come between the journal and the usage of the newest reply. Kept again, it is kept once. */
export async function keepNewestUsage(scope: TurnScope): Promise<void> {
	const newest = stepsOf(scope).findLast((step) => step.type === 'model');
	if (newest?.type === 'model' && newest.usage) await keepUsage(newest.usage, modelCalls(scope), scope);
}

async function keepUsage(usage: Usage, at: number, { turn, session, parts }: TurnScope): Promise<void> {
	await parts.records.put('usage', session.id, `${session.id}/${turn}/${at}`, usage);
}
