import { z } from 'zod';

/** The dialects of model providers, as the gateway speaks them. */
export type DialectName = 'chat' | 'responses' | 'messages' | 'gemini';

/** The home of agents in their box: a tmpfs that is empty at each start. What is laid there is root's. */
export const agentHome = '/home/smith';

/** Where the gateway listens in every box, without a path: agents add `/v1` and the like themselves. */
export const gatewayUrl = 'http://127.0.0.1:18080';

/** The facts of a run that a launch is made of. */
export interface LaunchFacts {
	/** The virtual key of this run. It is void once the run has ended. */
	readonly key: string;
	/** The model that the gateway is asked for, for titles and small matters too. */
	readonly model: string;
	/** {@link gatewayUrl}, unless a test has another one. */
	readonly baseUrl: string;
	/** Whether the agent's own requests for permission are to reach people. */
	readonly asking: boolean;
}

/** An order for a process in the box, but for its working directory. */
export interface Launch {
	/** The program by its full path, and its arguments. */
	readonly argv: readonly string[];
	/** All of its environment. */
	readonly env: Readonly<Record<string, string>>;
	/** Laid before it starts: root's, so that the agent cannot change them. Below {@link agentHome} or `/tmp`. */
	readonly files?: readonly LaidFile[];
}

export interface LaidFile {
	readonly path: string;
	readonly content: string;
}

/** How an agent is run; pure functions throughout. */
export type Runs<Options> = OverAcp<Options> | OneShot<Options> | { readonly kind: 'refused'; readonly why: string };

/** It speaks the Agent Client Protocol on its standard input and output, for as long as its run goes on. */
export interface OverAcp<Options> {
	readonly kind: 'acp';
	launch(facts: LaunchFacts, options: Options): Launch;
	/** The session mode to set right after `session/new`; undefined: as the launch has left it. */
	mode(asking: boolean): string | undefined;
	/** `_meta` of `session/new`. */
	readonly newSessionMeta?: Readonly<Record<string, unknown>>;
	readonly notOn?: NotOn;
}

/** It takes its task on the command line, works, prints and ends. */
export interface OneShot<Options> {
	readonly kind: 'one-shot';
	launch(facts: PromptFacts, options: Options): Launch;
	readonly notOn?: NotOn;
}

/** A launch that has its task with it. */
export interface PromptFacts extends LaunchFacts {
	readonly prompt: string;
}

/** Runtimes on which it was seen not to run, by their names, each with a sentence for people. */
export type NotOn = Readonly<Partial<Record<string, string>>>;

/** One coding agent: its row. */
export interface CodingAgent<Options extends z.ZodObject = z.ZodObject> {
	/** As people type it: lower case, no spaces. */
	readonly name: string;
	/** Its proper name, for sentences. */
	readonly title: string;
	/** The choices that people have; flags of the command and its help are derived from it, in this order. */
	readonly options: Options;
	/** The dialects that it can speak, best first; none where it is refused. */
	readonly dialects: readonly DialectName[];
	readonly run: Runs<z.output<Options>>;
}

/** A row whose functions are handed options of the type that its schema gives them. */
export function codingAgent<const Options extends z.ZodObject>(row: CodingAgent<Options>): CodingAgent<Options> {
	return row;
}

/**
 * Names of models as providers have them: no white space, and none begins like a flag. Whether the gateway offers it is the
 * gateway's to say.
 */
const modelForm = /^[A-Za-z0-9][\w.:/@+-]*$/;

/** Options of every agent. The run turns them into {@link LaunchFacts}. */
export const commonOptions = {
	model: z
		.string()
		.regex(modelForm, 'is no name of a model')
		.optional()
		.describe('the model that it uses (default: the first that the gateway offers)'),
	ask: z.boolean().optional().describe('ask in the thread before it writes or runs anything'),
};
