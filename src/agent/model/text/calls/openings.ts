import { type Family, families } from './families.ts';

/** The longest first: one may begin with another. */
const openings = families
	.flatMap((family) => family.opens.map((open) => ({ open, family })))
	.toSorted((one, other) => other.open.length - one.open.length);
/** By their first two characters: a megabyte of `<` is to be gone through fast. */
const byStart = Map.groupBy(openings, ({ open }) => open.slice(0, 2));
const firsts = new Set(openings.map(({ open }) => open[0] ?? ''));

/** The family that a text opens at a place, and where its opening ends. */
export function openingAt(text: string, at: number): { readonly family: Family; readonly next: number } | undefined {
	if (!firsts.has(text[at] ?? '')) return undefined;
	const found = byStart.get(text.slice(at, at + 2))?.find(({ open }) => text.startsWith(open, at));
	return found && { family: found.family, next: at + found.open.length };
}

const longest = openings[0]?.open.length ?? 0;

/** Whether a text ends before it can be known if an opening stands at a place. */
export function mayOpenAt(text: string, at: number): boolean {
	if (text.length - at >= longest) return false;
	const rest = text.slice(at);
	if (rest.length < 2) return firsts.has(rest);
	return (byStart.get(rest.slice(0, 2)) ?? []).some(({ open }) => open.length > rest.length && open.startsWith(rest));
}

export interface OpeningFinder {
	/** The part of the text that surely opens nothing. Once something is opened, nothing more is to be given. */
	push(text: string): string;
	/** From the place on that may open something. */
	readonly held: string;
	/** Set once something is opened: `own` where it begins a line. */
	readonly opened: { readonly own: boolean } | undefined;
}

/** Where in a Markdown text a place is. */
interface Place {
	lineStart: boolean;
	/** How many backticks opened the code that it is in, a block or within a line; 0 outside. */
	fence: number;
	inline: number;
	/** Backticks right before it, and whether they begin a line. */
	run: number;
	runBeginsLine: boolean;
}

/**
 * Finds the first opening of a call in a text that comes in pieces. Openings in code are examples; those that begin with a letter or a mark of
 * Markdown count at the start of a line alone. Each character is looked at a bounded number of times, however the text is cut.
 */
export function createOpeningFinder(lineStart = true): OpeningFinder {
	const place: Place = { lineStart, fence: 0, inline: 0, run: 0, runBeginsLine: false };
	let held = '';
	let opened: { readonly own: boolean } | undefined;
	return {
		push(text) {
			const all = held + text;
			const { at, isOpen } = advance(place, all);
			held = all.slice(at);
			if (isOpen) opened = { own: place.lineStart };
			return all.slice(0, at);
		},
		get held() {
			return held;
		},
		get opened() {
			return opened;
		},
	};
}

function advance(place: Place, text: string): { readonly at: number; readonly isOpen: boolean } {
	for (let at = 0; at < text.length; at++) {
		const char = text[at] ?? '';
		if (char !== '`') endRun(place);
		const found = mayStand(place, char) ? openingOrStart(text, at) : undefined;
		if (found) return { at, isOpen: found === 'opening' };
		step(place, char);
	}
	return { at: text.length, isOpen: false };
}

function openingOrStart(text: string, at: number): 'opening' | 'start' | undefined {
	if (!firsts.has(text[at] ?? '')) return undefined;
	if (openingAt(text, at)) return 'opening';
	return mayOpenAt(text, at) ? 'start' : undefined;
}

function mayStand({ lineStart, fence, inline, run }: Place, char: string): boolean {
	return fence === 0 && inline === 0 && run === 0 && (lineStart || /[<[\]`]/.test(char));
}

function endRun(place: Place): void {
	const { run, runBeginsLine, fence, inline } = place;
	place.run = 0;
	if (run >= 3 && runBeginsLine) place.fence = nextFence(fence, run);
	else if (run > 0 && fence === 0) place.inline = inline === 0 ? run : inline === run ? 0 : inline;
}

function nextFence(fence: number, run: number): number {
	if (fence === 0) return run;
	return run >= fence ? 0 : fence;
}

function step(place: Place, char: string): void {
	if (char === '`') {
		if (place.run === 0) place.runBeginsLine = place.lineStart;
		place.run += 1;
		place.lineStart = false;
	} else if (char === '\n') {
		place.lineStart = true;
		place.inline = 0;
	} else if (char.trim() !== '') place.lineStart = false;
}
