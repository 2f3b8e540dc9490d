import type { Inbound } from '../../store/inbound.ts';
import type { AgentEvent } from '../events.ts';
import type { DispatchDeps } from './deps.ts';

/** Shows one notice in the thread of `inbound`, in answer to it: once, also over a restart. */
export async function say(
	session: string,
	inbound: Inbound,
	text: string,
	{ store, platforms }: DispatchDeps,
): Promise<void> {
	const turn = `in-${inbound.key}`;
	const rows = await store.outbox.rows(session, turn);
	await platforms.show(inbound.thread, notice(session, turn, text), rows);
}

async function* notice(session: string, turn: string, text: string): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', session, turn };
	yield { type: 'notice', key: `${turn}/1/notice`, text };
}
