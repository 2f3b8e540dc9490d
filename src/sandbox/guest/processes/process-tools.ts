import { messageOf } from '../../../base/errors.ts';
import { processCloseArgs, processOpenArgs } from '../../process-wire.ts';
import { sanitise } from '../sanitise.ts';
import { defineTool, failed, type GuestTool } from '../tools/guest-tool.ts';
import type { OpenProcesses } from './open-processes.ts';

/** Hidden: starts a process that goes on when its call has ended; its input and output go by notes. */
export function createProcessOpen(processes: OpenProcesses): GuestTool {
	return defineTool({
		name: 'process_open',
		description: 'Start a process that goes on.',
		args: processOpenArgs,
		async run(order, { signal }) {
			try {
				await processes.open(order, signal);
				return { text: 'Started' };
			} catch (error) {
				return failed(sanitise(`Cannot start the process: ${messageOf(error)}`));
			}
		},
	});
}

/** Hidden: ends such a process and all that it started. */
export function createProcessClose(processes: OpenProcesses): GuestTool {
	return defineTool({
		name: 'process_close',
		description: 'End a process that goes on.',
		args: processCloseArgs,
		run: async ({ process }) =>
			(await processes.close(process)) ? { text: 'Ended' } : failed('Something of the process could not be ended'),
	});
}
