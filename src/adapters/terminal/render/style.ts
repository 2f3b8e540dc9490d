import { styleText } from 'node:util';

type Paint = (text: string) => string;

/** How the terminal sets words apart. Without colour every one of these gives its text back. */
export interface Style {
	readonly dim: Paint;
	readonly bold: Paint;
	readonly good: Paint;
	readonly bad: Paint;
	readonly accent: Paint;
}

/** Escape sequences are written by us alone, around text that was cleaned before. */
export const colorStyle: Style = {
	dim: (text) => paint('dim', text),
	bold: (text) => paint('bold', text),
	good: (text) => paint('green', text),
	bad: (text) => paint('red', text),
	accent: (text) => paint('cyan', text),
};

export const plainStyle: Style = {
	dim: (text) => text,
	bold: (text) => text,
	good: (text) => text,
	bad: (text) => text,
	accent: (text) => text,
};

function paint(format: 'dim' | 'bold' | 'green' | 'red' | 'cyan', text: string): string {
	return text === '' ? '' : styleText(format, text, { validateStream: false });
}
