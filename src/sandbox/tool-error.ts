import * as z from 'zod';

/** An error that run() of a tool has raised. */
export const toolError = z.object({
	type: z.string(),
	message: z.string(),
	traceback: z.string(),
	wrong: z.enum(['input', 'file']).optional(),
});
export type ToolError = z.output<typeof toolError>;

/**
 * Where an error is nobody's bug: the tool has refused its `input` by a `ValueError` of some kind with a sentence, or a `file` that the input
 * names cannot be read as what it should be. Pure.
 */
export function wrongIn({ type, message, wrong }: ToolError): ToolError['wrong'] {
	return wrong ?? (type === 'ValueError' && message.trim() !== '' ? 'input' : undefined);
}
