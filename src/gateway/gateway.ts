import type { Duplex } from 'node:stream';
import type { Usage } from '../chat/usage.ts';
import type { Dialect } from './dialects/dialect.ts';

/** The languages in which a model can be asked: Chat Completions, Responses (both OpenAI's), Messages (Anthropic's), generateContent (Gemini's). */
export type DialectName = Dialect['name'];

/**
 * The one way from a wrapped agent's sandbox to a model. Keys of providers stay here; what comes out of a sandbox is parsed, held against
 * an allow-list and written anew, and paid from a budget before it is sent. Disposing ends all that is served.
 */
export interface Gateway extends AsyncDisposable {
	/** Makes a key of a run, which is void when the run is disposed. Throws where the run has one already. */
	open(order: RunOrder): GatewayRun;
	/**
	 * Serves the relay of that run's sandbox until it ends: HTTP/2 on `stream`, which is destroyed in the end. A request with the key of
	 * another run is answered with 401. A run may be served before it is opened, and by several relays.
	 */
	serve(run: string, stream: Duplex): ServedGateway;
	/** The keys that are not void, revoked ones included, oldest first. Never the keys themselves. */
	keys(): readonly KeyFacts[];
	/** Makes a key void at once, and ends its calls under way; false where there is none of this id. */
	revoke(id: string): boolean;
}

/** A relay that is served. Disposing ends it, whatever is under way. */
export interface ServedGateway extends AsyncDisposable {
	/** The port of the sandbox's loopback at which the relay listens. Rejects when the relay ends before it has said so. */
	readonly ready: Promise<number>;
	/** Resolves when the relay is gone. Never rejects. */
	readonly ended: Promise<void>;
}

/** A run that is to have a key. */
export interface RunOrder {
	readonly run: string;
	/** The agent's name, for lists and the log. */
	readonly agent: string;
	readonly limits: RunLimits;
	readonly budget: RunBudget;
	/** Called with what people are to hear, each sentence once a run. Must not throw. */
	readonly onNotice: (notice: GatewayNotice) => void;
}

/** The most that a run may take. */
export interface RunLimits {
	/** Of input and output together, over the whole run. */
	readonly tokens: number;
	/** Minutes in which prompts are under way, together. */
	readonly minutes: number;
	/** Calls that may begin within a minute; default: 120. */
	readonly callsAMinute?: number;
	/** Calls under way at a time; default: 16. */
	readonly callsAtOnce?: number;
}

/** The budgets of the mind. Never rejects. */
export interface RunBudget {
	/** Holds so many tokens, of which `output` are the most that the answer can have; or says why not, in a sentence for people. */
	reserve(tokens: number, model: string, output: number): Promise<Reserved | { readonly refused: string }>;
}

/** Tokens that are held for one call. */
export interface Reserved {
	/** Called once, whatever became of the call. Undefined: it cost nothing. Where the upstream has counted nothing, `usage` is our estimate. */
	readonly settle: (usage: Usage | undefined) => Promise<void>;
}

/** A run with a key. Disposing makes it void and ends its calls; resolves when all of them are settled. */
export interface GatewayRun extends AsyncDisposable {
	/** Given to the agent; good for nothing outside of this run's sandbox and of its prompts. */
	readonly key: string;
	/** The models that may be asked, in each dialect that has an upstream. */
	readonly offers: readonly Offer[];
	/** The key works until the returned thing is disposed. Several may overlap. Then calls that are under way are ended. */
	prompt(): Disposable;
	/** A copy of what was spent, refused and stripped so far: the truth about the run, whatever the agent says. */
	ledger(): RunLedger;
}

/** The models of one dialect, the first is the one to take where nobody names one. */
export interface Offer {
	readonly dialect: DialectName;
	readonly models: readonly string[];
}

/** Of one run. */
export interface RunLedger {
	/** Those that a model has answered, or may have. */
	readonly calls: number;
	/** All calls together, counted by the upstreams or, where these say nothing, estimated. */
	readonly spent: Pick<Usage, 'inputTokens' | 'outputTokens'> & { readonly cachedTokens: number };
	/** By model, for prices. */
	readonly byModel: Readonly<Record<string, Usage>>;
	/** Held for calls under way. */
	readonly held: number;
	/** Of prompts, ms; one that is under way counts up to now. */
	readonly promptMs: number;
	/** Features that were taken out of requests, each once. */
	readonly stripped: readonly string[];
	/** Of the newest prompt: the last call for an answer that failed, undefined after one that did not. */
	readonly lastError?: { readonly status: number; readonly sentence: string };
	/** Why no more calls are made: a budget, of the run or of the mind. */
	readonly exhausted?: string;
}

/** Something that people are to hear. */
export type GatewayNotice =
	| { readonly kind: 'stripped'; readonly feature: string; readonly sentence: string }
	| { readonly kind: 'exhausted'; readonly sentence: string }
	| { readonly kind: 'upstream'; readonly sentence: string };

/** A key, as the operator may see it. */
export interface KeyFacts {
	/** Names the key for `revoke`; tells nothing about it. */
	readonly id: string;
	readonly run: string;
	readonly agent: string;
	/** When it was made, ms since the epoch. */
	readonly since: number;
	/** `open`: a prompt is under way; `shut`: none is. */
	readonly state: 'open' | 'shut' | 'revoked';
	readonly calls: number;
	readonly tokens: number;
}
