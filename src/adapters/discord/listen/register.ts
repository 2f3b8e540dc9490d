import { type APIApplicationCommand, Routes } from 'discord-api-types/v10';
import { commandBodies } from '../render/commands.ts';
import { sameCommands } from '../render/same-commands.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Registers our commands for everywhere, where Discord has others of us. A failure is a line in the log: those that are there go on working. */
export async function registerCommands({ self, calls, commands, log, signal }: HandleDeps): Promise<void> {
	const route = Routes.applicationCommands(self.application);
	try {
		const body = commandBodies(commands);
		const registered = await calls.run<APIApplicationCommand[]>({ method: 'GET', route }, signal);
		if (sameCommands(registered, body)) return;
		await calls.run({ method: 'PUT', route, body }, signal);
		log.info('Commands are registered with Discord', { commands: body.length });
	} catch (error) {
		log.warn('Commands cannot be registered with Discord', { err: error });
	}
}
