import { z } from 'zod';
import type { CommandInbound, Inbound, InboundOf } from '../../../chat/inbound.ts';
import { threadSchema } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { isWordsKey } from '../inbox/words-of.ts';

/** All ways of stopping: the word, a button, a sign, and the command. */
export type StopInbound = InboundOf<'stop'> | (CommandInbound & { readonly name: 'stop' });

/** Whether it is a stop. Pure. */
export function isStop(inbound: Inbound): inbound is StopInbound {
	if (inbound.type === 'command') return inbound.name === 'stop' && inbound.args.trim() === '';
	return inbound.type === 'stop';
}

/**
 * Whether `other` was said before the stop: by the clock of their thread where both are timed by it, else as they were stored, which
 * `waiting` tells; words that a command hands in are stored when that is done, and were said when it was given. Pure.
 */
export function wasSaidBefore(other: Inbound, stop: StopInbound, waiting: readonly Inbound[]): boolean {
	if (isWordsKey(other.key) && isSameThread(other, stop)) return Date.parse(other.at) <= Date.parse(stop.at);
	const apart = isTimed(stop) && isSameThread(other, stop) ? Date.parse(other.at) - Date.parse(stop.at) : 0;
	if (apart !== 0) return apart < 0;
	const place = ({ key }: Inbound) => waiting.findIndex((one) => one.key === key);
	return place(other) < place(stop);
}

function isTimed(stop: StopInbound): boolean {
	return stop.type === 'stop' && stop.timed === true;
}

function isSameThread({ thread: one }: Inbound, { thread: other }: Inbound): boolean {
	return one.platform === other.platform && one.id === other.id;
}

/** `of`: it holds for what this person said alone, because it was said where nobody was known yet. */
export const lastStopSchema = z.object({ at: z.iso.datetime(), thread: threadSchema, of: z.string().optional() });

/** Under which id a thread's last stop is kept. Pure. */
export const stopId = ({ thread }: Pick<Inbound, 'thread'>) => `${thread.platform}/${thread.id}`;

/** Remembers a stop for what was said before it and is stored after it: of everyone, or of one person alone. */
export async function keepStop(
	stop: StopInbound,
	session: Session,
	{ store }: DispatchDeps,
	of: string | undefined,
): Promise<void> {
	if (!isTimed(stop)) return;
	const { at, thread } = stop;
	const last = await store.records.get('stop', stopId(stop), lastStopSchema);
	if (last && Date.parse(last.at) >= Date.parse(at)) return;
	await store.records.put('stop', session.id, stopId(stop), { at, thread, ...(of && { of }) });
}

/** Whether a stop was said after this message that was stored, and answered, before it. */
export async function cameAfterItsStop(message: Inbound, { store, places }: DispatchDeps): Promise<boolean> {
	const last = await store.records.get('stop', stopId(message), lastStopSchema);
	if (last === undefined || (last.of !== undefined && !places.isSamePerson(last.of, message.person.id))) return false;
	return Date.parse(message.at) < Date.parse(last.at);
}
