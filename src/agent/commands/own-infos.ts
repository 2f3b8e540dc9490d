import type { Thread } from '../../chat/thread.ts';
import type { CommandInfo } from './command.ts';

/** What is a platform's own doing, so that only the help of it is the core's. */
export const ownInfos: Readonly<Record<Thread['platform'], readonly CommandInfo[]>> = {
	terminal: [
		{ name: 'quit', usage: 'quit', help: 'Leave; the session can be loaded again' },
		{ name: 'exit', usage: 'exit', help: 'The same as quit' },
	],
	slack: [],
	discord: [
		{
			name: 'ask',
			usage: 'ask <prompt>',
			help: 'Ask for something, with up to ten files; "Work on this" is in the menu of a message',
		},
	],
};
