import { beginningFor, cutText, oneLine } from '../../../base/text/cut-text.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { Meter } from '../dialect.ts';
import { isMembers } from '../read/allow.ts';
import { higher, type ReadTold } from './counted.ts';
import { createEvents } from './events.ts';
import { createLines, mostLineBytes } from './lines.ts';

/** Characters of a failure's words. */
const mostWords = 300;

/** Only an event with one of these tells anything: in a text that the model wrote, their quotation marks are escaped. */
const telling = /"(?:usage|usageMetadata|x_groq|error)"\s*:\s*[{"]|"type"\s*:\s*"error"/;

/** A meter for an answer of this content type. */
export function createMeter(contentType: string, read: ReadTold): Meter {
	let usage: Usage | undefined;
	let failure: string | undefined;
	let isOver = false;

	function take(data: string): void {
		const value = telling.test(data) ? parsed(data) : undefined;
		if (!isMembers(value)) return;
		const told = read(value);
		usage = higher(usage, told.usage);
		isOver ||= told.isLast === true && told.usage !== undefined;
		if (told.failure !== undefined) failure ??= cutText(oneLine(beginningFor(told.failure, mostWords)), mostWords);
	}

	const source = isStream(contentType) ? createEvents(take) : createWhole(take);
	return { push: source.push, end: source.end, usage: () => usage, failure: () => failure, isOver: () => isOver };
}

function isStream(contentType: string): boolean {
	return /^\s*text\/event-stream\b/i.test(contentType);
}

/** An answer that is one object: kept while it is no longer than a line may be, and read at its end. */
function createWhole(onData: (data: string) => void) {
	let pieces: string[] = [];
	let length = 0;
	const lines = createLines((line) => {
		length += line === undefined ? Number.POSITIVE_INFINITY : line.length + 1;
		if (length > mostLineBytes) pieces = [];
		else if (line !== undefined) pieces.push(line);
	});
	return {
		push: lines.push,
		end: () => {
			lines.end();
			if (length <= mostLineBytes) onData(pieces.join('\n'));
		},
	};
}

/** Arrays too: Gemini's errors come in one. */
function parsed(data: string): unknown {
	try {
		const value: unknown = JSON.parse(data);
		return Array.isArray(value) ? value[0] : value;
	} catch {
		return undefined;
	}
}
