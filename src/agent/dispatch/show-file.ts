import type { Thread } from '../../store/thread.ts';
import type { AgentEvent } from '../events.ts';
import type { DispatchDeps } from './deps.ts';

/** Where a file is shown, and to which rows of the outbox that belongs. */
export interface ShownAt {
	readonly session: string;
	readonly turn: string;
	readonly thread: Thread;
	readonly answers: string;
}

/** Hands over what is to be read before a question is answered, once. False when the platform refuses it. */
export async function showFile(
	{ name, text }: { readonly name: string; readonly text: string },
	{ session, turn, thread, answers }: ShownAt,
	{ sessions, store, platforms }: Pick<DispatchDeps, 'sessions' | 'store' | 'platforms'>,
): Promise<boolean> {
	const kept = await (await sessions.open(session)).files.keepText(`${turn}.md`, text);
	const key = `${turn}/${kept.sha256.slice(0, 12)}-${name}/artifact`;
	const events: readonly AgentEvent[] = [
		{ type: 'turn-started', session, turn, answers },
		{ type: 'artifact', key, name, ...kept },
	];
	await platforms.show(thread, stream(events), await store.outbox.rows(session, turn));
	const rows = await store.outbox.rows(session, turn);
	return !rows.some((row) => row.key === `${key}/problem`);
}

async function* stream(events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield* events;
}
