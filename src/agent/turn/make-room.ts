import { randomUUID } from 'node:crypto';
import { ModelError } from '../../base/errors.ts';
import type { AgentEvent } from '../../chat/events.ts';
import type { Usage } from '../../chat/usage.ts';
import { truncatedLine } from '../compaction/lines.ts';
import { canBeOf, looksCut, tokensOfAll, tokensOfPrefix } from '../compaction/measure/tokens.ts';
import type { Scene } from '../compaction/scene.ts';
import type { ModelReply, ModelRequest, ToolSpec } from '../model/model.ts';
import { countingTokens } from '../model/spending.ts';
import type { StreamedReply } from './call-model.ts';
import { modelCalls, record, stepsOf, type TurnScope, whatIsRecorded } from './scope.ts';
import type { TurnEvent } from './turn-events.ts';

/** Makes the history short enough for the next request, where that is to be done. Rejects with the signal's reason, and as the journal does. */
export async function* makeRoom(scope: TurnScope, tools: readonly ToolSpec[]): AsyncGenerator<TurnEvent> {
	const { compaction } = scope.parts;
	const scene = sceneOf(scope, tools);
	const need = await compaction.need(scene, scope.signal);
	if (!need) return;
	if (need.kind === 'summarize') yield compacting(scope);
	yield* counted(scope, () => compaction.meet(need, scene, scope.signal));
}

/** So often a request is made shorter, each time by more, that a server refuses as too long. */
const mostRefusals = 6;

/** Makes room for a request that was refused as too long, so that it is asked again; false where it was refused for something else, or nothing helps. */
export async function* roomAfter(
	error: unknown,
	tries: number,
	scope: TurnScope,
	tools: readonly ToolSpec[],
): AsyncGenerator<TurnEvent, boolean> {
	if (!(error instanceof ModelError) || error.failure !== 'context-overflow' || tries >= mostRefusals) return false;
	if (tries === 0) yield compacting(scope);
	let hasRoom = false;
	const refusal = { tries, limit: error.limit };
	yield* counted(scope, async () => {
		hasRoom = await scope.parts.compaction.refused(refusal, sceneOf(scope, tools), scope.signal);
	});
	return hasRoom;
}

/**
 * Why there is no answer; undefined for one. One that has not a thought in it is none: where the window is full, some servers send status 200 and
 * an end, and nothing else (https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2339, https://github.com/InternLM/lmdeploy/issues/1589). A
 * short request has another reason for that, and so may a long one, unless it was cut or comes again; and so has one that is no longer than what the
 * server has answered today. `extra`: what was asked for behind an empty answer.
 * Rejects with the signal's reason.
 */
export async function errorIn(
	streamed: StreamedReply,
	extra: readonly unknown[],
	scope: TurnScope,
	tools: readonly ToolSpec[],
): Promise<unknown> {
	if (streamed.type === 'broken') return streamed.error;
	const { reply } = streamed;
	if (!saysNothing(reply) || (!reply.cut && extra.length === 0)) return undefined;
	const { tokens } = await scope.parts.compaction.fill(sceneOf(scope, tools), scope.signal);
	if (tokens <= leastFull || (await scope.parts.windows?.hasTaken(scope.brain.model.name, tokens))) return undefined;
	return new ModelError('context-overflow', 'The model gave an answer without a word');
}

/** No window in use is full with less, tokens. */
const leastFull = 4_000;

function saysNothing({ text, reasoning, calls, unread, usage, cutBy }: ModelReply): boolean {
	const isEmpty = `${text}${reasoning}`.trim() === '' && calls.length === 0 && unread === undefined;
	return isEmpty && (usage?.outputTokens ?? 0) <= 1 && cutBy === undefined;
}

/** Keeps that the Brain's server has answered a request of this size, where it has said anything and its count can be that of this request. */
export async function heedTaken(request: ModelRequest, reply: ModelReply, { parts, brain }: TurnScope): Promise<void> {
	const { usage, instead } = reply;
	if (!usage || instead || saysNothing(reply)) return;
	const guess = tokensOfPrefix(request.system, request.tools) + tokensOfAll(request.messages);
	if (canBeOf(guess, usage.inputTokens)) await parts.windows?.took(brain.model.name, usage.inputTokens);
}

/** Tells people, once a session, that the server seems to cut what it is sent. */
export async function* tellCut(request: ModelRequest, reply: ModelReply, scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { usage } = reply;
	if (!usage || usage.inputTokens === 0 || scope.session.history().window.truncated) return;
	const sent = [request.system, ...request.messages.map(({ text }) => text)].join('\n');
	if (!looksCut(sent, usage.inputTokens)) return;
	const text = truncatedLine(Math.round(sent.length / 4), usage.inputTokens);
	yield* record(scope, { turn: scope.turn, type: 'window', told: 'truncated', text });
}

function sceneOf({ session, brain, turn, parts }: TurnScope, tools: readonly ToolSpec[]): Scene {
	const prefix = tokensOfPrefix(parts.systemPrompt, tools);
	return { session, model: brain.model.name, turn, prefix, record: session.record };
}

/** It may take minutes. A later one of the turn has a key of its own, and one that a crash cut off is not said again. */
function compacting(scope: TurnScope): AgentEvent {
	const before = stepsOf(scope).filter(({ type }) => type === 'compacted' || type === 'not-compacted').length;
	const key = `${scope.turn}/compacting${before}/notice`;
	return { type: 'notice', key, text: 'Compacting the conversation …' };
}

/** The events of its steps, and of the tokens of the models that it asks. */
async function* counted(scope: TurnScope, act: () => Promise<void>): AsyncGenerator<AgentEvent> {
	const { parts, session, turn } = scope;
	const spent: Usage[] = [];
	const spend = async (usage: Usage) => {
		await parts.records.put('usage', session.id, `${session.id}/${turn}/${randomUUID()}`, usage);
		spent.push(usage);
	};
	yield* whatIsRecorded(scope, () => countingTokens(spend, act));
	for (const usage of spent) yield { type: 'usage', step: modelCalls(scope) + 1, ...usage };
}
