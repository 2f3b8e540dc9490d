import { setTimeout as delay } from 'node:timers/promises';
import { orderToErase } from '../../agent/dispatch/erasing/order-to-erase.ts';
import type { Dispatch } from '../../agent/dispatch.ts';
import { readRecord } from '../../agent/session/session-record.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { places } from '../../platforms.ts';
import type { Sessions, Store } from '../../store/store.ts';
import type { ControlReply } from './control-messages.ts';
import { keyLines } from './key-lines.ts';
import type { Control } from './listen.ts';

export interface ControlDeps {
	readonly dispatch: Pick<Dispatch, 'erase'>;
	readonly store: Pick<Store, 'inbox'>;
	readonly sessions: Sessions;
	/** Whose keys can be listed and revoked. */
	readonly gateway?: Pick<Gateway, 'keys' | 'revoke'>;
	/** How long the end of what was ordered is waited for, ms. */
	readonly patienceMs?: number;
}

const usualMs = 20_000;
const lookMs = 50;

/** Does what the operator orders of the running process. */
export function createControl(deps: ControlDeps): Control {
	return async (request) => {
		switch (request.verb) {
			case 'delete-session':
				return await deleteSession(request.session, deps);
			case 'list-keys':
				return { ok: true, text: keyLines(deps.gateway?.keys() ?? []) };
			case 'revoke-key':
				return deps.gateway?.revoke(request.id)
					? { ok: true, text: `Revoked ${request.id}` }
					: { ok: false, text: `There is no key "${request.id}"` };
		}
	};
}

async function deleteSession(session: string, deps: ControlDeps): Promise<ControlReply> {
	const missing = { ok: false, text: `There is no session "${session}"` };
	if (!(await deps.sessions.list()).includes(session)) return missing;
	const record = await readRecord(await deps.sessions.open(session), places).catch(() => undefined);
	const thread = record?.thread ?? places.threadOfSession(session);
	if (!thread) return missing;
	const order = orderToErase(thread);
	await deps.dispatch.erase(session, order);
	if (await isDone(session, order.key, deps)) return { ok: true, text: `Deleted ${session}` };
	return { ok: true, text: `${session} is deleted as soon as its turn has ended, also after a restart` };
}

async function isDone(session: string, key: string, { store, patienceMs = usualMs }: ControlDeps): Promise<boolean> {
	for (let waited = 0; waited < patienceMs; waited += lookMs) {
		if (!(await store.inbox.waiting(session)).some((one) => one.key === key)) return true;
		await delay(lookMs);
	}
	return false;
}
