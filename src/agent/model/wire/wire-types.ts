/** A tool call as chat completions carry it. `extra_content` is Gemini's, echoed as it came. */
export interface WireCall {
	readonly id: string;
	readonly type: 'function';
	readonly function: { readonly name: string; readonly arguments: string };
	readonly extra_content?: unknown;
}

/** A part of a user message in OpenAI's form: https://platform.openai.com/docs/api-reference/chat/create, `messages[].content[]`. */
export type WirePart =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface WireAssistant {
	readonly role: 'assistant';
	readonly content?: string | null;
	readonly reasoning_content?: string;
	readonly tool_calls?: readonly WireCall[];
}

/** A chat message as we send it. The system message comes first and only once. */
export type WireMessage =
	| { readonly role: 'system'; readonly content: string }
	| { readonly role: 'user'; readonly content: string | readonly WirePart[] }
	| WireAssistant
	| { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface WireTool {
	readonly type: 'function';
	readonly function: {
		readonly name: string;
		readonly description: string;
		readonly parameters: Readonly<Record<string, unknown>>;
	};
}

export type ResponseFormat =
	| { readonly type: 'json_object' }
	| {
			readonly type: 'json_schema';
			readonly json_schema: { readonly name: string; readonly strict: boolean; readonly schema: unknown };
	  };

/** The fields of which one limits an answer, in tokens. */
export type CapField = 'max_tokens' | 'max_completion_tokens';

/**
 * The body of one chat completion. What some servers refuse is left out on purpose: `parallel_tool_calls`, `store`, `strict` on tools, the
 * `developer` role; and one of `max_tokens` and `max_completion_tokens` is there only where a budget limits the answer.
 */
export interface ChatBody {
	readonly model: string;
	readonly messages: readonly WireMessage[];
	readonly tools?: readonly WireTool[];
	readonly tool_choice?: 'none';
	readonly stream: boolean;
	readonly stream_options?: { readonly include_usage: true };
	readonly response_format?: ResponseFormat;
	readonly seed?: number;
	readonly temperature?: number;
	readonly max_tokens?: number;
	readonly max_completion_tokens?: number;
}
