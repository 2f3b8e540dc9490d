import { z } from 'zod';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ToolSpec } from './model/model.ts';
import type { Session } from './session/session.ts';

/** What a tool may use while it runs. */
export interface ToolContext {
	readonly session: Session;
	/** The session's sandbox, started when needed. Rejects as `Sandboxes.acquire` does. */
	sandbox(): Promise<Sandbox>;
	/** Live output for people. */
	output(text: string): void;
	readonly signal: AbortSignal;
}

/** What a call came to. `text` goes to the Brain. */
export interface ToolOutcome {
	readonly ok: boolean;
	readonly text: string;
}

/** A tool of the Brain. `run` is handed what the model sent, parsed from JSON and unchecked; it rejects only when the machine is broken or the signal fires. */
export interface Tool {
	readonly spec: ToolSpec;
	run(args: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** A tool whose arguments are checked by `args` before `run` sees them; a wrong call is answered to the model. */
export function defineTool<Args extends z.ZodObject>(definition: {
	readonly name: string;
	readonly description: string;
	readonly args: Args;
	readonly run: (args: z.infer<Args>, context: ToolContext) => Promise<ToolOutcome>;
}): Tool {
	const { name, description, args } = definition;
	return {
		spec: toolSpec(name, description, args),
		run: async (raw, context) => {
			const parsed = args.safeParse(raw);
			return parsed.success ? definition.run(parsed.data, context) : wrongCall(name, parsed.error);
		},
	};
}

/** A tool as the model is told of it. */
export function toolSpec(name: string, description: string, args: z.ZodObject): ToolSpec {
	const { $schema: _schema, ...parameters } = z.toJSONSchema(args, { io: 'input' });
	return { name, description, parameters };
}

/** The answer to a call whose arguments are wrong. Pure. */
export function wrongCall(name: string, error: z.ZodError): ToolOutcome {
	const problems = error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`);
	return { ok: false, text: `Wrong call of ${name}: ${problems.join('; ')}` };
}
