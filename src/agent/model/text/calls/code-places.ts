/** A block of code, or code within a line by three backticks or more, which models take for a block. */
interface Fence {
	readonly mark: string;
	readonly length: number;
	/** Not at the start of a line: it ends with its paragraph, too. */
	loose: boolean;
	/** On its first line, inside, or right behind what closes it if nothing else stands on that line. */
	at: 'first' | 'inside' | 'closing';
}

interface Element {
	readonly name: string;
	/** It begins a block: at the start of a line, or behind another tag. Others end with their paragraph. */
	readonly isBlock: boolean;
}

/** Where in a Markdown text a place is, so far as it matters for what is code. */
export interface Place {
	/** Nothing but blanks stands before it on its line. */
	lineStart: boolean;
	/** How far in its line begins. */
	indent: number;
	/** Something stands before it in the text. */
	begun: boolean;
	/** Its line is code by its indent, or a quotation. */
	quoted: boolean;
	fence: Fence | undefined;
	/** How many backticks opened the code within a line that it is in; 0 outside. */
	inline: number;
	/** Backticks or tildes right before it, and whether they begin a line. */
	run: { readonly mark: string; length: number; readonly beginsLine: boolean } | undefined;
	/** An element of HTML that shows what is in it as it stands. */
	element: Element | undefined;
	/** A tag that may be of one of these, as far as it is known. */
	tag: Element | undefined;
	before: string;
}

export function startPlace(lineStart: boolean): Place {
	const nowhere = { indent: 0, begun: false, quoted: false, fence: undefined, inline: 0, run: undefined };
	return { ...nowhere, lineStart, element: undefined, tag: undefined, before: '\n' };
}

/** Whether a place is outside of code and quotations. Runs of backticks before it have to be ended. */
export function isFree({ lineStart, indent, begun, quoted, fence, inline, run, element }: Place): boolean {
	const isQuoted = lineStart ? begun && indent >= 4 : quoted;
	return !isQuoted && (!fence || fence.at === 'closing') && inline === 0 && !run && !element;
}

/** Goes to the place where the next character is known, but not passed yet. */
export function meet(place: Place, char: string): void {
	const { run } = place;
	if (!run || run.mark === char) return;
	place.run = undefined;
	if (place.fence) endRunInFence(place, place.fence, run);
	else if (run.length >= 3 && (run.beginsLine || run.mark === '`'))
		place.fence = { mark: run.mark, length: run.length, loose: !run.beginsLine, at: 'first' };
	else if (run.mark === '`')
		place.inline = place.inline === 0 ? run.length : place.inline === run.length ? 0 : place.inline;
}

/** A fence closes on a line of its own (spec.commonmark.org/0.31.2, section 4.5); its first line has backticks where it is code within a line. */
function endRunInFence(place: Place, fence: Fence, { mark, length, beginsLine }: NonNullable<Place['run']>): void {
	if (mark !== fence.mark) return;
	if (fence.at === 'first' && mark === '`') fence.loose = true;
	if (fence.loose && length === fence.length && !beginsLine) place.fence = undefined;
	else if (beginsLine && length >= fence.length) fence.at = 'closing';
}

/** Passes a character. */
export function pass(place: Place, char: string): void {
	passTag(place, char);
	if (char === '\n') endLine(place);
	else if (char.trim() === '') place.indent += char === '\t' ? 4 : 1;
	else passVisible(place, char);
	place.before = char;
}

function endLine(place: Place): void {
	const { fence, lineStart } = place;
	if (fence?.at === 'closing' || (fence?.loose && lineStart)) place.fence = undefined;
	else if (fence) fence.at = 'inside';
	if (lineStart && !place.element?.isBlock) place.element = undefined;
	place.lineStart = true;
	place.indent = 0;
	place.inline = 0;
	place.quoted = false;
}

function passVisible(place: Place, char: string): void {
	const { lineStart, fence, run, begun, indent } = place;
	if (char === '`' || char === '~') {
		if (run) run.length += 1;
		else place.run = { mark: char, length: 1, beginsLine: lineStart };
	} else if (fence?.at === 'closing') fence.at = 'inside';
	if (lineStart) place.quoted = char === '>' || (begun && indent >= 4);
	place.lineStart = false;
	place.begun = true;
}

function passTag(place: Place, char: string): void {
	const { tag, lineStart, before } = place;
	if (char === '<') place.tag = { name: '', isBlock: lineStart || before === '>' };
	else if (tag && /[a-z/]/i.test(char) && tag.name.length < 8)
		place.tag = { ...tag, name: tag.name + char.toLowerCase() };
	else {
		place.tag = undefined;
		if (tag && /[>\s]/.test(char)) place.element = elementAfter(place.element, tag);
	}
}

function elementAfter(element: Element | undefined, tag: Element): Element | undefined {
	if (element) return tag.name === `/${element.name}` ? undefined : element;
	if (tag.name === 'code') return { ...tag, isBlock: false };
	return tag.name === 'pre' ? tag : undefined;
}
