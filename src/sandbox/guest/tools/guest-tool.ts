import type * as z from 'zod';
import { sanitise } from '../sanitise.ts';

/** The surroundings of a tool's call, beside its arguments. */
export interface ToolCall {
	/** Aborts when the host cancels the call, or with `stoppedBySweep` when everything is being stopped. */
	readonly signal: AbortSignal;
	/** Sanitised output while the tool runs, for people to watch. */
	readonly onOutput: (text: string) => void;
}

/** The outcome of a tool. `text` is for the model and already sanitised; `data` is for the host. */
export interface ToolAnswer {
	readonly text: string;
	readonly isError?: boolean;
	readonly data?: Readonly<Record<string, unknown>>;
}

/** A tool as the server sees it: `call` checks the arguments itself and answers a wrong call with a sentence. */
export interface GuestTool {
	readonly name: string;
	readonly description: string;
	readonly args: z.ZodObject;
	call(raw: unknown, call: ToolCall): Promise<ToolAnswer>;
}

/** The reason of a signal that a sweep aborted. */
export const stoppedBySweep = 'stopped';

/** Ties a schema to the function that takes what it parses. */
export function defineTool<Args extends z.ZodObject>(tool: {
	readonly name: string;
	readonly description: string;
	readonly args: Args;
	run(args: z.output<Args>, call: ToolCall): Promise<ToolAnswer> | ToolAnswer;
}): GuestTool {
	return {
		name: tool.name,
		description: tool.description,
		args: tool.args,
		async call(raw, call) {
			const parsed = tool.args.safeParse(raw ?? {});
			if (!parsed.success) return failed(wrongArguments(tool.name, parsed.error));
			return tool.run(parsed.data, call);
		},
	};
}

/** An answer that tells the model what went wrong. */
export function failed(text: string): ToolAnswer {
	return { text, isError: true };
}

function wrongArguments(name: string, error: z.ZodError): string {
	const issues = error.issues.slice(0, 5).map(({ path, message }) => {
		const field = path.length === 0 ? '' : `"${path.join('.')}": `;
		return `${field}${message}`;
	});
	return sanitise(`Wrong arguments for ${name}: ${issues.join('; ')}`).slice(0, 1000);
}
