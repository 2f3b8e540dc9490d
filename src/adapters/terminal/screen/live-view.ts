import { waitText } from '../../../base/queue/wait-text.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import { cleanLine, cleanText } from '../render/clean-text.ts';
import { describeEvent, type EventFacts, type KeyedEvent, toolLine } from '../render/describe-event.ts';
import { formatDuration } from '../render/format-duration.ts';
import { outputIn } from '../render/output-in.ts';
import type { Page } from '../render/page.ts';
import { createStreamText, type StreamText } from '../render/stream-text.ts';
import type { Style } from '../render/style.ts';
import { cutToWidth, wordWrap } from '../render/text-width.ts';
import type { ShowView } from './desk.ts';

export interface LiveViewDeps {
	readonly page: Page;
	readonly style: Style;
	/** Columns that may be filled. */
	readonly width: () => number;
	/** ms since any fixed moment. */
	readonly clock: () => number;
	readonly onChange: () => void;
}

/** A view that also has rows which are drawn again and again. */
export interface LiveView extends ShowView {
	rows(): readonly string[];
}

interface RunningCall {
	readonly tool: string;
	readonly title: string;
	readonly since: number;
	/** The end of its output, as it came. */
	tail: string;
}

/** The model may be silent this long, in ms, before a waiting sign is worth a row. */
const patienceMs = 300;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;
/** Output kept of a running call, in characters; more than one row of it is never shown. */
const tailChars = 2000;

/** Of a line that has not ended its last rows are shown. */
const openRows = 6;
const mostOpen = 1000;

/** The turn as it happens on a terminal. */
export function createLiveView({ page, style, width, clock, onChange }: LiveViewDeps): LiveView {
	const calls = new Map<string, RunningCall>();
	let stream: { readonly step: number; readonly text: StreamText } | undefined;
	/** Why it waits, where it does. */
	let queued: string | undefined;
	/** Since when nothing has come from the model that is expected to speak. */
	let quietSince: number | undefined;

	function streamOf(step: number): StreamText {
		if (stream?.step !== step) {
			endStream();
			stream = { step, text: createStreamText(width, style) };
		}
		return stream.text;
	}

	function write(text: StreamText, rows: readonly string[]): void {
		page.put('text', rows, text);
		page.hold(text, () => text.breakRow());
	}

	function endStream(): void {
		if (stream !== undefined) page.put('text', stream.text.end(), stream.text);
		stream = undefined;
	}

	function see(event: AgentEvent): void {
		if (event.type === 'turn-started') quietSince = clock();
		queued = whyQueued(event, queued);
		if (event.type === 'text') {
			quietSince = undefined;
			const text = streamOf(event.step);
			write(text, text.push(event.delta));
		}
		if (event.type === 'tool-started') {
			quietSince = undefined;
			calls.set(event.callId, { tool: event.tool, title: event.title, since: clock(), tail: '' });
		}
		const words = outputIn(event);
		const call = words && calls.get(words.callId);
		if (call) call.tail = (call.tail + words.text).slice(-tailChars);
		onChange();
	}

	function putMessage(event: Extract<KeyedEvent, { readonly type: 'message' }>): void {
		let text = streamOf(event.step);
		let missing = text.missing(event.text);
		if (missing === undefined) {
			endStream();
			page.put('meta', [style.dim('  The answer was begun anew')]);
			text = streamOf(event.step);
			missing = event.text;
		}
		write(text, text.push(missing));
		endStream();
	}

	function put(event: KeyedEvent, facts: EventFacts): void {
		settle(event);
		if (event.type === 'message') putMessage(event);
		else {
			endStream();
			const { kind, lines } = describeEvent(event, facts, style, width());
			page.put(kind, lines);
		}
		onChange();
	}

	/** Takes whatever this event ends off the live rows; after it the model is expected to speak. */
	function settle(event: KeyedEvent): void {
		if (event.type === 'tool-finished') calls.delete(event.callId);
		if (event.type === 'message' || event.type === 'tool-finished') quietSince = calls.size === 0 ? clock() : undefined;
		if (event.type === 'turn-ended' || event.type === 'question') quietSince = undefined;
	}

	function callRows({ tool, title, since, tail }: RunningCall): readonly string[] {
		const time = formatDuration(Math.floor((clock() - since) / 100) * 100);
		const row = toolLine({ mark: style.accent(frame(clock())), tool, title, tail: time }, style, width());
		const output = lastLine(tail);
		return output === '' ? [row] : [row, style.dim(`    ${cutToWidth(output, width() - 4)}`)];
	}

	function waitingRows(): readonly string[] {
		if (queued !== undefined)
			return [`  ${style.accent(frame(clock()))} ${style.dim(cutToWidth(`waits, ${queued}`, width() - 4))}`];
		if (quietSince === undefined || clock() - quietSince < patienceMs) return [];
		const seconds = Math.floor((clock() - quietSince) / 1000);
		const time = seconds === 0 ? '' : `  ${formatDuration(seconds * 1000).replace('.0', '')}`;
		return [`  ${style.accent(frame(clock()))} ${style.dim(`thinking${time}`)}`];
	}

	function workRows(): readonly string[] {
		const rows = [...[...calls.values()].flatMap(callRows), ...waitingRows()];
		return rows.length > 0 && page.gapBefore('meta', calls) ? ['', ...rows] : rows;
	}

	function textRows(): readonly string[] {
		const open = stream?.text.open() ?? '';
		if (stream === undefined || open === '') return [];
		const rows = wordWrap(open.slice(-mostOpen).toWellFormed(), width()).slice(-openRows);
		return page.gapBefore('text', stream.text) ? ['', ...rows] : rows;
	}

	return {
		see,
		put,
		drop(event) {
			settle(event);
			if (event.type === 'message') stream = undefined;
			onChange();
		},
		end() {
			endStream();
			calls.clear();
			queued = undefined;
			quietSince = undefined;
			onChange();
		},
		rows: () => [...textRows(), ...workRows()],
	};
}

function frame(now: number): string {
	return frames[Math.floor(now / frameMs) % frames.length] ?? '';
}

function whyQueued(event: AgentEvent, before: string | undefined): string | undefined {
	return event.type === 'queued' ? event.standing && waitText(event.standing) : before;
}

function lastLine(tail: string): string {
	const lines = cleanText(tail).split('\n');
	return cleanLine(lines.findLast((line) => line.trim() !== '') ?? '');
}
