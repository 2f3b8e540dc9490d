import type { Inbound, Person } from '../../store/inbound.ts';
import type { AgentEvent } from '../events.ts';
import type { DispatchDeps } from './deps.ts';

/** What is said in answer to something that came in. */
export interface Word {
	readonly text: string;
	/** For this person's eyes only. */
	readonly to?: Person;
	/** What it is once for, over a restart too; the inbound's key without it. */
	readonly once?: string;
}

/** Shows one notice in the thread of `inbound`, in answer to it: once, also over a restart. */
export async function say(
	session: string,
	inbound: Inbound,
	word: Word,
	{ store, platforms }: DispatchDeps,
): Promise<void> {
	const turn = `in-${word.once ?? inbound.key}`;
	const rows = await store.outbox.rows(session, turn);
	const begun = { type: 'turn-started', session, turn, answers: inbound.key, by: inbound.person } as const;
	await platforms.show(inbound.thread, notice(begun, word), rows);
}

async function* notice(
	begun: Extract<AgentEvent, { type: 'turn-started' }>,
	{ text, to }: Word,
): AsyncGenerator<AgentEvent> {
	yield begun;
	yield { type: 'notice', key: `${begun.turn}/1/notice`, text, ...(to && { to }) };
}
