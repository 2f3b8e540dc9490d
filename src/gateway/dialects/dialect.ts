import type { Usage } from '../../chat/usage.ts';

/** The ways of speaking to a model that the gateway knows: each has addresses, bodies, streams and errors of its own. */
export type DialectName = 'chat' | 'responses' | 'messages' | 'gemini';

/** One way of speaking to a model. All of it is pure, and linear in what it is given. */
export interface Dialect {
	readonly name: DialectName;
	/** Which call of this dialect a request is; `undefined` where it is none. `target`: path and query as they were asked for. */
	route(method: string, target: string): Route | undefined;
	/** Parses the body of a call that goes upstream (`generate`, `count`), holds it against the allow-list, and writes it anew. Never throws. */
	rewrite(route: Route, body: Uint8Array, rules: RewriteRules): Rewritten;
	/** Counts along an answer to `generate` with status 200. `contentType`: the answer's, which says whether it is a stream. */
	meter(route: Route, contentType: string): Meter;
	/** A failure as this dialect's own clients expect it. Any status from 400 on. */
	error(status: number, sentence: string): DialectError;
}

/** A call. `models` and `model` are answered by the gateway itself (`modelList`): nobody is asked. */
export interface Route {
	readonly call: 'generate' | 'count' | 'models' | 'model';
	/** Below the upstream's address as its vendor's own clients take it: OpenAI's ends in `/v1`, those of Anthropic and Gemini do not. */
	readonly path: string;
	/** Where the address names it, rather than the body. */
	readonly model?: string;
	/** Where the address tells, rather than the body. */
	readonly streams?: boolean;
}

/** By what a request is measured. */
export interface RewriteRules {
	/** The models that may be asked, by their exact names. */
	readonly models: readonly string[];
	/** The output limit, in tokens, of a request that has none, or a higher one. */
	readonly outputCap: number;
	/** Chat Completions alone: the limit's name at this upstream; by default the one that the client used, or `max_tokens`. */
	readonly chatLimit?: 'max_tokens' | 'max_completion_tokens' | undefined;
	/** Chat Completions alone: tokens that a model of this upstream may think beside its output limit where the request says nothing of that; by default none. */
	readonly thoughtBeside?: number | undefined;
	/** Chat Completions and generateContent: this upstream keeps what is asked and answered where a request does not say that it must not. */
	readonly keepsUnlessTold?: boolean | undefined;
}

/** The request that goes upstream instead of the one that came, or why none does. */
export type Rewritten =
	| {
			readonly kind: 'ok';
			/** As `Route.path`, with the query that is allowed. */
			readonly path: string;
			/** JSON of our own writing. */
			readonly body: string;
			readonly model: string;
			readonly streams: boolean;
			/** Tokens that the answer may have at most: the output limit that is in the body, and what may be thought beside it. 0 for `count`. */
			readonly maxOutput: number;
			/** Tokens that the input has, rather too many than too few. 0 for `count`. */
			readonly inputEstimate: number;
			/** The input may have many times as many: a small file can have a thousand pages. */
			readonly isVague: boolean;
			/** Left out, as a provider would have run or fetched it; each feature once. */
			readonly stripped: readonly Stripped[];
	  }
	| { readonly kind: 'refused'; readonly status: number; readonly sentence: string };

/** Something that a provider would have run or fetched itself. */
export interface Stripped {
	/** A short name, of our own choosing: `web search`. Never a text of the request. */
	readonly feature: string;
	/** For people: one sentence. */
	readonly sentence: string;
}

/** Reads an answer as it passes, split anywhere; keeps no more than one line of it, and of that at most 1 MiB. Never throws. */
export interface Meter {
	push(chunk: Uint8Array): void;
	/** Tokens used, as far as was told until now; `undefined`: nothing yet. Call `end` first where the answer is whole. */
	usage(): Usage | undefined;
	/** An error that came inside of an answer that had begun well: a sentence, at most 300 characters, the provider's words. */
	failure(): string | undefined;
	/** The usage is that of the whole answer: its last event came, after which a client may leave. */
	isOver(): boolean;
	/** There is no more: reads what stood in a last line without an end, or a body that is no stream. */
	end(): void;
}

/** An error's body, and its event for a stream that has begun already. */
export interface DialectError {
	readonly contentType: string;
	readonly body: string;
	/** To be written at the end of a stream (`text/event-stream`) whose last event is whole; begins with a line break, so that it ends an event that is not. */
	readonly event: string;
}
