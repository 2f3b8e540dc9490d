import { asCounted, type Fill } from './fill.ts';
import { droppedLine, droppedText } from './lines.ts';
import { backUp, type Replacement, replace, replacing } from './replace.ts';
import type { Scene } from './scene.ts';
import { droppedMark, type Parted, part, standsForPast } from './shorten/keep.ts';

/** Words of so many tokens stay whole however little room there is. */
const leastWords = 500;

/** How much of what could stay does, of one try after the other. */
const shares = [1, 0.5, 0.25, 0.1, 0];

/**
 * Leaves the oldest messages out, as many as it takes: they are in the copy, and can be read again. False where that frees less than a tenth: nothing
 * was done then. `tries`: so often it was not enough.
 */
export async function dropOldest(why: string, tries: number, fill: Fill, scene: Scene): Promise<boolean> {
	const chosen = choose(tries, fill, scene);
	if (!chosen) return false;
	const { parted, replacement } = chosen;
	const backup = await backUp(scene);
	const { tokens: before, window } = fill;
	const shortened = { before, after: asCounted(fill, replacement.guess), window, words: parted.words };
	await replace(replacement, { by: 'dropped', text: droppedLine(shortened, why, backup), backup }, fill, scene);
	return true;
}

function choose(tries: number, fill: Fill, { session, prefix }: Scene) {
	const { messages } = session.history();
	const rooms = shares.slice(Math.min(tries, shares.length - 1));
	const all = rooms.map((share) => {
		const room = Math.max(0, fill.limits.masked - prefix) * share;
		const longest = Math.max(leastWords, Math.floor(room));
		const parted = part(messages, { words: room * 0.4, recent: room * 0.6, longest });
		return { parted, replacement: replacing(messages, piecesOf(parted), prefix) };
	});
	const frees = all.filter(({ replacement }) => isWorthIt(replacement, fill));
	return frees.find(({ replacement }) => asCounted(fill, replacement.guess) <= fill.limits.summarize) ?? frees.at(-1);
}

function isWorthIt({ guess, orphan }: Replacement, fill: Fill): boolean {
	return orphan === undefined && guess <= 0.9 * fill.guess;
}

/** A summary of the past still stands for it. */
function piecesOf({ old, kept }: Parted) {
	const past = old.filter((message) => standsForPast(message) && !message.text.startsWith(droppedMark));
	const gone = old.length - past.length;
	const newest = past.slice(-1);
	return [...newest, { role: 'user' as const, text: droppedText(droppedMark, gone) }, ...kept];
}
