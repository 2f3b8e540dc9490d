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
	/** Below the last one. */
	readonly footer: string;
}

/**
 * Gives live messages their last form: each its lines, those without any are taken away. The outbox knows then that they are done with.
 * Slack's refusals are logged; rejects with the signal's reason alone, or with what the outbox rejects with.
 */
export async function settleParts(
	deps: LiveDeps,
	scene: ShowScene,
	parts: readonly Pick<LivePart, 'number' | 'ts'>[],
	{ linesOf, footer }: LastForm,
): Promise<void> {
	const last = parts.findLast(({ number }) => linesOf(number).length > 0);
	for (const part of parts) {
		const lines = linesOf(part.number);
		await settleOne(deps, scene, part, { lines, footer: part === last ? footer : '' });
		await noteSettled(deps, scene, part);
	}
}

/** Notes that a live message has its last form. */
export async function noteSettled(
	{ outbox }: Pick<LiveDeps, 'outbox'>,
	{ session, thread, turn }: ShowScene,
	{ number, ts }: Pick<LivePart, 'number' | 'ts'>,
): Promise<void> {
	const key = settledKey(turn, number);
	await outbox.intend({ session, thread, turn, key });
	await outbox.sent(session, key, ts);
}

async function settleOne(
	deps: LiveDeps,
	scene: ShowScene,
	{ number, ts }: Pick<LivePart, 'number' | 'ts'>,
	{ lines, footer }: { readonly lines: readonly ProgressLine[]; readonly footer: string },
): Promise<void> {
	const keys = [partKey(scene.turn, number)];
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
