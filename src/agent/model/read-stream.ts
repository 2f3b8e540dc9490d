import type { Usage } from '../../store/journal.ts';
import { createCallTracker, type TrackedCall } from './call-tracker.ts';
import type { ModelReply } from './model.ts';
import { createTextCallReader } from './text-calls.ts';
import { type ContentPart, createThinkSplitter } from './think-tags.ts';
import { readChunk } from './wire-chunk.ts';
import { WireError } from './wire-problem.ts';

export interface StreamedPart {
	readonly type: 'text' | 'reasoning';
	readonly delta: string;
}

/** A reply, and what the next request to the same endpoint should know. */
export interface ReadReply {
	readonly reply: ModelReply;
	/** What the server attached to calls, by our call id. */
	readonly extras: ReadonlyMap<string, unknown>;
	/** Set when the content told whether it starts inside a thought. */
	readonly opensInThought?: boolean;
}

export interface ReplyReader {
	/** Takes one parsed chunk; gives what can be shown at once. */
	take(chunk: unknown): readonly StreamedPart[];
	/** The server has named its reason to end: what follows is only bookkeeping. */
	readonly finished: boolean;
	/** Takes the end. `complete`: it was no break. Throws `WireError` when there is no whole reply. */
	end(complete: boolean): { readonly parts: readonly StreamedPart[]; readonly read: ReadReply };
}

export interface ReaderOptions {
	readonly toolNames: ReadonlySet<string>;
	readonly opensInThought: boolean;
	readonly newId: () => string;
}

const lengthReasons = new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded']);
const brokenReasons = new Set(['error', 'network_error', 'abort', 'insufficient_system_resource']);

/** Puts the chunks of one reply together. Pure but for its own state: no clock, no network. */
export function createReplyReader(options: ReaderOptions): ReplyReader {
	const splitter = createThinkSplitter(options.opensInThought);
	const tracker = createCallTracker();
	let textCalls = createTextCallReader(options.toolNames);
	let text = '';
	// Reasoning of its own field, and thoughts found in the content: only the latter can turn out to be text.
	let reasoning = '';
	let thoughts = '';
	let finish: string | undefined;
	let usage: Usage | undefined;
	let opensInThought: boolean | undefined;

	const settle = (part: ContentPart): readonly StreamedPart[] => {
		if (part.type === 'moved') return part.to === 'text' ? toText(part.prefix) : toReasoning();
		if (part.type === 'reasoning') {
			thoughts += part.delta;
			return [{ type: 'reasoning', delta: part.delta }];
		}
		return release(textCalls.push(part.delta));
	};
	const release = (delta: string): readonly StreamedPart[] => {
		text += delta;
		return delta === '' ? [] : [{ type: 'text', delta }];
	};
	const toReasoning = (): readonly StreamedPart[] => {
		opensInThought = true;
		thoughts = text + textCalls.end().text;
		text = '';
		textCalls = createTextCallReader(options.toolNames);
		return [];
	};
	const toText = (prefix: string): readonly StreamedPart[] => {
		opensInThought = false;
		const content = prefix + thoughts;
		thoughts = '';
		return release(textCalls.push(content));
	};

	return {
		take(chunk) {
			const facts = readChunk(chunk);
			finish = facts.finish ?? finish;
			usage = facts.usage ?? usage;
			for (const call of facts.calls) tracker.take(call);
			reasoning += facts.reasoning;
			const thought: readonly StreamedPart[] =
				facts.reasoning === '' ? [] : [{ type: 'reasoning', delta: facts.reasoning }];
			return [...thought, ...splitter.push(facts.text).flatMap(settle)];
		},
		get finished() {
			return finish !== undefined;
		},
		end(complete) {
			const cut = finish !== undefined && lengthReasons.has(finish);
			const parts = splitter.end(cut).flatMap(settle);
			const written = textCalls.end();
			if (written.calls.length === 0) parts.push(...release(written.text));
			else text = text.trimEnd();
			// Text that looks like a call is one only where the server gave none itself.
			if (tracker.empty) for (const call of written.calls) tracker.take(call);
			const calls = tracker.finish(options.newId);
			checkEnd({ finish, complete, nothing: text === '' && calls.length === 0 });
			return {
				parts,
				read: {
					reply: {
						text: text.toWellFormed(),
						reasoning: (reasoning + thoughts).trim().toWellFormed(),
						calls: calls.map(({ call }) => call),
						...(usage && { usage }),
						cut,
					},
					extras: extrasOf(calls),
					...(opensInThought !== undefined && { opensInThought }),
				},
			};
		},
	};
}

function extrasOf(calls: readonly TrackedCall[]): ReadonlyMap<string, unknown> {
	return new Map(calls.filter(({ extra }) => extra !== undefined).map(({ call, extra }) => [call.id, extra]));
}

interface End {
	readonly finish: string | undefined;
	readonly complete: boolean;
	readonly nothing: boolean;
}

function checkEnd({ finish, complete, nothing }: End): void {
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
