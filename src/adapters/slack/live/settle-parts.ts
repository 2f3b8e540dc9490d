import { messageOf } from '../../../errors.ts';
import { type ProgressLine, progressMessage } from '../render/progress.ts';
import { slackCode } from '../web/slack-sentence.ts';
import type { LiveDeps } from './live-deps.ts';
import { deleteMessage, type LivePart, partKey, settledKey, updateMessage } from './live-part.ts';
import type { ShowScene } from './show-scene.ts';
import { streamAt } from './stream.ts';

export interface LastForm {
	/** The lines of a message by its number. */
	readonly linesOf: (number: number) => readonly ProgressLine[];
	/** The outbox's keys of those lines. */
	readonly keysOf: (number: number) => readonly string[];
	/** Below the last one. */
	readonly footer: string;
}

/** Metadata has room for 16 KB; https://docs.slack.dev/messaging/message-metadata */
const mostKeys = 150;

/**
 * Gives live messages their last form: each its lines, those without any are taken away. Slack's refusals are logged; rejects with the
 * signal's reason alone.
 */
export async function settleParts(
	deps: LiveDeps,
	scene: ShowScene,
	parts: readonly Pick<LivePart, 'number' | 'ts'>[],
	{ linesOf, keysOf, footer }: LastForm,
): Promise<void> {
	const last = parts.findLast(({ number }) => linesOf(number).length > 0);
	for (const part of parts) {
		const lines = linesOf(part.number);
		const keys = [partKey(scene.turn, part.number), ...keysOf(part.number)].slice(0, mostKeys);
		await settleOne(deps, scene, part.ts, { lines, keys, footer: part === last ? footer : '' });
	}
}

/** Notes for later processes that a live message has its last form. */
export async function noteSettled(
	{ outbox }: Pick<LiveDeps, 'outbox'>,
	{ session, thread, turn }: ShowScene,
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

async function settleOne(deps: LiveDeps, scene: ShowScene, ts: string, { lines, keys, footer }: Form): Promise<void> {
	// One that streams takes no edit; one that does not says so, or was never a stream.
	await quietly(deps, () =>
		streamAt({ ...deps, place: scene.place, recipient: undefined }, ts).stop(
			{ chunks: [], blocks: [], keys },
			deps.signal,
		),
	);
	await quietly(deps, () =>
		lines.length === 0
			? deleteMessage(deps, scene, ts)
			: updateMessage(deps, scene, { ts, keys, message: progressMessage(lines, footer) }),
	);
}

async function quietly({ signal, log }: LiveDeps, act: () => Promise<void>): Promise<void> {
	await act().catch((error: unknown) => {
		signal.throwIfAborted();
		log.info('Slack message cannot be given its last form', { reason: slackCode(error) ?? messageOf(error) });
	});
}
