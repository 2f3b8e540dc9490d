import type { PermissionAnswer, PermissionAsk } from './permission.ts';
import type { AgentUpdate } from './update.ts';

/** How a prompt ended; `why` is one sentence for people. */
export type PromptEnd =
	| { readonly kind: 'done' }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'refused'; readonly why: string }
	| { readonly kind: 'failed'; readonly why: string };

/** Who watches a prompt. The callbacks are called in the order in which things came, and not after the prompt's end. */
export interface PromptWatch {
	/** Aborting stops the agent: `prompt` then rejects with the signal's reason, after at most 3 s. */
	readonly signal: AbortSignal;
	readonly onUpdate: (update: AgentUpdate) => void;
	/** The agent waits meanwhile. Where it rejects, the agent is told no. */
	readonly onPermission: (ask: PermissionAsk) => Promise<PermissionAnswer>;
}

/** A coding agent that has been started, for one prompt after the other. Disposing ends its process. */
export interface Driver extends AsyncDisposable {
	/** Runs one prompt; never two at a time. Rejects with the signal's reason only: whatever else goes wrong is `failed`. */
	prompt(text: string, watch: PromptWatch): Promise<PromptEnd>;
	/** Why it can take no other prompt, a sentence. Without it, or undefined: it can. */
	broken?(): string | undefined;
}
