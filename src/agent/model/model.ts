import type { z } from 'zod';
import type { ModelFailure } from '../../base/errors.ts';
import type { Usage } from '../../chat/usage.ts';
import type { Message, ToolCall } from '../../store/journal.ts';
import type { CodeField } from './text/fences/code-beside.ts';

/** A tool the model is told of. `name` matches `^[a-zA-Z0-9_-]{1,64}$`; `parameters` is a JSON Schema of type `object`. */
export interface ToolSpec {
	readonly name: string;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

/** One model call: the fixed system prompt, the history, the tools. Tool messages follow the call they answer. */
export interface ModelRequest {
	readonly system: string;
	readonly messages: readonly Message[];
	readonly tools: readonly ToolSpec[];
	/** Data URLs of the pictures that are shown, by the name that messages have them under; others are named in words. */
	readonly pictures?: ReadonlyMap<string, string>;
}

/**
 * A piece of the stream while a reply is made. `retry` is only yielded while no text was, so that people see nothing
 * twice: reasoning, which they do not see, may begin anew; `waitMs` is how long the wait before the next try is. `waits`: others hold what is left of a budget, and it begins when they have
 * done. The reply's own text is what counts: a server that hides
 * the start of a thought makes us stream it as text the first time.
 */
export type ModelPart =
	| { readonly type: 'text'; readonly delta: string }
	| { readonly type: 'reasoning'; readonly delta: string }
	| { readonly type: 'retry'; readonly reason: string; readonly waitMs: number }
	| { readonly type: 'waits' };

/**
 * A whole reply. `text` and `calls` may both be empty. Call ids are unique within the process; broken arguments are
 * `{}` with `problem`. `cut` says that it ends at a length limit: the server's, or ours, and then `cutWhy` is the sentence
 * for people that names the limit.
 */
export interface ModelReply {
	readonly text: string;
	readonly reasoning: string;
	readonly calls: readonly ToolCall[];
	readonly usage?: Usage;
	readonly cut: boolean;
	readonly cutWhy?: string;
	/** It ends where a budget does; `cutWhy` is there, too. */
	readonly cutBy?: 'budget';
	/** The end of it, left out of `text`: it looks like a call that was written as text, and cannot be read. Only where there are no calls. */
	readonly unread?: string;
	/** Another model than the preferred one made it, and why that did not. */
	readonly instead?: { readonly model: string; readonly why: string; readonly failure?: ModelFailure };
}

/** A question whose answer must match `schema`. `name` matches `^[a-zA-Z0-9_-]{1,64}$`. */
export interface StructuredRequest<T> {
	readonly system: string;
	readonly prompt: string;
	readonly name: string;
	readonly schema: z.ZodType<T>;
	/** A field that is asked for in a fence beside the JSON; in it, it counts as well. */
	readonly code?: CodeField;
	readonly seed?: number;
	readonly temperature?: number;
}

/** One model at one endpoint. Safe to use for several calls at once. */
export interface Model {
	/** The endpoint's name of the model, for status and logs. */
	readonly name: string;
	/**
	 * Streams one reply; the generator returns the whole of it. Rejects with `ModelError` after all retries, with the
	 * signal's reason when aborted. Ending the generator early closes the connection.
	 */
	reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, ModelReply>;
	/** Asks for one validated value. `ModelError` with `bad-answer` when the second answer does not match either. */
	ask<T>(request: StructuredRequest<T>, signal: AbortSignal): Promise<{ readonly value: T; readonly usage?: Usage }>;
}
