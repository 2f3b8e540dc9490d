import { createHash } from 'node:crypto';
import type { DispatchDeps } from '../deps.ts';
import { type ToldAt, tellIn } from './tell-in.ts';

/** Hands over what is to be read before a question is answered, once. False when the platform refuses it. */
export async function showFile(
	{ name, text }: { readonly name: string; readonly text: string },
	at: ToldAt,
	deps: Pick<DispatchDeps, 'store' | 'platforms'>,
): Promise<boolean> {
	const { session, turn } = at;
	const sha256 = createHash('sha256').update(text).digest('hex');
	const key = `${turn}/${sha256.slice(0, 12)}-${name}/artifact`;
	await tellIn(at, [{ type: 'artifact', key, name, size: Buffer.byteLength(text), sha256, text }], deps);
	const rows = await deps.store.outbox.rows(session, turn);
	return !rows.some((row) => row.key === `${key}/problem`);
}
