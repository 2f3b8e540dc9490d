import { formatBytes } from '../../../base/text/format-bytes.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { ModelReply } from '../model.ts';
import { createRoom } from '../model-limits.ts';
import { createMender } from '../text/mend-json.ts';
import { callsInThoughts, createTextCallReader } from '../text/text-calls.ts';
import { type ContentPart, createThinkSplitter } from '../text/think-tags.ts';
import { createCallTracker, type TrackedCall } from './call-tracker.ts';
import { createChoices, type Words } from './choices.ts';
import { type CallDelta, type ChoiceFacts, readChunk } from './wire-chunk.ts';
import { WireError } from './wire-problem.ts';

export interface StreamedPart {
	readonly type: 'text' | 'reasoning';
	readonly delta: string;
}

/** A reply, and what the next request to the same endpoint should know. */
export interface ReadReply {
	readonly reply: ModelReply;
	/** The server's attachments to calls, by our call id. */
	readonly extras: ReadonlyMap<string, unknown>;
	/** Set when the content told whether it starts inside a thought. */
	readonly opensInThought?: boolean;
}

export interface ReplyReader {
	/** Takes one parsed chunk; gives what can be shown at once. */
	take(chunk: unknown): readonly StreamedPart[];
	/** The server has named its reason to end: what follows is only bookkeeping. */
	readonly finished: boolean;
	/** The answer is as long as it may be: nothing more is to be read. */
	readonly full: boolean;
	/** How much of an answer was taken so far, of whatever kind; it only grows. */
	readonly heard: number;
	/** Takes the end. `complete`: it was no break. Throws `WireError` when there is no whole reply. */
	end(complete: boolean): { readonly parts: readonly StreamedPart[]; readonly read: ReadReply };
}

export interface ReaderOptions {
	readonly toolNames: ReadonlySet<string>;
	readonly opensInThought: boolean;
	readonly newId: () => string;
	/** Bytes of text, of reasoning and of arguments that are kept, each. */
	readonly answerBytes: number;
}

const lengthReasons = new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded']);
const brokenReasons = new Set(['error', 'network_error', 'abort', 'insufficient_system_resource']);

/** Puts the chunks of one reply together. Pure but for its own state: no clock, no network. */
export function createReplyReader(options: ReaderOptions): ReplyReader {
	const splitter = createThinkSplitter(options.opensInThought);
	const mender = createMender();
	const tracker = createCallTracker(options.answerBytes, mender);
	let textCalls = createTextCallReader(options.toolNames, mender);
	let text = '';
	// Reasoning of its own field, and thoughts found in the content: only the latter can turn out to be text.
	let reasoning = '';
	let thoughts = '';
	const choices = createChoices(options.answerBytes);
	let usage: Usage | undefined;
	let opensInThought: boolean | undefined;
	let unread: string | undefined;
	let heard = 0;
	// Content is text or thought, and some of it neither: blank space in between.
	const contentRoom = createRoom(2 * options.answerBytes);
	const thoughtRoom = createRoom(options.answerBytes);
	let textRoom = createRoom(options.answerBytes);
	const isFull = () => [contentRoom, thoughtRoom, textRoom, tracker].some(({ full }) => full);

	const say = (words: Words): readonly StreamedPart[] => {
		const thought = thoughtRoom.take(words.reasoning);
		reasoning += thought;
		return [...think(thought), ...splitter.push(contentRoom.take(words.text)).flatMap(settle)];
	};
	const settle = (part: ContentPart): readonly StreamedPart[] => {
		if (part.type === 'moved') return part.to === 'text' ? toText(part.prefix) : toReasoning();
		if (part.type === 'reasoning') {
			const kept = thoughtRoom.take(part.delta);
			thoughts += kept;
			return think(kept);
		}
		return release(textCalls.push(textRoom.take(part.delta)));
	};
	const release = (delta: string): readonly StreamedPart[] => {
		text += delta;
		return delta === '' ? [] : [{ type: 'text', delta }];
	};
	const think = (delta: string): readonly StreamedPart[] => (delta === '' ? [] : [{ type: 'reasoning', delta }]);
	const toReasoning = (): readonly StreamedPart[] => {
		opensInThought = true;
		thoughts = text + textCalls.held;
		text = '';
		textRoom = createRoom(options.answerBytes);
		textCalls = createTextCallReader(options.toolNames, mender);
		return [];
	};
	const toText = (prefix: string): readonly StreamedPart[] => {
		opensInThought = false;
		const content = prefix + thoughts;
		thoughts = '';
		return release(textCalls.push(content));
	};
	const endText = (): readonly StreamedPart[] => {
		const written = textCalls.end();
		unread = written.unread;
		if (written.calls.length === 0 && unread === undefined) return release(written.text);
		text = text.trimEnd();
		takeWritten(written.calls);
		const words = written.text.trim();
		return release(text === '' || words === '' ? words : `\n\n${words}`);
	};
	/** Text that looks like a call is one only where the server gave none itself. */
	const takeWritten = (calls: readonly CallDelta[]): void => {
		if (tracker.empty) for (const call of calls) tracker.take(call);
	};
	const endThoughts = (): void => {
		if (text.trim() === '' && tracker.empty && unread === undefined) {
			takeWritten(callsInThoughts(reasoning + thoughts, options.toolNames, mender));
		}
	};

	return {
		take(chunk) {
			const facts = readChunk(chunk);
			usage = facts.usage ?? usage;
			for (const call of facts.choices.flatMap(({ calls }) => calls)) tracker.take(call);
			heard += facts.choices.reduce((sum, choice) => sum + lengthOf(choice), 0);
			return choices.take(facts.choices).flatMap(say);
		},
		get full() {
			return isFull();
		},
		get heard() {
			return heard;
		},
		get finished() {
			return choices.finished;
		},
		end(complete) {
			const { finish, words } = choices.end();
			const parts = [...say(words)];
			const full = isFull();
			const cut = full || (finish !== undefined && lengthReasons.has(finish));
			parts.push(...splitter.end(cut).flatMap(settle), ...endText());
			endThoughts();
			const calls = tracker.finish(options.newId);
			checkEnd({
				finish,
				complete,
				full: full ? options.answerBytes : undefined,
				nothing: text.trim() === '' && calls.length === 0 && unread === undefined,
			});
			return {
				parts,
				read: {
					reply: {
						text: text.toWellFormed(),
						reasoning: (reasoning + thoughts).trim().toWellFormed(),
						calls: calls.map(({ call }) => call),
						...(usage && { usage }),
						cut,
						...(unread !== undefined && calls.length === 0 && { unread: unread.toWellFormed() }),
						...(full && { cutWhy: cutSentence(options.answerBytes) }),
					},
					extras: extrasOf(calls),
					...(opensInThought !== undefined && { opensInThought }),
				},
			};
		},
	};
}

function cutSentence(bytes: number): string {
	return `The answer was cut at ${formatBytes(bytes)}: MODEL_ANSWER_LIMIT says how long it may be`;
}

/** How much of an answer a chunk brings of one choice. */
function lengthOf({ text, reasoning, calls, finish }: ChoiceFacts): number {
	const args = calls.map((call) => (typeof call.arguments === 'string' ? call.arguments.length : 1));
	return text.length + reasoning.length + args.reduce((sum, length) => sum + length, calls.length) + (finish ? 1 : 0);
}

function extrasOf(calls: readonly TrackedCall[]): ReadonlyMap<string, unknown> {
	return new Map(calls.filter(({ extra }) => extra !== undefined).map(({ call, extra }) => [call.id, extra]));
}

interface End {
	readonly finish: string | undefined;
	readonly complete: boolean;
	readonly nothing: boolean;
	/** The limit that was met. */
	readonly full: number | undefined;
}

function checkEnd({ finish, complete, nothing, full }: End): void {
	if (full !== undefined) {
		if (nothing) throw new WireError({ kind: 'too-long', what: 'reasoning', bytes: full });
		return;
	}
	if (finish === undefined && !complete) throw new WireError({ kind: 'cut-off' });
	if (finish !== undefined && brokenReasons.has(finish)) {
		throw new WireError({ kind: 'refusal', said: `the answer ended with "${finish}"`, all: finish });
	}
	if (!nothing) return;
	if (finish === 'model_context_window_exceeded') {
		throw new WireError({ kind: 'refusal', status: 400, said: '', all: 'context_length_exceeded' });
	}
	if (finish === 'content_filter') throw new WireError({ kind: 'unusable', reason: 'its filter held the answer back' });
}
