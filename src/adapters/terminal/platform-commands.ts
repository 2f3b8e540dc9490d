import type { PlatformCommands } from '../../agent/commands/syntax/platform-commands.ts';

/** How commands are given in the terminal. Its own ones show something, or leave it. */
export const terminalCommands: PlatformCommands = {
	before: '/',
	own: [
		{ name: 'output', help: 'Show the whole output of the last call', arguments: [] },
		{ name: 'quit', help: 'Leave; the session can be loaded again', arguments: [] },
		{ name: 'exit', help: 'The same as quit', arguments: [] },
	],
};
