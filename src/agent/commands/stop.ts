import { noArguments } from './arguments.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './table.ts';

export function stopCommand({ turns }: Pick<CommandDeps, 'turns'>): Command {
	return {
		info: { name: 'stop', usage: 'stop', help: 'Stop the running turn and everything it started' },
		args: noArguments,
		right: 'participant',
		when: 'at-once',
		run: async (_args, { id, person }) => (turns.stop(id, person.name) ? 'Stopping …' : 'Nothing is running.'),
	};
}
