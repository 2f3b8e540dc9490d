import type { BuiltIn } from '../../sandbox/built-ins.ts';
import { defineTool, type Tool } from '../tool.ts';

/** The Brain's tool for a built-in of the guest. */
export function builtInTool({ name, description, args, touches }: BuiltIn): Tool {
	return defineTool({
		name,
		description,
		args,
		touches,
		run: async (checked, { sandbox, signal, output }) => {
			const { ok, text } = await (await sandbox()).call({ tool: name, args: checked }, { signal, onOutput: output });
			return { ok, text };
		},
	});
}
