import type { ToolContext, ToolOutcome } from '../tool.ts';

/** Where tools are looked for: the session, the call that asks, and the signal that ends it. */
export type ToolScene = Pick<ToolContext, 'session' | 'call' | 'signal'>;

/** Words in which people ask for a tool beside those that describe it, in whatever languages. */
export interface FoundBy {
	readonly phrases: readonly string[];
	readonly synonyms: readonly string[];
	/** Jobs that it might be taken for, and does not do. */
	readonly notFor: readonly string[];
}

/** The words of a tool that a search reads. */
export type SearchableTool = Pick<ListedTool, 'category' | 'name' | 'purpose' | 'usage' | 'parameters' | 'found'>;

/** A tool as its source lists it. */
export interface ListedTool {
	readonly category: string;
	/** Unique within the source and the category. */
	readonly name: string;
	readonly purpose: string;
	/** How to call it, in a line or two; may be empty. */
	readonly usage: string;
	/** Names within its input and its result: a search knows it by them, too. */
	readonly parameters: readonly string[];
	/** Whether a call of it may change the session's files. */
	readonly touches: 'uses-tools' | 'changes';
	/** A search knows it by these, too. */
	readonly found?: FoundBy;
	/** Words that stand beside the name, such as `shared`. */
	readonly marks: readonly string[];
}

/** All that a source has for a session. */
export interface ToolListing<Listed extends ListedTool = ListedTool> {
	readonly tools: readonly Listed[];
	/** A sentence for each thing that keeps tools away. Told to the Brain where it does not find what it looks for. */
	readonly problems: readonly string[];
}

/** How a tool is called. */
export interface ToolDescription {
	/** Undefined for a tool that has no versions. */
	readonly version: number | undefined;
	/** JSON Schema of type `object`. */
	readonly input: Readonly<Record<string, unknown>>;
	/** JSON Schema of the result; undefined where nothing is promised. */
	readonly output: Readonly<Record<string, unknown>> | undefined;
	readonly example: { readonly input: unknown; readonly output: unknown } | undefined;
}

/** Whether a tool can be relied on, as far as its source knows without asking anybody. */
export type ToolHealth =
	| { readonly kind: 'healthy' }
	/** `mark`: a word for lists. `why`: answered instead of calling it, unless a version is named: whoever does knows. */
	| { readonly kind: 'unhealthy'; readonly mark: string; readonly why: string };

export interface ToolUse {
	/** Unchecked. */
	readonly input: Readonly<Record<string, unknown>>;
	/** The one that the source prefers where it is undefined. */
	readonly version: number | undefined;
}

/**
 * Where tools come from that `find_tools` finds and `use_tool` calls. `describe`, `call` and `health` are handed nothing but what the
 * source's own `list` has answered in the same call of the Brain. All of it rejects only when the machine is broken, or with the reason of
 * the signal: a server that is away, a wrong input and a tool that fails are answers.
 */
export interface ToolSource<Listed extends ListedTool = ListedTool> {
	/** Told where two sources have the same tool; no other source's, and without a colon. */
	readonly name: string;
	/**
	 * All that the session may use now. With `name`, which is `category/name` or the name alone, only the tools that it means: a source may leave
	 * out those that it would rather not be asked for.
	 */
	list(scene: ToolScene, name?: string): Promise<ToolListing<Listed>>;
	describe(tool: Listed): Promise<ToolDescription>;
	/** Checks the input before anything runs, and answers what is wrong with it, or with the version. */
	call(tool: Listed, use: ToolUse, context: ToolContext): Promise<ToolOutcome>;
	health(tool: Listed): ToolHealth;
}
