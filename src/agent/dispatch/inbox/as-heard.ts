import type { Inbound, MessageInbound } from '../../../chat/inbound.ts';
import { isAlone } from '../../session/aside.ts';
import { listeningIn } from '../../session/choices/listening.ts';
import type { History } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';

/** Whether its person expects to hear of it: whoever may have meant others is told of nothing that goes wrong. Pure. */
export function isToUs(inbound: Inbound): boolean {
	return inbound.type !== 'message' || !inbound.aside;
}

/** Whether its person is to be told of what goes wrong with it: it is to us, or nobody else has spoken. Pure. */
export function isAwaited(inbound: Inbound, history: Pick<History, 'messages' | 'window'>): boolean {
	return isToUs(inbound) || isAlone(history, inbound.person);
}

/** A message as its session hears it; undefined: it is not for us. */
export async function asHeard(
	message: MessageInbound,
	{ folder }: Pick<Session, 'folder'>,
	{ store, places }: Pick<DispatchDeps, 'store' | 'places'>,
): Promise<MessageInbound | undefined> {
	if (!message.aside) return message;
	const { aside: _aside, ...toUs } = message;
	switch (await listeningIn(folder, message.thread, { records: store.records, places })) {
		case 'all':
			return toUs;
		case 'auto':
			return message;
		case 'mention':
			return undefined;
	}
}
