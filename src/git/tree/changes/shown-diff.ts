import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import { shownPath } from '../refused.ts';
import type { DiffLine } from './diff-lines.ts';
import type { RawChange } from './read-changes.ts';

/** Characters of a diff that is shown. */
export const mostShown = 1_000_000;
/** Kept for the line that says how many files have no room. */
const reserve = 100;

/** Collects a diff for people: whole files as long as there is room, and a line for each of the others. */
export interface ShownDiff {
	/** The file whose part begins with the next line, and the lines of it, in order. */
	begin(change: RawChange): void;
	add(line: DiffLine): void;
	/** All of it, harmless text. */
	text(): string;
}

const signs: Readonly<Record<DiffLine['kind'], string>> = {
	...{ file: '', head: '', binary: '', hunk: '' },
	...{ added: '+', removed: '-', same: ' ', note: '\\' },
};

export function createShownDiff(most = mostShown): ShownDiff {
	const parts: string[] = [];
	let room = most - reserve;
	let more = 0;
	let change: RawChange | undefined;
	let lines: string[] = [];
	let size = 0;
	let inLine = false;
	const put = (text: string): boolean => {
		if (text.length > room) return false;
		room -= text.length;
		parts.push(text);
		return true;
	};
	const close = () => {
		if (change && !(size <= room && put(lines.join(''))) && !put(tooMuch(change))) more += 1;
		lines = [];
		size = 0;
	};
	return {
		begin(next) {
			close();
			change = next;
		},
		add({ kind, text, goesOn }) {
			const shown = `${inLine ? '' : signs[kind]}${visible(text)}${goesOn ? '' : '\n'}`;
			inLine = goesOn;
			size += shown.length;
			if (size <= room) lines.push(shown);
			else lines = [];
		},
		text() {
			close();
			change = undefined;
			return parts.join('') + (more > 0 ? `… and ${more} more files: too much to show\n` : '');
		},
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
