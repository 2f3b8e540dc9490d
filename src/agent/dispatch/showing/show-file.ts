import type { DispatchDeps } from '../deps.ts';
import { type ToldAt, tellIn } from './tell-in.ts';

/** Hands over what is to be read before a question is answered, once. False when the platform refuses it. */
export async function showFile(
	{ name, text }: { readonly name: string; readonly text: string },
	at: ToldAt,
	{ sessions, ...deps }: Pick<DispatchDeps, 'sessions' | 'store' | 'platforms'>,
): Promise<boolean> {
	const { session, turn } = at;
	const kept = await (await sessions.open(session)).files.keepText(`${turn}.md`, text);
	const key = `${turn}/${kept.sha256.slice(0, 12)}-${name}/artifact`;
	await tellIn(at, [{ type: 'artifact', key, name, ...kept }], deps);
	const rows = await deps.store.outbox.rows(session, turn);
	return !rows.some((row) => row.key === `${key}/problem`);
}
