/** A request for an answer in the form that all dialects share: as much of it as scripts read. */
export interface Conversation {
	readonly model: string;
	readonly turns: readonly Turn[];
	readonly tools: readonly OfferedTool[];
	/** A JSON schema, where the client wants the answer by one. */
	readonly wanted?: unknown;
	/** `array`: Gemini's stream without `alt=sse`. */
	readonly delivery: 'whole' | 'events' | 'array';
	/** Chat Completions alone: the stream is to end with its usage. */
	readonly wantsUsage?: boolean;
}

export type Turn =
	| { readonly role: 'system' | 'user'; readonly text: string }
	| { readonly role: 'assistant'; readonly text: string; readonly calls: number }
	| { readonly role: 'tool'; readonly text: string };

/**
 * A tool as the client offers it. `custom`: takes one text instead of fields; `hosted`: the provider itself would run it, so that it reaches the
 * world from any sandbox.
 */
export type OfferedTool =
	| { readonly kind: 'function'; readonly name: string; readonly schema: unknown }
	| { readonly kind: 'custom'; readonly name: string }
	| { readonly kind: 'hosted'; readonly name: string };
