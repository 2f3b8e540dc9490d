import { PlatformAwayError } from '../../../base/errors.ts';
import type { CommandInbound, Inbound, MessageInbound } from '../../../chat/inbound.ts';
import { type Command, whenOf } from '../../commands/command.ts';
import type { Session } from '../../session/session.ts';
import { readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { forgetMessage } from '../erasing/forget-message.ts';
import { hasRight } from '../rights.ts';
import { asHeard } from './as-heard.ts';
import { asWantedNow } from './as-wanted-now.ts';
import { journalMessage } from './journal-message.ts';

/**
 * Takes the waiting messages that are to reach the running turn's next model call: those that steer, those that somebody pointed at, or
 * all where the session's mode is `steer`, but for those behind a command that is to be done first. The rest of a message that waits waits with it:
 * its files, where they came after its words, are nothing to another turn.
 */
export async function journalSteering(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const { folder, lease } = session;
	const waiting = await deps.store.inbox.waiting(folder.id);
	await forgetGone(waiting, session, deps);
	const isTaken = (key: string) => session.history().taken.has(key);
	const messages = waiting.filter((inbound) => inbound.type === 'message').filter(({ key }) => !isTaken(key));
	if (messages.length === 0) return;
	const all = (await readRecord(folder, deps.places))?.mode === 'steer';
	const isBehind = behindCommands(waiting, deps);
	const pointed = await pointedAt(waiting, session, deps);
	const isWaitedFor = ({ key }: MessageInbound) =>
		messages.some((one) => key.startsWith(`${one.key}/`) && !isTaken(one.key));
	for (const inbound of messages)
		if ((all && !isBehind(inbound)) || (inbound.steers && !isWaitedFor(inbound)) || pointed.has(inbound.key))
			await journalSteered(inbound, session, deps, signal);
	await deps.store.inbox.finish(lease, doneSteers(waiting, session));
}

/** Whatever its platform has no more is in no request from now on. */
async function forgetGone(waiting: readonly Inbound[], session: Session, deps: DispatchDeps): Promise<void> {
	for (const inbound of waiting) {
		if (inbound.type !== 'delete' || !inbound.gone) continue;
		await forgetMessage(inbound.of, session, deps);
		await deps.store.inbox.finish(session.lease, [inbound.key]);
	}
}

/** The messages that somebody who takes part wants to be used now; a wish may be here before it is known whether it counts. */
async function pointedAt(
	waiting: readonly Inbound[],
	{ folder }: Session,
	deps: DispatchDeps,
): Promise<ReadonlySet<string>> {
	const pointed = waiting.map(async (inbound) => {
		const counts = inbound.type === 'steer' && (await hasRight('participant', inbound, folder, deps));
		return counts ? [inbound.of] : [];
	});
	return new Set((await Promise.all(pointed)).flat());
}

async function journalSteered(
	inbound: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	try {
		const now = await asWantedNow(inbound, session, deps, signal);
		const heard = now && (await asHeard(now, session, deps));
		if (heard) await journalMessage(heard, session, deps, signal);
	} catch (error) {
		// It waits on: a turn that runs does not end because its platform is away.
		if (!(error instanceof PlatformAwayError)) throw error;
	}
}

/** Whether a command that waits was given in the message's thread before it: what it does is for the message too. */
export function behindCommands(
	waiting: readonly Inbound[],
	{ commands }: Pick<DispatchDeps, 'commands'>,
): (message: Inbound) => boolean {
	return (message) =>
		waiting
			.slice(
				0,
				Math.max(
					0,
					waiting.findIndex(({ key }) => key === message.key),
				),
			)
			.some((one) => one.type === 'command' && one.thread.id === message.thread.id && isInOrder(one, commands));
}

function isInOrder({ name, args }: CommandInbound, commands: readonly Command[]): boolean {
	const command = commands.find((one) => one.name === name);
	return command !== undefined && whenOf(command, args) === 'in-order';
}

/** The wishes whose message has been taken. */
function doneSteers(waiting: readonly Inbound[], session: Session): string[] {
	const { taken } = session.history();
	return waiting.flatMap((inbound) => (inbound.type === 'steer' && taken.has(inbound.of) ? [inbound.key] : []));
}
