import { messageOf, PlatformAwayError } from '../../../base/errors.ts';
import { filesKey, type MessageInbound, type MessageNow } from '../../../chat/inbound.ts';
import type { Session } from '../../session/session.ts';
import { takenBackText } from '../../turn/replay.ts';
import { isLeaving, isStopped } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { announce } from '../showing/announce.ts';
import { say } from '../showing/say.ts';
import { cameAfterItsStop } from '../stopping/stop-order.ts';
import { isToUs } from './as-heard.ts';

/** A message that waited longer than this may have been changed while its platform could not tell us, ms. */
const longWaitMs = 5_000;
/** How long a platform has for telling what a message is now, ms; then it counts as it was stored. */
const rereadMs = 10_000;

/**
 * A message as it is now that its turn begins: one that an earlier process has stored, or that has waited long, is read again. Undefined,
 * and its waiting is over, when it is not wanted any more: it was deleted, or a stop was said after it and stored before it. Rejects with
 * `PlatformAwayError` where nothing can be known before the platform is back.
 */
export async function asWantedNow(
	message: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<MessageInbound | undefined> {
	if (await cameAfterItsStop(message, deps)) {
		const id = session.id;
		if (message.text !== '' && isToUs(message)) await say(id, message, { text: takenBackText([message]) }, deps);
		return await drop(message, session, deps);
	}
	const now = await reread(message, deps, signal);
	if (now.state === 'gone') return await drop(message, session, deps);
	if (now.state === 'as-stored') return message;
	const { text, files, parts } = now;
	return { ...message, text, files: [...files], ...(parts && { parts: [...parts] }) };
}

/** The files that came after its words wait beside it: they are wanted no more, either. */
async function drop(message: MessageInbound, session: Session, deps: DispatchDeps): Promise<undefined> {
	await announce({ type: 'taken-back', of: message.key }, message, session, deps);
	await deps.store.inbox.finish(session.lease, [message.key, filesKey(message.key)]);
}

/** A message as its platform has it now, where that may be another than it was stored as. Rejects with `PlatformAwayError`, and when we leave. */
export async function reread(
	{ key, thread, text, files }: MessageInbound,
	{ self, platforms, log }: DispatchDeps,
	signal: AbortSignal,
): Promise<MessageNow> {
	const since = self.storedAt(key);
	if (isStopped(signal) || (since !== undefined && Date.now() - since < longWaitMs)) return { state: 'as-stored' };
	try {
		const inner = AbortSignal.any([signal, AbortSignal.timeout(rereadMs)]);
		return await platforms.intake.reread({ key, thread, text, files: files.length, since }, inner);
	} catch (error) {
		if (isLeaving(signal) || error instanceof PlatformAwayError) throw error;
		log.info('A message that waited cannot be read again', { key, reason: messageOf(error) });
		return { state: 'as-stored' };
	}
}
