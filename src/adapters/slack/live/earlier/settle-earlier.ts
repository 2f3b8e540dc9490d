import type { OutboxRow } from '../../../../store/store.ts';
import type { ProgressLine } from '../../../present/progress-line.ts';
import { findOrphanStream, findPosted } from '../../api/find-posted.ts';
import type { LiveDeps } from '../live-deps.ts';
import { neverPosted, partKey, settledKey } from '../live-part.ts';
import { noteSettled, settleParts, type UnsettledPart } from '../settle-parts.ts';
import type { SlackScene } from '../slack-scene.ts';

/** The live messages of a turn that an earlier process left. */
export interface EarlierParts {
	/** The number that the next live message takes. */
	readonly next: number;
	/** Messages without their last form: by number, with the `ts` where it is known. */
	readonly left: readonly { readonly number: number; readonly ts: string | undefined }[];
	/** The `ts` of messages that have it: what stands there does so for good. */
	readonly settled: readonly string[];
}

/** Reads them out of the outbox's rows. Pure. */
export function earlierParts(turn: string, rows: readonly OutboxRow[]): EarlierParts {
	const known = rows.flatMap(({ key, id }) => {
		const number = Number(/\/live-(\d+)\/stream$/.exec(key)?.[1] ?? 0);
		return number > 0 && key === partKey(turn, number) ? [{ number, ts: id }] : [];
	});
	const settledAs = (number: number) => rows.find(({ key }) => key === settledKey(turn, number))?.id;
	return {
		next: Math.max(0, ...known.map(({ number }) => number)) + 1,
		left: known.filter(({ number, ts }) => ts !== neverPosted && settledAs(number) === undefined),
		settled: known.flatMap(({ number }) => settledAs(number) ?? []),
	};
}

export interface Interrupted {
	/** The lines that were shown; of what was begun, what is known of it now. */
	readonly lines: readonly ProgressLine[];
	/** The outbox's keys of them. */
	readonly keys: readonly string[];
	/** Messages that show something else for good: the answer. */
	readonly keep: readonly string[];
	/** The `ts` of a message that is older than the turn's first. */
	readonly after: string;
}

/**
 * Gives live messages that an earlier process left a form without words: the last one shows all lines, the others are taken away. Resolves
 * with those that are there. Rejects as look-ups, the outbox and `settleParts` do: then they are left as before.
 */
export async function formEarlier(
	deps: LiveDeps,
	scene: SlackScene,
	left: EarlierParts['left'],
	{ lines, keys, keep, after }: Interrupted,
): Promise<readonly UnsettledPart[]> {
	const found: UnsettledPart[] = [];
	for (const { number, ts } of left) {
		const there = ts ?? (await lookUp(deps, scene, number, after));
		await deps.outbox.sent(scene.session, partKey(scene.turn, number), there ?? neverPosted);
		if (there === undefined) continue;
		if (keep.includes(there)) await noteSettled(deps, scene, { number, ts: there });
		else found.push({ number, ts: there, streams: undefined });
	}
	const last = found.at(-1);
	const linesOf = (number: number) => (number === last?.number ? lines : []);
	const keysOf = (number: number) => (number === last?.number ? keys : []);
	await settleParts(deps, scene, found, { linesOf, keysOf, footer: '' });
	return found;
}

/** A message that was edited carries its key; a stream carries none before it ends. */
async function lookUp(
	deps: LiveDeps,
	{ thread, turn }: SlackScene,
	number: number,
	after: string,
): Promise<string | undefined> {
	const key = partKey(turn, number);
	return (
		(await findPosted(deps, { thread, key, after }, deps.signal)) ??
		(await findOrphanStream(deps, { thread, after }, deps.signal))
	);
}
