import * as z from 'zod';
import { runCommand } from './run/run-command.ts';
import { smith } from './run/users.ts';
import { defineTool, type GuestTool } from './tools/guest-tool.ts';

/** Hidden: does what a first command does, so that it is quick when there is one. It touches no file of a session, and remembers nothing. */
export function createWarmUp(): GuestTool {
	return defineTool({
		name: 'warm_up',
		description: 'Be ready.',
		args: z.strictObject({}),
		async run(_args, { signal }) {
			const nothing = { onStdout: () => {}, onStderr: () => {} };
			await runCommand({ file: 'bash', args: ['-c', 'true'], user: smith, timeout: 5, ...nothing }, signal);
			return { text: 'ready' };
		},
	});
}
