import { environment } from '../config/environment.ts';
import { connectionsOf } from '../platform-connections.ts';
import { platformSetUps } from '../platforms.ts';
import { openDesk } from './desk.ts';
import { knownEndpoints } from './find-endpoints.ts';
import { runSetUp } from './set-up.ts';
import { createSettingsFile } from './settings-file.ts';

/** Sets up at this process's own streams. Resolves with the exit code. */
export async function setUpHere(path: string, signal: AbortSignal): Promise<number> {
	const { stdin: input, stdout: output } = process;
	using desk = openDesk({ input, output, isTty: input.isTTY === true }, signal);
	const file = createSettingsFile(path, environment(''));
	const known = knownEndpoints;
	return await runSetUp({ desk, file, known, platforms: platformSetUps, connectionsOf, signal: desk.left });
}
