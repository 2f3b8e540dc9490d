import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import type { Committed, DiffPart } from '../../git.ts';
import { shownPath } from '../refused.ts';
import type { DiffLine } from './diff-lines.ts';
import type { RawChange } from './read-changes.ts';

/** Kept for the line that says how many files have no room. */
const reserve = 100;
/** Files that are named where a diff is too long. */
const mostNamed = 5;
/** Lines that are held one by one: many short ones take far more room than their text. */
const mostLines = 1_000;

/** Collects a diff for people: whole files as long as there is room, and a line for each of the others. */
export interface ShownDiff {
	/** The file whose part begins with the next line, and the lines of it, in order. */
	begin(change: RawChange): void;
	add(line: DiffLine): void;
	/** All of it, harmless text. */
	end(): Pick<Committed, 'diff' | 'cut'>;
}

const signs: Readonly<Record<DiffLine['kind'], string>> = {
	...{ file: '', head: '', binary: '', hunk: '' },
	...{ added: '+', removed: '-', same: ' ', note: '\\' },
};

/** `most`: characters. */
export function createShownDiff(most: number): ShownDiff {
	const parts: string[] = [];
	const longest = createLongest();
	const file = createPart();
	let room = most - reserve;
	let change: RawChange | undefined;
	let isCut = false;
	let more = 0;
	let inLine = false;
	const put = (text: string): boolean => {
		if (text.length > room) return false;
		room -= text.length;
		parts.push(text);
		return true;
	};
	const close = () => {
		if (!change) return;
		longest.add({ path: change.path, characters: file.size() });
		if (file.size() <= room && put(file.text())) return;
		isCut = true;
		if (!put(tooMuch(change))) more += 1;
	};
	return {
		begin(next) {
			close();
			change = next;
			file.empty();
		},
		add({ kind, text, goesOn }) {
			file.add(`${inLine ? '' : signs[kind]}${visible(text)}${goesOn ? '' : '\n'}`, room);
			inLine = goesOn;
		},
		end() {
			close();
			change = undefined;
			const diff = parts.join('') + (more > 0 ? `… and ${more} more files: too much to show\n` : '');
			return { diff, ...(isCut && { cut: longest.all() }) };
		},
	};
}

/** The part of one file: its text as long as there is room for it, its size in any case. */
function createPart() {
	let chunks: string[] = [];
	let lines: string[] = [];
	let size = 0;
	const drop = () => {
		chunks = [];
		lines = [];
	};
	return {
		add(text: string, room: number) {
			size += text.length;
			if (size > room) return drop();
			if (lines.push(text) < mostLines) return;
			chunks.push(lines.join(''));
			lines = [];
		},
		size: () => size,
		text: () => chunks.join('') + lines.join(''),
		empty() {
			drop();
			size = 0;
		},
	};
}

/** The longest parts of all that are added. */
function createLongest() {
	let longest: readonly DiffPart[] = [];
	return {
		add(part: DiffPart) {
			const shortest = longest[mostNamed - 1]?.characters ?? -1;
			if (part.characters <= shortest) return;
			longest = [...longest, part].toSorted((one, other) => other.characters - one.characters).slice(0, mostNamed);
		},
		all: () => longest,
	};
}

/** A line's end within a line would be one of the diff's. */
function visible(text: string): string {
	return sanitise(text.replaceAll('\r', '\\r'));
}

function tooMuch({ path, added, removed }: RawChange): string {
	const counts = added === undefined ? '' : ` (+${added} −${removed})`;
	return `${shownPath(path)} has changed${counts}: too much to show\n`;
}
