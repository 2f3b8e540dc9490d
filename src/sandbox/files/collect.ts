import { join } from 'node:path';
import type { Artifact, Collected, Refusal } from '../sandbox.ts';
import type { FoundFile, WalkEntry, WalkOutputs } from './fd-walk.ts';
import { openOwnFolder } from './folder.ts';
import { type CopyOutcome, createHostCopies, type HostCopies } from './host-copies.ts';
import { type Account, sizeOf } from './ledger.ts';
import { type FileLimits, whyTooLarge, whyTooMany } from './limits.ts';
import { hashChunks } from './read-chunks.ts';
import { removeLeftovers } from './temp-file.ts';

/** Refusals that are named one by one; a hostile folder could hold thousands. */
const maxRefusals = 50;

/** A file that was copied, its path as it is called inside, and when it was last written there, ms since the epoch. */
export interface FoundArtifact extends Artifact {
	readonly raw: string;
	readonly writtenMs: number;
}

export interface Found extends Collected {
	readonly artifacts: readonly FoundArtifact[];
}

interface Collection {
	readonly copies: HostCopies;
	readonly known: ReadonlyMap<string, string>;
	readonly limits: FileLimits;
	readonly signal: AbortSignal;
	/** Where it is counted what lies on the host; undefined where nothing is. */
	readonly account: Account | undefined;
	/** The host's folder. */
	readonly target: string;
	readonly artifacts: FoundArtifact[];
	/** Bytes read for copies, of refused ones too: a file that grows under us must not be read for ever. */
	spent: number;
	/** Files were left that another turn may have. */
	rest: Pick<Collected, 'rest'>;
}

/**
 * Copies the regular files that `outputs` walks over whose SHA-256 differs from `known` (by `Artifact.name`) into `target`, which is
 * made when missing. Hostile code may be changing them meanwhile: only what is really inside it is ever read, and
 * the hash is that of the copy. Copies replace earlier ones of the same name and are whole or absent. Everything else
 * is refused with the reason; from the 51st on, refusals are summed up in one. Where a
 * `TimeoutError` ends it, what it has copied is its result. Rejects with any other reason of the signal, with that one
 * while there is nothing, and with `ProblemError` when `target` cannot be used.
 */
export async function collectArtifacts(
	outputs: WalkOutputs,
	target: string,
	known: ReadonlyMap<string, string>,
	limits: FileLimits,
	signal: AbortSignal,
): Promise<Found> {
	signal.throwIfAborted();
	await using folder = await openOwnFolder(target);
	await removeLeftovers(folder);
	const { dev } = await folder.stat();
	await using account = limits.ledger?.account('out', target);
	const collection: Collection = {
		account,
		target,
		copies: createHostCopies(folder),
		known,
		limits,
		signal,
		artifacts: [],
		spent: 0,
		rest: {},
	};
	const refused: Refusal[] = [];
	try {
		for await (const entry of outputs(dev, signal)) {
			const refusal = await take(entry, collection);
			if (refusal !== undefined) refused.push(refusal);
		}
	} catch (error) {
		refused.push(whyCutOff(error, collection));
	}
	return { artifacts: collection.artifacts, refused: summedUp(refused), ...collection.rest };
}

/** Says that there was no time for all files. Throws what else ended it, and where there is nothing yet. */
function whyCutOff(error: unknown, collection: Collection): Refusal {
	const { reason } = collection.signal;
	const isLate = reason instanceof Error && reason.name === 'TimeoutError';
	if (!isLate || collection.artifacts.length === 0) throw error;
	collection.rest = { rest: 'later' };
	return { name: '/outputs', reason: 'could not be looked through in time: what else is new there is kept' };
}

async function take(entry: WalkEntry, collection: Collection): Promise<Refusal | undefined> {
	if (entry.type === 'refused') return { name: entry.name, reason: entry.reason };
	const { raw, writtenMs } = entry;
	const outcome = await takeFile(entry, collection);
	if (outcome.kind === 'artifact') collection.artifacts.push({ ...outcome.artifact, raw, writtenMs });
	return outcome.kind === 'refused' ? { name: entry.name, reason: outcome.reason } : undefined;
}

async function takeFile(file: FoundFile, collection: Collection): Promise<CopyOutcome> {
	const { artifacts, limits, spent } = collection;
	const wasLarge = whyTooLarge(file.size, 0, limits);
	if (wasLarge !== undefined) return { kind: 'refused', reason: wasLarge };
	if (await isUnchanged(file, collection)) return { kind: 'unchanged' };
	const reason = whyTooMany(artifacts.length, limits) ?? whyTooLarge(file.size, spent, limits);
	if (reason === undefined) return copyFile(file, collection);
	collection.rest = { rest: 'later' };
	return { kind: 'refused', reason: `${reason}: the next one goes on with it` };
}

async function isUnchanged(file: FoundFile, { copies, known, limits, signal }: Collection): Promise<boolean> {
	const before = known.get(file.name);
	if (before === undefined) return false;
	if (await copies.isStamped(file)) return true;
	if ((await hashChunks(file.read(signal), limits.fileBytes)) !== before) return false;
	await copies.stamp(file);
	return true;
}

async function copyFile(file: FoundFile, collection: Collection): Promise<CopyOutcome> {
	const { account, copies, known, limits, signal, spent, target } = collection;
	using passage = await account?.open(await sizeOf(join(target, file.name)));
	const tooMuch = passage?.whyNot(file.size);
	if (tooMuch !== undefined) return { kind: 'refused', reason: tooMuch };
	const whyNot = (size: number) => {
		collection.spent = spent + size;
		return whyTooLarge(size, spent, limits) ?? passage?.whyNot(size);
	};
	const outcome = await copies.copy(file, known.get(file.name), whyNot, signal);
	if (outcome.kind === 'artifact') passage?.keep();
	return outcome;
}

function summedUp(refused: readonly Refusal[]): readonly Refusal[] {
	if (refused.length <= maxRefusals) return refused;
	const rest = refused.length - maxRefusals;
	return [...refused.slice(0, maxRefusals), { name: `${rest} more`, reason: 'were left out as well' }];
}

/**
 * Says of files that they were being written when their writers were ended: at `ended`, ms since the epoch, by their paths as they are called
 * inside. One that was written after that is another's. Pure.
 */
export function markUnfinished({ artifacts, ...others }: Found, ended: ReadonlyMap<string, number>): Collected {
	const marked = artifacts.map(({ raw, writtenMs, ...file }) =>
		Math.floor(writtenMs) <= (ended.get(raw) ?? 0) ? { ...file, state: 'unfinished' as const } : file,
	);
	return { artifacts: marked, ...others };
}
