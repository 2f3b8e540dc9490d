/** A file that a tool of the agent says it changes. */
export interface FileDiff extends FileTexts {
	/** Below `/workspace` without that, else as the agent gave it. */
	readonly path: string;
	/** Lines. */
	readonly added: number;
	readonly removed: number;
}

export interface FileTexts {
	/** Missing: a new file. */
	readonly before?: string;
	readonly after: string;
	/** The texts are not whole, as they are long. */
	readonly cut?: true;
}

/** `unknown`: the turn ended while the tool still ran, and nobody has said how that ended. */
export type ToolStatus = 'running' | 'done' | 'failed' | 'unknown';

/** A tool of the agent as far as is known of it: a later update of an id replaces the one before. */
export interface ToolCard {
	readonly id: string;
	readonly title: string;
	/** All that the title is the beginning of, or a line of; missing where it is no more than that. Ends with `…` where it is not whole either. */
	readonly whole?: string;
	/** `edit`, `execute`, `read`, `search`, `delete`, `move`, `think`, `fetch`, `other`; nobody holds agents to these. */
	readonly toolKind: string;
	readonly status: ToolStatus;
	/** There only where the tool has said anything. */
	readonly results?: ToolResults;
}

export interface ToolResults {
	readonly diffs: readonly FileDiff[];
	/** The end of what it printed; empty where it printed nothing. */
	readonly output: string;
}

export interface PlanEntry {
	readonly text: string;
	readonly status: 'pending' | 'in_progress' | 'completed';
}

/** Told by an agent while it works: text of others, bounded and sanitised. The ids of cards alone are as it gave them. */
export type AgentUpdate =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'thought'; readonly text: string }
	| { readonly kind: 'tool'; readonly card: ToolCard }
	/** Replaces the plan before it. */
	| { readonly kind: 'plan'; readonly entries: readonly PlanEntry[] }
	/** Something that people are told of the run itself, a sentence. */
	| { readonly kind: 'notice'; readonly text: string }
	/** So many tools have no card, as there are too many. */
	| { readonly kind: 'more'; readonly tools: number }
	/** Tokens in the model's context, as the agent counts them: a fact to show, no bill. */
	| { readonly kind: 'usage'; readonly used: number; readonly size: number };
