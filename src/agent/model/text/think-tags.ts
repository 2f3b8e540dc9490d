/**
 * A piece of content, told apart. `moved` says that everything of the content so far belongs to `to` after all: a
 * closing tag came for a thought that was never opened, or a thought did not end.
 */
export type ContentPart =
	| { readonly type: 'text' | 'reasoning'; readonly delta: string }
	| { readonly type: 'moved'; readonly to: 'reasoning' }
	/** `prefix` is the tag that was taken off. */
	| { readonly type: 'moved'; readonly to: 'text'; readonly prefix: string };

export interface ThinkSplitter {
	push(content: string): readonly ContentPart[];
	/** `cut`: the content ends at a length limit, so a thought may well be left open. */
	end(cut: boolean): readonly ContentPart[];
}

const pairs: readonly (readonly [opening: string, closing: string])[] = [
	['<think>', '</think>'],
	['<thinking>', '</thinking>'],
	['[THINK]', '[/THINK]'],
	// Seed-OSS and Command A.
	['<seed:think>', '</seed:think>'],
	['<|START_THINKING|>', '<|END_THINKING|>'],
];
const bareClosing = '</think>';

type State =
	| { readonly at: 'start'; readonly held: string }
	| { readonly at: 'thought'; readonly opening: string; readonly closing: string; readonly held: string }
	| { readonly at: 'gap' }
	| { readonly at: 'text'; readonly held: string; readonly seen: Seen }
	| { readonly at: 'answer' };

/** The facts of the text so far that decide whether a closing tag counts. */
interface Seen {
	/** Its last character; '' at the start. */
	readonly last: string;
	/** How many code fences it has, but for those of the backticks that it ends in. */
	readonly fences: number;
	readonly ticks: number;
}

const nothingSeen: Seen = { last: '', fences: 0, ticks: 0 };
// Servers put a line or two before a thought.
const mostBlank = 4_096;

interface Advance {
	readonly state: State;
	readonly parts: readonly ContentPart[];
	/** The rest, for the next state. */
	readonly rest: string;
}

/**
 * Splits thoughts from text where the server leaves that to us. A tag counts only at the very start of the content, so
 * that prose about tags survives; a closing tag without an opening one only at the edge of a line and outside code.
 * The result does not depend on how the content is cut. `opensInThought`: the opening tag is known to be missing.
 */
export function createThinkSplitter(opensInThought: boolean): ThinkSplitter {
	let state: State = { at: 'start', held: '' };
	const run = (content: string, end?: 'end' | 'cut'): readonly ContentPart[] => {
		const parts: ContentPart[] = [];
		let rest = content;
		for (;;) {
			const before: State = state;
			const next = advance(state, rest, { last: end !== undefined, cut: end === 'cut', opensInThought });
			parts.push(...next.parts);
			state = next.state;
			rest = next.rest;
			if (next.state.at === before.at) return parts;
		}
	};
	return { push: (content) => run(content), end: (cut) => run('', cut ? 'cut' : 'end') };
}

interface Mode {
	/** Nothing follows. */
	readonly last: boolean;
	/** … because of a length limit. */
	readonly cut: boolean;
	readonly opensInThought: boolean;
}

function advance(state: State, content: string, mode: Mode): Advance {
	switch (state.at) {
		case 'start':
			return fromStart(state.held + content, mode);
		case 'thought':
			return fromThought(state, state.held + content, mode);
		case 'gap':
			return fromGap(content);
		case 'text':
			return fromText(state.seen, state.held + content, mode.last);
		case 'answer':
			return { state, parts: say('text', content), rest: '' };
	}
}

function say(type: 'text' | 'reasoning', delta: string): readonly ContentPart[] {
	return delta === '' ? [] : [{ type, delta }];
}

function fromStart(content: string, { last, opensInThought }: Mode): Advance {
	const body = content.trimStart();
	const blank = content.length - body.length;
	const pair = blank > mostBlank ? undefined : pairs.find(([opening]) => body.startsWith(opening));
	if (pair !== undefined) {
		const state: State = { at: 'thought', opening: pair[0], closing: pair[1], held: '' };
		return { state, parts: [], rest: body.slice(pair[0].length) };
	}
	if (!last && blank <= mostBlank && pairs.some(([opening]) => opening.startsWith(body))) {
		return { state: { at: 'start', held: content }, parts: [], rest: '' };
	}
	const state: State =
		opensInThought && body !== ''
			? { at: 'thought', opening: '', closing: bareClosing, held: '' }
			: { at: 'text', held: '', seen: nothingSeen };
	return { state, parts: [], rest: content };
}

function fromThought(state: State & { readonly at: 'thought' }, content: string, { last, cut }: Mode): Advance {
	const at = content.indexOf(state.closing);
	if (at >= 0) {
		const rest = content.slice(at + state.closing.length);
		return { state: { at: 'gap' }, parts: say('reasoning', content.slice(0, at)), rest };
	}
	const kept = last ? 0 : overlap(content, state.closing);
	const parts = say('reasoning', content.slice(0, content.length - kept));
	const held = content.slice(content.length - kept);
	if (!last || cut) return { state: { ...state, held }, parts, rest: '' };
	return { state: { at: 'answer' }, parts: [...parts, { type: 'moved', to: 'text', prefix: state.opening }], rest: '' };
}

/** Blank space between a thought and the answer belongs to neither. */
function fromGap(content: string): Advance {
	const rest = content.trimStart();
	return rest === '' ? { state: { at: 'gap' }, parts: [], rest } : { state: { at: 'answer' }, parts: [], rest };
}

function fromText(before: Seen, content: string, last: boolean): Advance {
	let seen = before;
	for (let from = 0; ; ) {
		const at = content.indexOf(bareClosing, from);
		if (at < 0) {
			const kept = last ? 0 : overlap(content.slice(from), bareClosing);
			return textSoFar(see(seen, content.slice(from, content.length - kept)), content, content.length - kept);
		}
		seen = see(seen, content.slice(from, at));
		const after = at + bareClosing.length;
		// Whether it counts depends on the character that follows.
		if (after === content.length && !last) return textSoFar(seen, content, at);
		if (closesThought(seen, content[after])) {
			const parts = [...say('text', content.slice(0, at)), { type: 'moved', to: 'reasoning' } as const];
			return { state: { at: 'gap' }, parts, rest: content.slice(after) };
		}
		seen = see(seen, bareClosing);
		from = after;
	}
}

function textSoFar(seen: Seen, content: string, upTo: number): Advance {
	const state: State = { at: 'text', held: content.slice(upTo), seen };
	return { state, parts: say('text', content.slice(0, upTo)), rest: '' };
}

function see(seen: Seen, said: string): Seen {
	let { fences, ticks } = seen;
	for (let at = 0; at < said.length; at++) {
		if (said[at] === '`') ticks += 1;
		else if (ticks > 0) {
			fences += Math.floor(ticks / 3);
			ticks = 0;
		}
	}
	return { last: said.at(-1) ?? seen.last, fences, ticks };
}

function closesThought({ last, fences, ticks }: Seen, next: string | undefined): boolean {
	const atEdge = last === '' || last === '\n' || next === undefined || next === '\n';
	return atEdge && ticks === 0 && fences % 2 === 0;
}

/** The length of the longest end of `text` that is a start of `tag`. */
export function overlap(text: string, tag: string): number {
	for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
		if (tag.startsWith(text.slice(-length))) return length;
	}
	return 0;
}
