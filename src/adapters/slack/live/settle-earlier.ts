import type { OutboxRow } from '../../../store/store.ts';
import type { ProgressLine } from '../render/progress.ts';
import { findOrphanStream, findPosted } from '../web/find-posted.ts';
import type { LiveDeps } from './live-deps.ts';
import { partKey, settledKey } from './live-part.ts';
import { noteSettled, settleParts } from './settle-parts.ts';
import type { ShowScene } from './show-scene.ts';

/** What an earlier process left of a turn's live messages. */
export interface EarlierParts {
	/** The number that the next live message takes. */
	readonly next: number;
	/** Messages without their last form: by number, with the `ts` where it is known. */
	readonly left: readonly { readonly number: number; readonly ts: string | undefined }[];
}

/** Reads them out of the outbox's rows. Pure. */
export function earlierParts(turn: string, rows: readonly OutboxRow[]): EarlierParts {
	const known = rows.flatMap(({ key, id }) => {
		const number = Number(/\/live-(\d+)\/stream$/.exec(key)?.[1] ?? 0);
		return number > 0 && key === partKey(turn, number) ? [{ number, ts: id }] : [];
	});
	const settled = (number: number) => rows.some(({ key, id }) => key === settledKey(turn, number) && id !== undefined);
	return {
		next: Math.max(0, ...known.map(({ number }) => number)) + 1,
		left: known.filter(({ number }) => !settled(number)),
	};
}

export interface Interrupted {
	/** The lines that were shown. */
	readonly lines: readonly ProgressLine[];
	/** The outbox's keys of them. */
	readonly keys: readonly string[];
	/** Messages that show something else for good: the answer. */
	readonly keep: readonly string[];
	/** The `ts` of a message that is older than the turn's first. */
	readonly after: string;
}

/** Finishes live messages that an earlier process left: the last one shows all lines, and that the turn goes on. Rejects as look-ups do. */
export async function settleEarlier(
	deps: LiveDeps,
	scene: ShowScene,
	{ left }: EarlierParts,
	{ lines, keys, keep, after }: Interrupted,
): Promise<void> {
	const found: { number: number; ts: string }[] = [];
	for (const { number, ts } of left) {
		const there = ts ?? (await lookUp(deps, scene, number, after));
		if (there === undefined) continue;
		await deps.outbox.sent(scene.session, partKey(scene.turn, number), there);
		if (keep.includes(there)) await noteSettled(deps, scene, { number, ts: there });
		else found.push({ number, ts: there });
	}
	const last = found.at(-1)?.number;
	const interrupted: ProgressLine = { type: 'notice', text: 'Interrupted; going on' };
	const linesOf = (number: number) => (number === last ? [...lines, interrupted] : []);
	const keysOf = (number: number) => (number === last ? keys : []);
	await settleParts(deps, scene, found, { linesOf, keysOf, footer: '' });
	for (const part of found) await noteSettled(deps, scene, part);
}

/** A message that was edited carries its key; a stream carries none before it ends. */
async function lookUp(
	deps: LiveDeps,
	{ thread, turn }: ShowScene,
	number: number,
	after: string,
): Promise<string | undefined> {
	const key = partKey(turn, number);
	return (
		(await findPosted(deps, { thread, key }, deps.signal)) ??
		(await findOrphanStream(deps, { thread, after }, deps.signal))
	);
}
