import type { Message, Piece, Step } from '../../store/journal.ts';
import { withPieces } from '../session/past/compacted.ts';
import { toSnapshot } from '../session/snapshot.ts';
import { asCounted, type Fill } from './fill.ts';
import { tokensOfAll } from './measure/tokens.ts';
import { placeOf, type Scene } from './scene.ts';
import type { Masking } from './shorten/mask.ts';
import { maskOld, usuallySpared } from './shorten/mask.ts';
import { orphanIn } from './shorten/orphans.ts';

type Compacted = Extract<Step, { type: 'compacted' }>;

/** A history as it would be, and what it comes to. */
export interface Replacement {
	readonly covers: Compacted['covers'];
	readonly result: readonly Piece[];
	/** By our guess, prompt and tools included. */
	readonly guess: number;
	/** A call without a result, or the other way round. */
	readonly orphan: string | undefined;
}

/** All messages replaced by these pieces. Pure. */
export function replacing(messages: readonly Message[], result: readonly Piece[], prefix: number): Replacement {
	const covers = { from: 0, to: messages.length };
	const left = withPieces(messages, { covers, result: [...result] });
	return { covers, result, guess: prefix + tokensOfAll(left), orphan: orphanIn(left) };
}

/** How it is told. */
interface Telling {
	readonly by: Compacted['by'];
	readonly text: string;
	readonly backup: string;
}

/** Journals a replacement of the past. */
export async function replace(
	{ result, covers, guess }: Replacement,
	told: Telling,
	fill: Fill,
	scene: Scene,
): Promise<void> {
	const tokens = { before: fill.tokens, after: asCounted(fill, guess) };
	await scene.record({ ...placeOf(scene), type: 'compacted', covers, result: [...result], tokens, ...told });
	await scene.session.rest();
}

/** The copy of what is about to be replaced; its name. */
export function backUp({ session }: Scene): Promise<string> {
	return session.folder.documents.backup('current_history', toSnapshot(session.history()));
}

/** Clears old results until so much is free. False where that is not worth it: nothing was done then. */
export async function mask(fill: Fill, scene: Scene, spare?: number): Promise<boolean> {
	const masking = maskingOf(fill, scene, spare);
	if (!masking) return false;
	const { covers, result, freed } = masking;
	const tokens = { before: fill.tokens, after: fill.tokens - asCounted(fill, freed) };
	await scene.record({ ...placeOf(scene), type: 'compacted', by: 'masked', covers, result: [...result], tokens });
	await scene.session.rest();
	return true;
}

export function maskingOf(fill: Fill, { session }: Pick<Scene, 'session'>, spare?: number): Masking | undefined {
	const { tokens, limits, guess } = fill;
	const { messages } = session.history();
	const wanted = Math.max(tokens - limits.masked, 0.1 * tokens);
	// In our own guess, as messages are weighed by it.
	const free = (wanted * guess) / Math.max(1, tokens);
	const sparing = { spare: spare ?? sparedIn(messages, fill) };
	return maskOld(messages, { free, least: 0.1 * guess, ...sparing });
}

/** Results that the Brain has not read yet are not old: they stay for as long as nothing else has to be done about the window. */
function sparedIn(messages: readonly Message[], { tokens, limits }: Fill): number {
	const last = messages.findLastIndex(({ role }) => role === 'assistant');
	const unread = messages.slice(last + 1).filter(({ role }) => role === 'tool').length;
	return tokens < limits.summarize ? Math.max(usuallySpared, unread) : usuallySpared;
}
