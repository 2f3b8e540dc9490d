import type * as z from 'zod';
import { builtIns } from '../../built-ins.ts';
import { defineTool, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

/** A built-in under the name and description that the Brain knows it by. */
export function builtInTool<Args extends z.ZodObject>(
	name: string,
	args: Args,
	run: (args: z.output<Args>, call: ToolCall) => Promise<ToolAnswer> | ToolAnswer,
): GuestTool {
	const description = builtIns.find((one) => one.name === name)?.description ?? '';
	return defineTool({ name, description, args, run });
}
