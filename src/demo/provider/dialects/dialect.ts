import type { ScriptedReply } from '../../model-server/script.ts';
import type { Conversation } from '../conversation.ts';

export type DialectName = 'chat' | 'responses' | 'messages' | 'gemini';

/** A request without its body. */
export interface WireRequest {
	readonly method: string;
	/** Without the query. */
	readonly path: string;
	readonly query: URLSearchParams;
	/** By their names in lower case. */
	readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A call of a dialect. `model`: where the path names it. */
export interface ProviderCall {
	readonly kind: 'generate' | 'count' | 'models';
	/** As the client sent it. */
	readonly key: string | undefined;
	readonly model?: string;
}

/** Why a request is not answered, in the vendor's words. */
export interface Refusal {
	readonly status: number;
	readonly message: string;
	/** OpenAI's and Google's own code for it, where the message alone does not decide. */
	readonly code?: string;
	readonly param?: string;
}

/** The facts of one answer. */
export interface AnswerFacts {
	readonly conversation: Conversation;
	/** Characters of the request, for the estimate of usage. */
	readonly requestLength: number;
	/** An id that was never given before, such as `call_7`. */
	readonly newId: (kind: string) => string;
}

/** One vendor's interface, as strict as the vendor's own. All of it is pure. */
export interface ProviderDialect {
	readonly name: DialectName;
	/** Undefined: not this dialect's. */
	route(request: WireRequest): ProviderCall | undefined;
	/** The first fault, or undefined. `body`: parsed, undefined when it is no JSON. */
	check(call: ProviderCall, request: WireRequest, body: unknown): Refusal | undefined;
	/** Of a body that has passed. */
	read(call: ProviderCall, request: WireRequest, body: unknown): Conversation;
	readonly write: DialectWriter;
}

/** How answers look in a dialect. */
export interface DialectWriter {
	/** The pieces of a stream, each with all that delimits it. */
	stream(reply: ScriptedReply, facts: AnswerFacts): readonly string[];
	whole(reply: ScriptedReply, facts: AnswerFacts): unknown;
	/** The answer to a request to count tokens. */
	count(tokens: number): unknown;
	/** The list of models, or the one that the call names. */
	models(names: readonly string[], call: ProviderCall): unknown;
	error(refusal: Refusal): unknown;
}
