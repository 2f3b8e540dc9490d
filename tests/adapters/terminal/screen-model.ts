/** A terminal's screen with everything that has scrolled off it, as far as our own output needs one. */
export interface ScreenModel {
	write(text: string): void;
	/** All rows from the first ever printed, without trailing spaces and trailing empty rows. */
	rows(): readonly string[];
	/** Where the cursor stands, from 0; rows count from the first ever printed. */
	cursor(): { readonly row: number; readonly column: number };
}

const esc = '\u001b';
const tokens = new RegExp(`${esc}\\[([?0-9;]*)([A-Za-z])|\\r|\\n|[^${esc}\\r\\n]`, 'gu');

/** Understands carriage return, line feed, cursor up and right, erasing down and to the right, and ignores styles and modes. Throws for anything else. */
export function createScreenModel(columns: number): ScreenModel {
	const cells: string[][] = [[]];
	let row = 0;
	let column = 0;

	const current = (): string[] => {
		while (cells.length <= row) cells.push([]);
		return cells[row] ?? [];
	};

	function put(character: string): void {
		if (column >= columns) {
			row += 1;
			column = 0;
		}
		const line = current();
		while (line.length < column) line.push(' ');
		line[column] = character;
		column += 1;
	}

	const actions: Readonly<Record<string, (count: number) => void>> = {
		A: (count) => {
			row = Math.max(0, row - count);
		},
		C: (count) => {
			column = Math.min(columns - 1, column + count);
		},
		J: () => {
			current().splice(column);
			cells.splice(row + 1);
		},
		K: () => current().splice(column),
		m: () => {},
		h: () => {},
		l: () => {},
	};

	function control(letter: string, parameters: string): void {
		const act = actions[letter];
		if (act === undefined)
			throw new Error(`The screen model does not know the control sequence "${parameters}${letter}"`);
		act(Number(parameters.replace('?', '')) || 1);
	}

	function move(character: string): void {
		if (character === '\r') column = 0;
		else if (character === '\n') row += 1;
		else put(character);
	}

	return {
		write(text) {
			for (const [token, parameters = '', letter] of text.matchAll(tokens)) {
				if (letter === undefined) move(token);
				else control(letter, parameters);
			}
			current();
		},
		rows: () =>
			cells.map((line) =>
				Array.from(line, (cell) => cell ?? ' ')
					.join('')
					.trimEnd(),
			),
		cursor: () => ({ row, column }),
	};
}
