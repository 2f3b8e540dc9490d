import { isFree, meet, type Place, pass, startPlace } from './code-places.ts';
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

/**
 * Finds the first opening of a call in a text that comes in pieces. Openings in code are examples; those that begin with a letter or a mark of
 * Markdown count at the start of a line alone. Each character is looked at a bounded number of times, however the text is cut.
 */
export function createOpeningFinder(lineStart = true): OpeningFinder {
	const place = startPlace(lineStart);
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
		meet(place, char);
		const found = mayStand(place, char) ? openingOrStart(text, at) : undefined;
		if (found) return { at, isOpen: found === 'opening' };
		pass(place, char);
	}
	return { at: text.length, isOpen: false };
}

function openingOrStart(text: string, at: number): 'opening' | 'start' | undefined {
	if (!firsts.has(text[at] ?? '')) return undefined;
	if (openingAt(text, at)) return 'opening';
	return mayOpenAt(text, at) ? 'start' : undefined;
}

function mayStand(place: Place, char: string): boolean {
	return isFree(place) && (place.lineStart || /[<[\]`]/.test(char));
}
