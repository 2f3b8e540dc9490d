import type { CommandInfo } from './command.ts';

/** Leaving is the terminal's own doing, so only the help of it is the core's. */
export const quitInfos: readonly CommandInfo[] = [
	{ name: 'quit', usage: 'quit', help: 'Leave; the session can be loaded again' },
	{ name: 'exit', usage: 'exit', help: 'The same as quit' },
];
