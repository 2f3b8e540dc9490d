import { createInterface } from 'node:readline';
import type { Keyboard } from '../input/line-editor.ts';
import { cleanText } from '../render/clean-text.ts';
import { describeEvent } from '../render/describe-event.ts';
import { createPage, type Page } from '../render/page.ts';
import { rowsOf } from '../render/stream-text.ts';
import { plainStyle } from '../render/style.ts';
import { wrapColumns } from '../render/text-width.ts';
import type { Desk, ShowView } from './desk.ts';
import { type ScreenSize, widthOf } from './screen.ts';

export interface PlainDeskDeps {
	readonly input: Keyboard;
	readonly output: NodeJS.WritableStream;
	readonly size: () => ScreenSize;
}

/** Titles of tools are cut so that a line stays within this. */
export const plainWidth = 100;

/** Lines in, lines out, nothing drawn twice and no escape sequences: for terminals that cannot draw. */
export function createPlainDesk({ input, output, size }: PlainDeskDeps): Desk {
	const wrapped = (line: string) => wrapColumns(line, widthOf(size()));
	const page = createPage((lines, kind) => {
		const rows = kind === 'text' ? lines : lines.flatMap(wrapped);
		output.write(rows.map((row) => `${row}\n`).join(''));
	});
	const reader = { close: () => {} };
	return {
		page,
		style: plainStyle,
		prompt: {
			ask: (label) => label !== undefined && page.put('meta', [`  ${label}:`]),
			hint: () => {},
			restore: () => {},
			typed: () => false,
			clear: () => {},
		},
		view: () => plainView(page, size),
		async start({ onLine, onEnd }) {
			const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
			lines.on('line', (line) => onLine({ text: cleanText(line), typed: cleanText(line), raw: line }));
			lines.on('close', onEnd);
			reader.close = () => {
				lines.removeAllListeners();
				lines.close();
			};
		},
		async [Symbol.asyncDispose]() {
			reader.close();
		},
	};
}

function plainView(page: Page, size: PlainDeskDeps['size']): ShowView {
	return {
		see: () => {},
		put(event, facts) {
			const { kind, lines } = describeEvent(event, facts, plainStyle, plainWidth);
			page.put(kind, event.type === 'message' ? rowsOf(lines.join('\n'), widthOf(size()), plainStyle) : lines);
		},
		drop: () => {},
		end: () => {},
	};
}
