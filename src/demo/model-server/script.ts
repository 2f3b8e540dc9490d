/** A tool call of a scripted reply. `arguments` is sent as JSON text; a string goes as it is, even if it is broken. */
export interface ScriptedCall {
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>> | string;
	/** Default: one of the server's own, never used twice. */
	readonly id?: string;
}

/** An answer with an error status, in OpenAI's shape. */
export interface ScriptedError {
	readonly status: number;
	readonly message?: string;
	readonly code?: string;
	/** Seconds for the `Retry-After` header. */
	readonly retryAfter?: number;
}

/** One reply of the scripted model. Everything is optional: `{}` is an empty turn. */
export interface ScriptedReply {
	/** A list is sent chunk by chunk. */
	readonly text?: string | readonly string[];
	readonly reasoning?: string | readonly string[];
	readonly calls?: readonly ScriptedCall[];
	/** Default: estimated from the length of request and reply. `null`: the server counts nothing. */
	readonly usage?: { readonly input: number; readonly output: number } | null;
	/** Milliseconds before the answer begins, and between its chunks. Default 0: the whole answer goes out in one write. */
	readonly delayMs?: number;
	readonly chunkDelayMs?: number;
	/** The answer begins when this settles: for tests that hold a model call open. */
	readonly after?: Promise<unknown>;
	/** The connection is dropped after this many chunks. */
	readonly cutAfter?: number;
	/** Default: `tool_calls` with calls, else `stop`. */
	readonly finish?: string;
	readonly error?: ScriptedError;
}

/** A chat completion as it came, and what became of it. */
export interface RecordedRequest {
	/** The body, byte for byte as text. */
	readonly raw: string;
	readonly body: ChatRequest;
	readonly model: string;
	/** The grammar's objection; then the request was answered with 400 and took no reply off the script. */
	readonly problem?: string;
	/** Resolves when the connection is done with: `aborted` when the client left before the end. */
	readonly ended: Promise<'answered' | 'aborted'>;
}

/** The parts of a request body that scripts read. */
export interface ChatRequest {
	readonly model: string;
	readonly messages: readonly ChatRequestMessage[];
	readonly tools?: readonly {
		readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown };
	}[];
	readonly stream?: boolean;
	readonly response_format?: {
		readonly type: string;
		readonly json_schema?: { readonly name: string; readonly schema: unknown };
	};
	readonly seed?: number;
	readonly temperature?: number;
}

export interface ChatRequestMessage {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly content?: string | null;
	readonly tool_calls?: readonly {
		readonly id: string;
		readonly function: { readonly name: string; readonly arguments: string };
	}[];
	readonly tool_call_id?: string;
}

/** A reply, or one that is made from the request. `nth` counts this model's replies from 0; the signal aborts when the client leaves. */
export type ScriptStep = ScriptedReply | ScriptFunction;
export type ScriptFunction = (
	request: ChatRequest,
	nth: number,
	signal: AbortSignal,
) => ScriptedReply | Promise<ScriptedReply>;

/** A model's replies: a list, one step for each request in order, or one function for all of them. */
export type Script = readonly ScriptStep[] | ScriptFunction;

/** Plays a script: the next reply, or undefined when the list is at its end. */
export type Player = (request: ChatRequest, signal: AbortSignal) => Promise<ScriptedReply | undefined>;

export function createPlayer(script: Script): Player {
	let nth = 0;
	return async (request, signal) => {
		const at = nth++;
		const step = typeof script === 'function' ? script : script[at];
		return typeof step === 'function' ? await step(request, at, signal) : step;
	};
}
