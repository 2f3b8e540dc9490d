import { readingOf } from '../../turn/reading.ts';
import type { DispatchDeps } from '../deps.ts';
import { type ToldAt, tellIn } from './tell-in.ts';

/** Hands over what is to be read before a question is answered, once. False when the platform refuses it. */
export async function showFile(
	file: Parameters<typeof readingOf>[1],
	at: ToldAt,
	deps: Pick<DispatchDeps, 'store' | 'platforms'>,
): Promise<boolean> {
	const { session, turn } = at;
	const reading = readingOf(turn, file);
	await tellIn(at, [reading], deps);
	const rows = await deps.store.outbox.rows(session, turn);
	return !rows.some((row) => row.key === `${reading.key}/problem`);
}
