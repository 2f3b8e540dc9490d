import {
	type CodeFence,
	closingLine,
	fenceAfter,
	lineInReopened,
	longestFenceLine,
	openingLine,
	reopened,
} from '../../../markdown/code-fence.ts';
import { neutralise, undecidedFrom, withoutControls } from './neutralise.ts';

/** Markdown on its way into a stream of Slack: harmless, in whole pieces, its fences closed at the end of every message. */
export interface StreamText {
	/** Takes `delta`, and gives the text that may be appended now; '' while it is undecided. It costs what `delta` is long, whatever came before. */
	push(delta: string): string;
	/** The rest that was held back, and the line that closes a fence which the text left open. Nothing may be pushed after it. */
	end(): string;
	/** The text that ends this message, so that no fence stays open in it; the rest that is held back goes into the next one. */
	close(): string;
	/** The beginning of the next message. */
	reopen(): string;
}

/** Longer beginnings of lines are no fence's. */
const longestLead = 60;
const maybeFence = /^[\s>\-*+\d.)]*(?:`*|~*)[ \t]*$/;

/** The pieces together are the neutralised text, however it was cut, where no message ended in between. */
export function createStreamText(): StreamText {
	const words = createWords();
	let open: CodeFence | undefined;
	/** The fence as it stood in the message before, while it goes on in this one. */
	let outer: CodeFence | undefined;
	/** The beginning of the line as it came, so much of it as tells whether it is a fence's. */
	let line = '';
	/** The part of the line that was not handed out yet, and whether something of the line was. */
	let held = '';
	let isGiven = false;

	const add = (text: string): void => {
		line += text.slice(0, Math.max(0, longestFenceLine + 1 - line.length));
		held += text;
	};
	const shownLine = (): string => {
		const shown = !isGiven && outer ? lineInReopened(outer, held) : held;
		isGiven ||= held !== '';
		held = '';
		return shown;
	};
	const endLine = (): void => {
		const inside = fenceAfter(outer ?? open, line);
		if (outer && !inside) outer = undefined;
		open = outer ? open : inside;
		line = '';
		isGiven = false;
	};
	const take = (text: string): string => {
		const [first = '', ...more] = text.split('\n');
		add(first);
		let out = '';
		for (const next of more) {
			out += `${shownLine()}\n`;
			endLine();
			add(next);
		}
		return out;
	};

	return {
		push(delta) {
			const whole = take(words.push(delta));
			return isDecided(line, open) ? whole + shownLine() : whole;
		},
		end() {
			const rest = take(words.end()) + shownLine();
			const last = line;
			endLine();
			return `${rest}${open ? `${last === '' ? '' : '\n'}${closingLine(open)}` : ''}`;
		},
		close() {
			const midLine = isGiven;
			line = held.slice(0, longestFenceLine + 1);
			isGiven = false;
			return open ? `${midLine ? '\n' : ''}${closingLine(open)}` : '';
		},
		reopen() {
			if (!open) return '';
			outer ??= open;
			open = reopened(open);
			return `${openingLine(open)}\n`;
		},
	};
}

/** Whether the beginning of a line can be no part of a line that opens or closes a fence. */
function isDecided(line: string, open: CodeFence | undefined): boolean {
	if (line.length <= longestLead && maybeFence.test(line)) return false;
	return open !== undefined || fenceAfter(undefined, line) === undefined;
}

/** Neutralises text that comes in pieces. */
function createWords(): { push(delta: string): string; end(): string } {
	let held = '';
	return {
		push(delta) {
			const text = withoutControls(held + delta);
			const at = undecidedFrom(text);
			held = text.slice(at);
			return neutralise(text.slice(0, at));
		},
		end() {
			const rest = neutralise(held);
			held = '';
			return rest;
		},
	};
}
