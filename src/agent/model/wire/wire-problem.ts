/** A failure on the way to an answer, free of the library's classes and of anything that was sent. */
export type WireProblem =
	| {
			/** The server said so: by a status, or (then without one) inside a stream that began well. */
			readonly kind: 'refusal';
			readonly status?: number | undefined;
			/** The server's sentence, for people; '' when it gave none. */
			readonly said: string;
			/** All that the error object holds, for telling refusals apart; never shown. */
			readonly all: string;
			readonly retryAfterMs?: number | undefined;
	  }
	/** No connection, or it broke before the answer began. `code` is a system or TLS code such as ECONNREFUSED, or ''. */
	| { readonly kind: 'connection'; readonly code: string }
	/** The server would have had the request sent to another one, at the origin `to`. */
	| { readonly kind: 'redirected'; readonly to: string }
	| { readonly kind: 'silent' }
	/** Bytes, but nothing of an answer for so long. */
	| { readonly kind: 'stalled'; readonly ms: number }
	/** The whole answer took longer than that. */
	| { readonly kind: 'endless'; readonly ms: number }
	/** More than `bytes` in one event or in all (`wire`), or of reasoning with nothing to show for it. */
	| { readonly kind: 'too-long'; readonly what: 'wire' | 'reasoning'; readonly bytes: number }
	/** The answer began and broke off. */
	| { readonly kind: 'cut-off' }
	/** A web page, or something else that is not a completion. */
	| { readonly kind: 'no-completion' }
	/** A completion that cannot be used; `reason` completes "gave no usable answer: …". */
	| { readonly kind: 'unusable'; readonly reason: string };

/** Carries a problem that we found ourselves. */
export class WireError extends Error {
	override readonly name = 'WireError';
	readonly problem: WireProblem;

	constructor(problem: WireProblem, options?: ErrorOptions) {
		super(`No answer on the wire: ${problem.kind}`, options);
		this.problem = problem;
	}
}
