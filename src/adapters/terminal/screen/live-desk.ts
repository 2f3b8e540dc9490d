import type { CompleteLine } from '../input/complete-line.ts';
import { createLineEditor, type Keyboard, type LineEditor } from '../input/line-editor.ts';
import type { LineHistory } from '../input/line-history.ts';
import { createPage } from '../render/page.ts';
import type { Style } from '../render/style.ts';
import { cutToWidth, textWidth, wrapColumns } from '../render/text-width.ts';
import type { Desk, DeskEvents } from './desk.ts';
import { createLiveView, type LiveView } from './live-view.ts';
import { composePrompt, createScreen, type LiveArea, type ScreenSize, widthOf } from './screen.ts';

export interface LiveDeskDeps {
	readonly input: Keyboard;
	readonly output: NodeJS.WritableStream;
	readonly size: () => ScreenSize;
	readonly style: Style;
	readonly history: LineHistory;
	readonly complete: CompleteLine;
	readonly clock: () => number;
}

const tickMs = 120;
const noLine = { text: '', before: '', suggestions: [] as readonly string[] };

/** A terminal with keys: the page above, running work below it, the line that is being typed at the bottom. */
export function createLiveDesk(deps: LiveDeskDeps): Desk {
	const { output, size, style, clock } = deps;
	const views = new Set<LiveView>();
	let editor: LineEditor | undefined;
	let label: string | undefined;
	let hint = '';

	const screen = createScreen({ write: (text) => output.write(text), size, compose });
	const width = () => widthOf(size());
	const page = createPage((lines, kind) => screen.print(kind === 'text' ? lines : lines.flatMap(wrapped)));
	const ticker = setInterval(() => views.size > 0 && screen.refresh(), tickMs);
	ticker.unref();
	output.on('resize', screen.refresh);

	function compose({ rows, columns }: ScreenSize): LiveArea {
		const { text, before, suggestions } = editor?.view() ?? noLine;
		const sign = style.accent('› ');
		const prompt = composePrompt(
			{ label: label === undefined ? sign : `${style.dim(`${label} `)}${sign}`, text, before },
			Math.max(10, columns - 1),
			Math.max(1, Math.min(8, Math.floor(rows / 3))),
		);
		const below = belowPrompt(suggestions);
		const above = [...limitRows(workRows(), rows - prompt.rows.length - below.length - 2), ''];
		return {
			rows: [...above, ...prompt.rows, ...below],
			cursor: { row: above.length + prompt.cursor.row, column: prompt.cursor.column },
		};
	}

	/** Styled lines are left to the terminal: cutting one would cut its style. */
	function wrapped(line: string): readonly string[] {
		return textWidth(line) <= width() || line.includes('\u001b') ? [line] : wrapColumns(line, width());
	}

	function workRows(): readonly string[] {
		return [...views].flatMap((view) => [...view.rows()]);
	}

	function belowPrompt(suggestions: readonly string[]): readonly string[] {
		const text = suggestions.length > 0 ? suggestions.map(shortName).join('  ') : hint;
		return text === '' ? [] : [style.dim(cutToWidth(`  ${text}`, width()))];
	}

	function limitRows(rows: readonly string[], most: number): readonly string[] {
		const room = Math.max(1, most);
		if (rows.length <= room) return rows;
		return [...rows.slice(0, room - 1), style.dim(`  … ${rows.length - room + 1} more rows`)];
	}

	function changed(): void {
		screen.refresh();
	}

	async function start(events: DeskEvents): Promise<void> {
		const history = await deps.history.load();
		editor = createLineEditor({
			keyboard: deps.input,
			history,
			complete: deps.complete,
			clock,
			events: {
				...events,
				onLine(line) {
					hint = '';
					if (line.text.trim() !== '') void deps.history.add(line.text);
					events.onLine(line);
				},
				onChange: changed,
				onKey() {
					hint = '';
				},
			},
		});
		screen.refresh();
	}

	return {
		page,
		style,
		start,
		prompt: {
			ask(next) {
				label = next;
				changed();
			},
			hint(text) {
				hint = text;
				changed();
			},
			restore: (raw) => editor?.restore(raw),
			typed: () => (editor?.view().text ?? '') !== '',
			clear: () => editor?.clear(),
		},
		view() {
			const view = createLiveView({ page, style, width, clock, onChange: changed });
			views.add(view);
			return {
				...view,
				end() {
					view.end();
					views.delete(view);
					screen.flush();
				},
			};
		},
		async [Symbol.asyncDispose]() {
			clearInterval(ticker);
			output.off('resize', screen.refresh);
			for (const view of views) view.end();
			views.clear();
			screen.close();
			editor?.[Symbol.dispose]();
		},
	};
}

/** A suggestion without the folder that all of them share. */
function shortName(hit: string): string {
	return hit
		.replace(/^@?"?(?:.*\/(?=.))?/, '')
		.replace(/"$/, '')
		.trim();
}
