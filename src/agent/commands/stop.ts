import { action, type Command } from './command.ts';

/** A stop holds for what no session has taken yet, too: dispatch takes it before it comes to this. */
export function stopCommand(): Command {
	return action({
		name: 'stop',
		help: 'Stop the running turn, everything it started, and what waits behind it',
		arguments: [],
		right: 'participant',
		when: 'at-once',
		run: async () => 'Nothing is running.',
	});
}
