import { messageOf } from '../../../base/errors.ts';
import type { ProgressLine } from '../../present/progress-line.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import type { LiveDeps } from './live-deps.ts';
import { deleteMessage, type LivePart, partKey, settledKey, updateMessage } from './live-part.ts';
import type { SlackScene } from './slack-scene.ts';
import { streamAt } from './stream.ts';

export interface LastForm {
	/** The lines of a message by its number. */
	readonly linesOf: (number: number) => readonly ProgressLine[];
	/** The outbox's keys of those lines. */
	readonly keysOf: (number: number) => readonly string[];
	/** Below the last one. */
	readonly footer: string;
}

/** A live message without its last form. */
export interface UnsettledPart {
	readonly number: number;
	readonly ts: string;
	/** Undefined: nobody knows. */
	readonly streams: boolean | undefined;
}

/** Metadata has room for 16 KB; https://docs.slack.dev/messaging/message-metadata */
const mostKeys = 150;

/**
 * Gives live messages their last form: each its lines, those without any are taken away. Slack's refusals are logged. Rejects with the
 * signal's reason, and as `Calls` do while Slack is away or the place is gone: whoever shows the turn again finishes them.
 */
export async function settleParts(
	deps: LiveDeps,
	scene: SlackScene,
	parts: readonly UnsettledPart[],
	{ linesOf, keysOf, footer }: LastForm,
): Promise<void> {
	const last = parts.findLast(({ number }) => linesOf(number).length > 0);
	for (const part of parts) {
		const lines = linesOf(part.number);
		const keys = [partKey(scene.turn, part.number), ...keysOf(part.number)].slice(0, mostKeys);
		await settleOne(deps, scene, part, { lines, keys, footer: part === last ? footer : '' });
	}
}

/** Notes for later processes that a live message has its last form. */
export async function noteSettled(
	{ outbox }: Pick<LiveDeps, 'outbox'>,
	{ session, thread, turn }: SlackScene,
	{ number, ts }: Pick<LivePart, 'number' | 'ts'>,
): Promise<void> {
	const key = settledKey(turn, number);
	await outbox.intend({ session, thread, turn, key });
	await outbox.sent(session, key, ts);
}

interface Form {
	readonly lines: readonly ProgressLine[];
	readonly keys: readonly string[];
	readonly footer: string;
}

/** A stream takes no edit while it runs, and its end is dear: 20 a minute. */
async function settleOne(deps: LiveDeps, scene: SlackScene, part: UnsettledPart, form: Form): Promise<void> {
	const stream = streamAt({ ...deps, place: scene.place, recipient: undefined }, part.ts);
	const stop = () => stream.stop({ chunks: [], blocks: [], keys: form.keys }, deps.signal);
	const reform = () => giveForm(deps, scene, part.ts, form);
	if (part.streams) await quietly(deps, scene, stop);
	const failure = await quietly(deps, scene, reform);
	if (slackCode(failure) !== 'streaming_state_conflict') return;
	await quietly(deps, scene, stop);
	await quietly(deps, scene, reform);
}

async function giveForm(deps: LiveDeps, scene: SlackScene, ts: string, { lines, keys, footer }: Form): Promise<void> {
	if (lines.length === 0) return await deleteMessage(deps, scene, ts);
	const message = await deps.render('progress', [lines, footer]);
	await updateMessage(deps, scene, { ts, keys, message });
}

/** Resolves with why Slack has refused it, if it has. */
async function quietly({ signal, log }: LiveDeps, { thread }: SlackScene, act: () => Promise<void>): Promise<unknown> {
	try {
		await act();
		return undefined;
	} catch (error) {
		signal.throwIfAborted();
		if (mayComeBack(error, thread)) throw error;
		log.info('Slack message cannot be given its last form', { reason: slackCode(error) ?? messageOf(error) });
		return error;
	}
}
