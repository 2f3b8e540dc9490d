import { z } from 'zod';
import { fitToSchema } from '../base/schema/fit.ts';
import { shorten } from '../base/text/shorten.ts';
import type { ToolStep } from '../chat/events.ts';
import type { Ask } from '../chat/question.ts';
import type { Person, Thread } from '../chat/thread.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Picture } from '../store/journal.ts';
import type { ToolSpec } from './model/model.ts';
import type { Session } from './session/session.ts';

/** Which call a tool runs for. */
export interface CallFacts {
	/** Unique in the session. */
	readonly id: string;
	/** The thread that the turn is in, and whose message it took last. */
	readonly thread: Thread;
	readonly person: Person | undefined;
	/** The newest answer to what this call asked when it ran before, and which question it is to; `value` null: nobody answered in time. */
	readonly answer:
		| {
				readonly question: string;
				readonly value: unknown;
				readonly person: Person;
				readonly time?: string | undefined;
		  }
		| undefined;
}

/** The means of a tool while it runs. */
export interface ToolContext {
	readonly session: Session;
	readonly call: CallFacts;
	/** The session's sandbox, started when needed. Rejects as `Sandboxes.acquire` does. */
	sandbox(): Promise<Sandbox>;
	/** Live output for people: text, or a step of the call's own work, told anew when it changes. */
	output(piece: string | ToolStep): void;
	readonly signal: AbortSignal;
}

/** The result of a call. `text` goes to the Brain. */
export interface ToolResult {
	readonly ok: boolean;
	readonly text: string;
	/** Shown to the Brain behind it. */
	readonly pictures?: readonly Picture[];
}

/** A call that cannot go on without people: it parks the turn, and is run again, with the same arguments, when the answer is there. */
export interface ToolQuestion {
	readonly ask: Ask;
}

export type ToolOutcome = ToolResult | ToolQuestion;

/**
 * How a call has to do with the session's files and tools, by which it may run beside others of its message or not: in no way; it finds or
 * runs a tool and touches no file; it looks at files; it changes them; it makes a tool.
 */
export type Touch = 'nothing' | 'uses-tools' | 'looks' | 'changes' | 'makes-tools';

/** Where it depends on which tools there are. Rejects as `run` does. */
export type TouchOfCall = (args: unknown, context: Pick<ToolContext, 'session' | 'call' | 'signal'>) => Promise<Touch>;

/** Where a tool would be offered. */
export interface OfferScene {
	readonly session: Pick<Session, 'folder' | 'history'>;
	readonly thread: Thread;
}

/**
 * `goes-on`: a call that a crash has cut off is run again, and goes on from what it has kept; other calls are answered as interrupted. `talks`: its
 * calls are talk and no work; people see what they ask, and no line for the call, and they come after all others, one at a time.
 */
export type Way = 'goes-on' | 'talks';

/** How people see the calls of a tool whose own name is none of theirs. */
interface Shown {
	/** The name of a call; undefined: the tool's. `args` as `run` is handed them. Pure. */
	shownAs(args: unknown): string | undefined;
}

/** A tool of the Brain. `run` is handed what the model sent, parsed from JSON and unchecked; it rejects only when the machine is broken or the signal fires. */
export interface Tool extends Partial<Shown> {
	readonly spec: ToolSpec;
	readonly touches: Touch | TouchOfCall;
	readonly ways?: readonly Way[];
	/** Whether the model is told of it now; without it, always. It changes as seldom as it can: with it all that follows tools in the prompt is read anew. */
	isOffered?(scene: OfferScene): Promise<boolean>;
	run(args: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** A tool whose arguments are checked by `args`, and made to fit where there is no doubt, before `run` sees them; a wrong call is answered to the model. */
export function defineTool<Args extends z.ZodObject>(definition: {
	readonly name: string;
	readonly description: string;
	readonly args: Args;
	readonly touches: Tool['touches'];
	readonly ways?: readonly Way[];
	readonly run: (args: z.infer<Args>, context: ToolContext) => Promise<ToolOutcome>;
}): Tool {
	const { name, description, args, touches, ways } = definition;
	const spec = toolSpec(name, description, args);
	const schema = z.toJSONSchema(args, { io: 'input' });
	return {
		spec,
		touches,
		...(ways && { ways }),
		run: async (raw, context) => {
			const asGiven = args.safeParse(raw);
			if (asGiven.success) return definition.run(asGiven.data, context);
			const { value, dropped } = fitToSchema(schema, raw);
			const parsed = args.safeParse(value);
			if (!parsed.success) return wrongCall(name, parsed.error);
			return withDropped(await definition.run(parsed.data, context), name, dropped);
		},
	};
}

/** Names of arguments that are told of, at most. */
const mostDropped = 10;

/** The outcome of a call, with a word on the arguments that were left out because the tool does not know them. Pure. */
export function withDropped<Outcome extends ToolOutcome>(
	outcome: Outcome,
	tool: string,
	dropped: readonly string[],
): Outcome {
	if ('ask' in outcome || dropped.length === 0) return outcome;
	const named = dropped.slice(0, mostDropped).map((name) => `"${shorten(name, 60)}"`);
	const more = dropped.length > mostDropped ? ` and ${dropped.length - mostDropped} more` : '';
	return { ...outcome, text: `${outcome.text}\n(${tool} has no argument ${named.join(', ')}${more}: left out.)` };
}

/** A tool as the model is told of it. */
export function toolSpec(name: string, description: string, args: z.ZodObject): ToolSpec {
	const { $schema: _schema, ...parameters } = z.toJSONSchema(args, { io: 'input', override: asTold });
	return { name, description, parameters };
}

/**
 * Takes out what says nothing, or what a model does not go by, as each request holds it: a call is checked for all of it all the same. So is
 * that an object has no further keys, which is what llama.cpp takes it for anyhow (its grammars/README.md, "A word about additionalProperties"),
 * that a number of lines is none below 1, and that a list has something in it. Of lengths of strings llama.cpp makes repetitions in the one grammar of all tools, and refuses
 * every request where one comes to 2,000 (ggml-org/llama.cpp issues 25746 and 27859).
 */
function asTold({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
	const { propertyNames, additionalProperties = true, minimum = 0, maximum } = jsonSchema;
	if (JSON.stringify(propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
	if (additionalProperties === false || JSON.stringify(additionalProperties) === '{}')
		delete jsonSchema.additionalProperties;
	if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	if (minimum === 0 || minimum === 1) delete jsonSchema.minimum;
	delete jsonSchema.minItems;
	delete jsonSchema.minLength;
	delete jsonSchema.maxLength;
}

/** The answer to a call whose arguments are wrong. Pure. */
export function wrongCall(name: string, error: z.ZodError): ToolResult {
	const problems = error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`);
	return { ok: false, text: shorten(`Wrong call of ${name}: ${problems.join('; ')}`, 1_000) };
}
